import CGSL

/// Why something that computes statistics could not be made.
public enum StatisticsError: Error, Equatable, Sendable {
    /// A number is not among those that are allowed.
    case count(name: String, value: Int, allowed: ClosedRange<Int>)

    /// A number is not a multiple of another one.
    case notMultiple(name: String, value: Int, of: Int)

    /// A number is not positive and finite.
    case notPositive(name: String, value: Double)

    /// The probability of a quantile is not between 0 and 1.
    case probability(Double)

    /// The lower bound of a histogram is not below the upper one, or one of them is not finite.
    case range(lower: Double, upper: Double)

    /// An edge of a histogram's bins is not finite or not above the one before it.
    case edge(Double, index: Int)

    /// GSL failed.
    case gsl(GSLError)
}

extension StatisticsError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .count(let name, let value, let allowed):
            "the \(name) must be from \(allowed.lowerBound) to \(allowed.upperBound), not \(value)"
        case .notMultiple(let name, let value, let unit): "the \(name) must be a multiple of \(unit), not \(value)"
        case .notPositive(let name, let value): "the \(name) must be positive and finite, not \(value)"
        case .probability(let value): "the probability of a quantile must lie between 0 and 1, not be \(value)"
        case .range(let lower, let upper):
            "a histogram needs finite bounds with lower < upper, not lower \(lower) and upper \(upper)"
        case .edge(let value, let index):
            "the edges of a histogram must be finite and ascend: edge \(index) is \(value)"
        case .gsl(let error): error.description
        }
    }
}

extension StatisticsError {
    /// That there was no memory for a GSL function.
    static func noMemory(_ operation: String) -> StatisticsError {
        .gsl(GSLError(status: Int32(GSL_ENOMEM), operation: operation))
    }

    /// Checks a number of things.
    package static func check(_ name: String, _ value: Int, in allowed: ClosedRange<Int>) throws(StatisticsError) {
        guard allowed.contains(value) else { throw .count(name: name, value: value, allowed: allowed) }
    }

    /// Checks that a number is positive and finite.
    package static func check(_ name: String, isPositive value: Double) throws(StatisticsError) {
        guard value > 0, value.isFinite else { throw .notPositive(name: name, value: value) }
    }

    /// Checks that a number is a multiple of another one.
    package static func check(_ name: String, _ value: Int, isMultipleOf unit: Int) throws(StatisticsError) {
        guard value.isMultiple(of: unit) else { throw .notMultiple(name: name, value: value, of: unit) }
    }
}
