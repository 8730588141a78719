import SimulationEngine

/// The numbers that are allowed for a value. Numbers that are not finite are never allowed.
package enum NumberRange: Sendable, Equatable {
    case any
    case positive
    case nonNegative
    case positiveUpTo(Double)
    case between(Double, Double)
    case integers(Int, Int)
    case atLeast(Int)
    case atMost(Int)

    /// Both bounds belong to the range.
    package static func closed(_ range: ClosedRange<Double>) -> NumberRange {
        .between(range.lowerBound, range.upperBound)
    }

    /// Both bounds belong to the range.
    package static func closed(_ range: ClosedRange<Int>) -> NumberRange {
        .integers(range.lowerBound, range.upperBound)
    }

    /// Tests if a number lies in the range.
    package func contains(_ number: Double) -> Bool {
        guard number.isFinite else { return false }
        return switch self {
        case .any: true
        case .positive: number > 0
        case .nonNegative: number >= 0
        case .positiveUpTo(let high): 0 < number && number <= high
        case .between(let low, let high): low <= number && number <= high
        case .integers(let low, let high): Double(low) <= number && number <= Double(high)
        case .atLeast(let low): Double(low) <= number
        case .atMost(let high): number <= Double(high)
        }
    }

    /// Tests if an integer lies in the range.
    package func contains(_ number: Int) -> Bool {
        switch self {
        case .integers(let low, let high): low <= number && number <= high
        case .atLeast(let low): low <= number
        case .atMost(let high): number <= high
        default: contains(Double(number))
        }
    }

    /// The numbers that may stand in place of one so small that it would be 0.
    package var leastWords: String {
        if contains(0.0) { return "0, or 5e-324 or more" }
        return contains(Double.leastNonzeroMagnitude) ? "5e-324 or more" : words
    }

    /// The range after "must be".
    package var words: String {
        switch self {
        case .any: "a finite number"
        case .positive: "greater than 0"
        case .nonNegative: "0 or greater"
        case .positiveUpTo(let high): "greater than 0 and at most \(high.plain)"
        case .between(let low, let high): "between \(low.plain) and \(high.plain)"
        case .integers(let low, let high): "between \(low) and \(high)"
        case .atLeast(let low): "\(low) or greater"
        case .atMost(let high): "at most \(high)"
        }
    }
}

/// How many items a list may have.
package enum CountRange: Sendable, Equatable {
    case any
    case exactly(Int)
    case atLeast(Int)
    case between(Int, Int)

    /// Tests if a list of this length is allowed.
    package func contains(_ count: Int) -> Bool {
        switch self {
        case .any: true
        case .exactly(let number): count == number
        case .atLeast(let number): count >= number
        case .between(let least, let greatest): (least...greatest).contains(count)
        }
    }

    /// The number of items after "must have".
    package var words: String {
        switch self {
        case .any: "items"
        case .exactly(let number): number == 1 ? "1 item" : "\(number) items"
        case .atLeast(let number): number == 1 ? "at least 1 item" : "at least \(number) items"
        case .between(let least, let greatest): "\(least) to \(greatest) items"
        }
    }
}
