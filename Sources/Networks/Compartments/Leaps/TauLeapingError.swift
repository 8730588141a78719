/// Why leaps cannot be as long as they are to be.
public enum TauLeapingError: Error, Equatable, Sendable {
    /// A length must be finite and greater than 0.
    case invalidLength(Double)

    /// An accuracy must be greater than 0 and less than 1.
    case invalidAccuracy(Double)

    /// In a leap most vertices would go on from where it takes them: its length times the rate at which vertices leave a
    /// compartment must not be greater than 1.
    case leapTooLong(Double, compartment: String, rate: Double)
}

extension TauLeapingError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .invalidLength(let length):
            "the length of a leap is \(length), but must be a finite number that is greater than 0"
        case .invalidAccuracy(let accuracy):
            "the accuracy of leaps is \(accuracy), but must be greater than 0 and less than 1"
        case .leapTooLong(let length, let compartment, let rate):
            "a leap of \(length) is too long for '\(compartment)', which vertices leave at a rate of up to \(rate) if they have "
                + "the mean number of neighbours: it must be at most \(1 / rate), and errors are small only if it is much "
                + "shorter"
        }
    }
}
