/// How long the leaps of a ``TauLeapingIntegrator`` are.
public enum LeapLength: Equatable, Sendable {
    /// All are equally long, but for those that an intervention ends.
    ///
    /// Not longer than the reciprocal of any rate of the table: a vertex would have left what a leap takes it to.
    case fixed(Double)

    /// As long as rates are expected to change by no more than this part of themselves, greater than 0 and less than 1;
    /// 0.03 is usual. See ``TauLeapingIntegrator`` for how it is chosen.
    case accuracy(Double)
}

/// Why leaps cannot be as long as they are to be.
public enum TauLeapingError: Error, Equatable, Sendable {
    /// A length must be finite and greater than 0.
    case invalidLength(Double)

    /// An accuracy must be greater than 0 and less than 1.
    case invalidAccuracy(Double)

    /// In a leap most vertices would go on from where it takes them: its length times a rate must not be greater than 1.
    case leapTooLong(Double, transition: String, rate: Double)
}

extension TauLeapingError: CustomStringConvertible {
    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .invalidLength(let length):
            "the length of a leap is \(length), but must be a finite number that is greater than 0"
        case .invalidAccuracy(let accuracy):
            "the accuracy of leaps is \(accuracy), but must be greater than 0 and less than 1"
        case .leapTooLong(let length, let transition, let rate):
            "a leap of \(length) is too long for the transition from \(transition), which has the rate \(rate): "
                + "it must be at most \(1 / rate), and errors are small only if it is much shorter"
        }
    }
}

extension LeapLength {
    /// Looks whether leaps can be of this length where these are the transitions.
    ///
    /// - Throws: ``TauLeapingError`` if they cannot.
    public func check<State: CompartmentName>(for table: TransitionTable<State>) throws(TauLeapingError) {
        switch self {
        case .accuracy(let accuracy):
            guard accuracy > 0, accuracy < 1 else { throw .invalidAccuracy(accuracy) }
        case .fixed(let length):
            guard length > 0, length.isFinite else { throw .invalidLength(length) }
            for transition in table.transitions where transition.rate * length > 1 {
                let name = "\(transition.source.rawValue) to \(transition.target.rawValue)"
                throw .leapTooLong(length, transition: name, rate: transition.rate)
            }
        }
    }
}
