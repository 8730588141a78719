/// An error in the parameters of a ``Distribution``.
public enum DistributionError: Error, Equatable, Sendable {
    /// A parameter is infinite or not a number.
    case notFinite(parameter: String, value: Double)

    /// The lower bound of a uniform distribution is not below the upper one.
    case emptyRange(lower: Double, upper: Double)

    /// The standard deviation of a normal distribution is negative.
    case negativeDeviation(Double)

    /// The scale of a Cauchy distribution is negative.
    case negativeScale(Double)
}

extension DistributionError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .notFinite(let parameter, let value):
            "the parameter \(parameter) of a distribution must be finite, not \(value)"
        case .emptyRange(let lower, let upper):
            "a uniform distribution needs lower < upper, not lower \(lower) and upper \(upper)"
        case .negativeDeviation(let deviation):
            "the deviation of a normal distribution must be 0 or more, not \(deviation)"
        case .negativeScale(let scale):
            "the scale of a Cauchy distribution must be 0 or more, not \(scale)"
        }
    }
}
