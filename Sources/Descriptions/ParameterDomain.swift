/// The domain of a number, which besides must be finite.
public enum ParameterDomain: Equatable, Sendable {
    /// Any number.
    case any

    /// 0 or greater.
    case nonNegative

    /// Greater than 0.
    case positive

    /// Greater than 0, up to a greatest number that is included.
    case positiveUpTo(Double)

    /// From a least number to a greatest one, both included.
    case between(Double, Double)

    /// From 0 to 1.
    public static var fraction: ParameterDomain { .between(0, 1) }

    /// Tests if a number is possible.
    public func contains(_ number: Double) -> Bool {
        guard number.isFinite else { return false }
        return switch self {
        case .any: true
        case .nonNegative: number >= 0
        case .positive: number > 0
        case .positiveUpTo(let greatest): 0 < number && number <= greatest
        case .between(let least, let greatest): least <= number && number <= greatest
        }
    }

    /// The numbers, after "must be".
    public var words: String {
        switch self {
        case .any: "a finite number"
        case .nonNegative: "a finite number that is 0 or greater"
        case .positive: "a finite number that is greater than 0"
        case .positiveUpTo(let greatest): "greater than 0 and at most \(greatest.plain)"
        case .between(let least, let greatest): "between \(least.plain) and \(greatest.plain)"
        }
    }
}
