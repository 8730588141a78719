import CGSL

/// Moments and extremes of numbers that are added one by one and not kept (`gsl_rstat_…`).
///
/// GSL is given the deviations from the first number, and updates the central moments by their deviation from the present
/// mean: a large offset costs no digits, since GSL's mean, of 53 bits, then has none of it. A statistic for which there
/// are too few numbers is not a number. So is every one, from then on, if one of the numbers was; with an infinite one,
/// all but the extremes.
public final class RunningStatistics {
    let workspace: UnsafeMutablePointer<gsl_rstat_workspace>

    /// The first number, if it is finite: what GSL's mean is a deviation from.
    var origin = 0.0

    /// As differences from the origin they would be rounded.
    var extremes = (minimum: Double.nan, maximum: Double.nan)

    /// Creates statistics of no numbers (`gsl_rstat_alloc`).
    ///
    /// - Throws: ``StatisticsError/gsl(_:)`` if there is no memory.
    public init() throws(StatisticsError) {
        _ = ErrorHandler.isOff
        guard let workspace = gsl_rstat_alloc() else { throw .noMemory("gsl_rstat_alloc") }
        self.workspace = workspace
    }

    deinit {
        gsl_rstat_free(workspace)
    }

    /// Adds a number (`gsl_rstat_add`).
    ///
    /// - Complexity: O(1), without allocation.
    public func add(_ number: Double) {
        if count == 0 {
            origin = number.isFinite ? number : 0
            extremes = (number, number)
        }
        if number < extremes.minimum || number.isNaN { extremes.minimum = number }
        if number > extremes.maximum || number.isNaN { extremes.maximum = number }
        gsl_rstat_add(number - origin, workspace)
    }

    /// Forgets all numbers (`gsl_rstat_reset`).
    public func reset() {
        gsl_rstat_reset(workspace)
        extremes = (.nan, .nan)
    }

    /// How many numbers were added (`gsl_rstat_n`).
    public var count: Int { Int(gsl_rstat_n(workspace)) }

    /// The smallest number.
    public var minimum: Double { extremes.minimum }

    /// The largest number.
    public var maximum: Double { extremes.maximum }

    /// The mean (`gsl_rstat_mean`).
    public var mean: Double { count < 1 ? .nan : origin + gsl_rstat_mean(workspace) }

    /// The variance of the sample, Σ(*x* − mean)² / (*n* − 1) (`gsl_rstat_variance`).
    public var variance: Double { count < 2 ? .nan : gsl_rstat_variance(workspace) }

    /// The root of the variance (`gsl_rstat_sd`).
    public var standardDeviation: Double { count < 2 ? .nan : gsl_rstat_sd(workspace) }

    /// The error of the mean of independent numbers, standard deviation / √*n* (`gsl_rstat_sd_mean`).
    public var standardError: Double { count < 2 ? .nan : gsl_rstat_sd_mean(workspace) }

    /// The root of the mean of the squares, of which the mean and the standard deviation are parts (`gsl_hypot`).
    public var rootMeanSquare: Double {
        count < 2 ? abs(mean) : gsl_hypot(mean, (variance * (1 - 1 / Double(count))).squareRoot())
    }

    /// The skewness, Σ((*x* − mean) / standard deviation)³ / *n* (`gsl_rstat_skew`).
    public var skewness: Double { count < 2 ? .nan : gsl_rstat_skew(workspace) }

    /// The excess kurtosis, Σ((*x* − mean) / standard deviation)⁴ / *n* − 3 (`gsl_rstat_kurtosis`).
    public var kurtosis: Double { count < 2 ? .nan : gsl_rstat_kurtosis(workspace) }
}

@available(*, unavailable, message: "Statistics belong to one thread.")
extension RunningStatistics: Sendable {}
