/// The sum of the autocovariances of a series over all lags, positive and negative, as a ``BlockAverage`` estimates it: the
/// number of samples times the squared error of their mean.
public struct LongRunVariance: Equatable, Sendable {
    /// The sum.
    public let value: Double

    /// How many samples the blocks have whose correlations tell it.
    public let blockLength: Int

    /// The degrees of freedom *ν* of the estimate: its relative error is √(2/*ν*).
    public let degreesOfFreedom: Double

    /// How many samples there are in units of the least number that a correlation such as that of the series takes; at least 1. It is
    /// hardly correlated with the sum.
    public let margin: Double

    /// By how much the root of the estimate is widened, as by Student's distribution and for the bias of the weights of a model.
    var widening: Double { (1 + 2 / degreesOfFreedom).squareRoot() }
}
