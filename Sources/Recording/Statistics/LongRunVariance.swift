/// The sum of the autocovariances of a series over all lags, positive and negative, as a ``BlockAverage`` estimates it: the
/// number of samples times the squared error of their mean.
public struct LongRunVariance: Equatable, Sendable {
    /// The sum.
    public let value: Double

    /// Up to which lag autocovariances are taken, in samples.
    public let window: Double

    /// The degrees of freedom *ν* of the estimate: the number of samples over twice the window. Its relative error is √(2/*ν*).
    public let degreesOfFreedom: Double

    /// By how much the root of the estimate is widened: √(1/*ν*) of noise costs an interval coverage, 1/(2 *ν*) of its
    /// width by Student's distribution, and 2/*ν* because a series is taken for long enough where its correlation happens
    /// to look short, as found by trial on autoregressive processes.
    var widening: Double { 1 + 2.5 / degreesOfFreedom }
}
