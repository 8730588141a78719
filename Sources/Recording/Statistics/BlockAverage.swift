import GSL

/// The mean of a correlated series with its error, without keeping the series.
///
/// The squared error of the mean of *n* samples is Σ γ(*k*)/*n* with the autocovariance γ at all lags *k*, positive and
/// negative. The sum is that of an autoregressive model of three terms, of the averages of blocks of 1, 2, 4, … samples, whose
/// autocovariances are known at lags up to eight blocks. The blocks are the shortest ones
///
/// - that are as long as the lesser of *n*/512 and √*n*/4, which costs little, against correlations that cannot be seen;
/// - whose correlation has a time of four blocks at most, by the model and by the greatest correlation at any of the lags;
/// - behind whose correlation none is seen in longer ones, as far as it is significant, so that weak slow correlations behind fast
///   strong ones are not missed while there are samples enough to see them.
///
/// A series that is shorter than ``minimumLength`` correlation times has no error, nor have some 200 samples. If the
/// ``integratedAutocorrelationTime`` decided this, those series would have errors whose errors happen to be too small. So a time
/// decides that is hardly correlated with them: about *s*²/*m*, with the time *m* of the model and that of an exponential correlation, *s*, which
/// neighbouring blocks tell.
///
/// Intervals of one and two errors contain the true mean of autoregressive series with a probability of 66–70 % and 94–96 %, and of
/// 65–70 % and 93–96 % at lengths at which one series of ten or fewer has an error.
///
/// Blocks: H. Flyvbjerg and H. G. Petersen, *Error estimates on averages of correlated data*, J. Chem. Phys. 91 (1989),
/// [doi:10.1063/1.457480](https://doi.org/10.1063/1.457480). Autoregressive models for this: M. B. Thompson, *A comparison of
/// methods for computing autocorrelation time* (2010), [arXiv:1011.0175](https://arxiv.org/abs/1011.0175).
///
/// Samples must be taken at equal intervals. The series must be stationary: cut off its beginning.
public struct BlockAverage: Sendable {
    /// How many correlation times a series has at least of which an error is told, a third of a sample being added to each.
    public static let minimumLength = 260.0

    /// The addend to a correlation time, in samples, for the weights of a model that are to be found even where there is none.
    static let timeOfSamples = 0.3

    /// How many samples there are at least where an error is told, as many as of independent ones, whose correlation time is ½. Of
    /// fewer, nothing slower than them is seen.
    static let minimumCount = 208

    /// Of the deviations from the first sample, so that a large mean costs no digits, in a unit of their own.
    var levels: [BlockingLevel] = []
    var origin = 0.0
    var unit = DeviationScale()

    /// The average of no samples.
    public init() {}

    /// Adds a sample.
    ///
    /// - Complexity: O(1) on average, O(log *n*) at worst; memory O(log *n*).
    public mutating func add(_ sample: Double) {
        if levels.isEmpty { origin = sample.isFinite ? sample : 0 }
        let deviation = sample - origin
        if let factor = unit.makeRoom(for: deviation) {
            for level in levels.indices { levels[level].scale(by: factor) }
        }
        var average = unit.scaled(deviation)
        var level = 0
        while true {
            if level == levels.count { levels.append(BlockingLevel()) }
            guard let next = levels[level].add(average) else { return }
            average = next
            level += 1
        }
    }

    /// How many samples were added.
    public var count: Int { levels.first?.count ?? 0 }

    /// The mean of all samples, not a number if there are none.
    public var mean: Double { origin + unit.unscaled(levels.first?.moments.mean ?? .nan) }

    /// The variance of the samples, not a number if there are fewer than two.
    public var variance: Double { unit.unscaled(unit.unscaled(scaledVariance)) }

    var scaledVariance: Double { levels.first?.moments.variance ?? .nan }

    /// The error of the mean: the true mean lies within one of it with a probability of 68 %, and within two of it with one
    /// of 95 %; `nil` if the series is too short, 0 if all samples are the same.
    ///
    /// It is √(2 τ · variance/*n*) with the ``integratedAutocorrelationTime`` τ, widened as its few degrees of freedom ask for.
    public var standardError: Double? {
        if scaledVariance == 0, count >= Self.minimumCount { return 0 }
        guard let sum = scaledLongRunVariance else { return nil }
        return unit.unscaled((sum.value / Double(count)).squareRoot() * sum.widening)
    }

    /// The sum of the autocovariances; `nil` if the series is too short, or constant.
    ///
    /// - Complexity: O(log *n*).
    public var longRunVariance: LongRunVariance? {
        scaledLongRunVariance.map {
            LongRunVariance(
                value: unit.unscaled(unit.unscaled($0.value)), blockLength: $0.blockLength,
                degreesOfFreedom: $0.degreesOfFreedom,
                margin: $0.margin)
        }
    }

    /// By what the number of samples is to be divided to have that of independent ones, 1 + 2 Σ ρ(*k*) with the
    /// autocorrelation ρ at lags *k* from 1 on; `nil` if the series is too short, or constant.
    public var statisticalInefficiency: Double? {
        scaledLongRunVariance.map { $0.value / scaledVariance }
    }

    /// The integrated autocorrelation time ½ + Σ ρ(*k*) in sampling intervals, half the ``statisticalInefficiency``: ½
    /// for independent samples, and τ for an autocorrelation exp(−*k*/τ) with a large τ.
    public var integratedAutocorrelationTime: Double? { statisticalInefficiency.map { $0 / 2 } }

    /// Tests if the mean is known to a relative error.
    ///
    /// Asked for each sample while a series grows, a question stops where the estimate of the error happens to be low,
    /// and the interval is then too narrow. So the answer is `true` only when there are 2ⁱ or 3 · 2ⁱ samples, which are few
    /// moments, far from each other: the error is right then as often as for a series of a given length.
    ///
    /// P. W. Glynn and W. Whitt, *The asymptotic validity of sequential stopping rules for stochastic simulations*, Ann. Appl.
    /// Probab. 2 (1992), [doi:10.1214/aoap/1177005777](https://doi.org/10.1214/aoap/1177005777).
    ///
    /// - Parameter relativeError: The largest ``standardError`` that is allowed, in units of the magnitude of the mean.
    /// - Returns: True if it is time to ask, and the error is known and not larger.
    public func isConverged(relativeError: Double) -> Bool {
        let leading = count >> max(0, count.trailingZeroBitCount)
        guard count > 0, leading == 1 || leading == 3, let error = standardError else { return false }
        return error <= relativeError * mean.magnitude
    }
}
