#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How long the leaps of a ``TauLeapingIntegrator`` are.
public enum TauSelection: Equatable, Sendable {
    /// All are equally long, but for those that an intervention ends.
    ///
    /// Not longer than the reciprocal of any rate at which vertices leave a compartment, all of their neighbours, as many as
    /// vertices have in the mean, acting on them: a vertex would have left what a leap takes it to.
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

    /// In a leap most vertices would go on from where it takes them: its length times the rate at which vertices leave a
    /// compartment must not be greater than 1.
    case leapTooLong(Double, compartment: String, rate: Double)
}

extension TauLeapingError: CustomStringConvertible {
    /// What is wrong, and what would be right.
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

extension TauSelection {
    /// Looks whether leaps can be of this length where these are the transitions.
    ///
    /// - Throws: ``TauLeapingError`` if they cannot.
    /// - Complexity: O(1) for a given table, O(m) for m edges with weights.
    public func check<State: CompartmentName>(
        for table: TransitionTable<State>, on graph: Graph
    ) throws(TauLeapingError) {
        switch self {
        case .accuracy(let accuracy):
            guard accuracy > 0, accuracy < 1 else { throw .invalidAccuracy(accuracy) }
        case .fixed(let length):
            guard length > 0, length.isFinite else { throw .invalidLength(length) }
            let strength = graph.meanStrength
            for compartment in table.compartments {
                let rate = table.greatestRate(outOf: compartment, strength: strength)
                guard rate * length <= 1 else {
                    throw .leapTooLong(length, compartment: compartment.rawValue, rate: rate)
                }
            }
        }
    }
}

extension TauSelection {
    /// More leaps than a process makes that begins fast and comes to rest: a leap of an accuracy changes that part of a
    /// compartment, and at least one vertex of it, so that there are a few for each vertex, or for each part of each factor of e.
    func leastLeapCount(ofVertexCount count: Int) -> Int {
        let few = 64.0
        let leaps =
            switch self {
            case .accuracy(let accuracy): min(few * Double(count), few * log(Double(count + 1)) / accuracy)
            case .fixed: few * Double(count)
            }
        return max(1 << 14, Int(leaps))
    }
}

extension TransitionTable {
    /// The rate at which a vertex leaves a compartment if all of its neighbours act on it, and are where they act most.
    fileprivate func greatestRate(outOf compartment: State, strength: Double) -> Double {
        let ways = transitions.filter { $0.source == compartment }
        let contacts = compartments.map { inducer in ways.filter { $0.inducer == inducer }.reduce(0) { $0 + $1.rate } }
        return ways.filter { $0.inducer == nil }.reduce(0) { $0 + $1.rate } + strength * (contacts.max() ?? 0)
    }
}

extension Graph {
    /// The mean, over all vertices, of the sum of the weights of edges that lead to one.
    fileprivate var meanStrength: Double {
        guard vertexCount > 0 else { return 0 }
        guard isWeighted else { return Double(isDirected ? edgeCount : 2 * edgeCount) / Double(vertexCount) }
        let sum = (0..<vertexCount).reduce(0) { $0 + (weights(of: $1)?.reduce(0, +) ?? 0) }
        return sum / Double(vertexCount)
    }
}
