import CMath

/// The exponential correlation that the correlation *ρ* of neighbouring blocks tells, by which it is decided if a series is long
/// enough to have an error.
///
/// By the sum *m* of the autocovariances of the ``BlockModel``, from which the error follows, those series would look long enough
/// whose errors happen to be too small. The sum *s* of an exponential correlation is known better, and *s* (*s*/*m*)ᶜ with
/// *c* = 1/(2 − 2 *ρ*) has no covariance with *m*: of an autoregressive process of one term, the covariances of ln *s* and ln *m*, each
/// less the logarithm of the variance of the samples, with ln *m* are as 1 to 3 − 2 *ρ* (P. J. Brockwell and R. A. Davis, *Time Series:
/// Theory and Methods*, 2nd edition, Springer 1991, sections 7.2 and 8.1). Of averages it is *c* = 1 where *ρ* is large, as was found by
/// trial.
///
/// Where slow correlations are seen behind fast ones, *m* decides: of an autoregressive process of one term the partial
/// autocorrelations of *n* blocks at all lags behind the first one are independent of each other, with variances of 1/*n* (section 8.1).
struct ExponentialModel {
    /// By which factor *s* and *m* differ by chance. If *m* is greater than that, there are slow correlations behind fast ones, and it
    /// decides; if it is less, there are oscillations.
    private static let greatestRatio = 1.6

    /// How many deviations the sum of the partial autocorrelations is greater than 0 at most, else there are slow correlations.
    private static let greatestDeviation = 1.5

    /// The sum of the autocovariances of the samples over all lags.
    private let longRunVariance: Double

    /// The correlation of neighbouring blocks, from 0 to 0.99.
    private let correlation: Double

    /// True if longer correlations are seen behind that of neighbouring blocks.
    private let hasSlowPart: Bool

    /// The sum is the variance of the averages of *b* samples times *b* (1 + 2 *k* *ρ*/(1 − *ρ*)), exactly with *k* = 1 for *b* = 1, and
    /// with 2/3 + 1/(3 *b*²) for *ρ* → 1. That, with an addend in 1 − *ρ*, gives it within 2.5 %.
    init(of level: BlockingLevel, blockLength: Int) {
        correlation = max(0, min(level.autocovariance(at: 1) / level.variance, 0.99))
        let part = 1 / (Double(blockLength) * Double(blockLength))
        let factor = (2 + part) / 3 + (1 - part) * (1 - correlation) / 8
        longRunVariance = level.variance * Double(blockLength) * (1 + 2 * factor * correlation / (1 - correlation))
        hasSlowPart = Self.deviation(of: level) > Self.greatestDeviation
    }

    /// The sum of the partial autocorrelations behind the first one, in units of its standard deviation.
    private static func deviation(of level: BlockingLevel) -> Double {
        var model = AutoregressiveModel(of: level)
        var sum = 0.0
        for lag in 1...BlockingLevel.lagCount {
            guard let partial = model.addTerm() else { break }
            if lag > 1 { sum += partial }
        }
        return sum * (Double(level.count) / Double(BlockingLevel.lagCount - 1)).squareRoot()
    }

    /// The sum of the autocovariances that decides, given that of a model.
    func decidingSum(with sum: Double) -> Double {
        let ratio = longRunVariance / sum
        guard !hasSlowPart, ratio * Self.greatestRatio >= 1 else { return sum }
        return longRunVariance * pow(min(ratio, Self.greatestRatio), min(1, 0.5 / (1 - correlation)))
    }
}
