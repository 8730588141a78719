import CGSL

/// A distribution of real numbers, as a model's parameters and initial states are given.
public enum Distribution: Equatable, Sendable {
    /// One value, for certain.
    case constant(Double)

    /// Any value between two bounds, each with the same density (`gsl_ran_flat`).
    case uniform(lower: Double, upper: Double)

    /// The normal distribution (`gsl_ran_gaussian_ziggurat`).
    case normal(mean: Double, deviation: Double)

    /// The Cauchy or Lorentz distribution with the density γ / (π (γ² + (x − x₀)²)), which has neither mean nor variance
    /// (`gsl_ran_cauchy`).
    case cauchy(location: Double, scale: Double)

    /// Checks that the parameters describe a distribution.
    ///
    /// - Throws: ``DistributionError`` with the parameter that does not fit.
    public func validate() throws(DistributionError) {
        switch self {
        case .constant(let value):
            guard value.isFinite else { throw .notFinite(parameter: "constant", value: value) }
        case .uniform(let lower, let upper):
            guard lower.isFinite else { throw .notFinite(parameter: "lower", value: lower) }
            guard upper.isFinite else { throw .notFinite(parameter: "upper", value: upper) }
            guard lower < upper else { throw .emptyRange(lower: lower, upper: upper) }
        case .normal(let mean, let deviation):
            guard mean.isFinite else { throw .notFinite(parameter: "mean", value: mean) }
            guard deviation.isFinite else { throw .notFinite(parameter: "deviation", value: deviation) }
            guard deviation >= 0 else { throw .negativeDeviation(deviation) }
        case .cauchy(let location, let scale):
            guard location.isFinite else { throw .notFinite(parameter: "location", value: location) }
            guard scale.isFinite else { throw .notFinite(parameter: "scale", value: scale) }
            guard scale >= 0 else { throw .negativeScale(scale) }
        }
    }

    /// Draws a number.
    ///
    /// A constant leaves the generator as it is. Parameters that ``validate()`` refuses yield meaningless numbers,
    /// but harm nothing.
    ///
    /// - Parameter generator: The generator that supplies the random words.
    /// - Returns: The number.
    /// - Complexity: O(1) expected; no allocation.
    public func draw(from generator: RandomGenerator) -> Double {
        switch self {
        case .constant(let value): value
        // Not by way of a `Range`, which would trap on the bounds that only `validate` refuses.
        case .uniform(let lower, let upper): gsl_ran_flat(generator.pointer, lower, upper)
        case .normal(let mean, let deviation): generator.normal(mean: mean, deviation: deviation)
        case .cauchy(let location, let scale): location + gsl_ran_cauchy(generator.pointer, scale)
        }
    }

    /// The number below which a part of the distribution lies (`gsl_cdf_ugaussian_Pinv`, `gsl_cdf_cauchy_Pinv`).
    ///
    /// - Parameter part: Greater than 0 and less than 1.
    /// - Returns: The quantile; of a constant the constant.
    public func quantile(_ part: Double) -> Double {
        switch self {
        case .constant(let value): value
        case .uniform(let lower, let upper): lower + (upper - lower) * part
        case .normal(let mean, let deviation): mean + deviation * gsl_cdf_ugaussian_Pinv(part)
        case .cauchy(let location, let scale): location + gsl_cdf_cauchy_Pinv(part, scale)
        }
    }
}
