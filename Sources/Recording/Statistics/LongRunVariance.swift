/// The sum of the autocovariances of a series over all lags, positive and negative, as a ``BlockAverage`` estimates it: the
/// number of samples times the squared error of their mean.
public struct LongRunVariance: Equatable, Sendable {
    /// The sum.
    public let value: Double

    /// Up to which lag autocovariances are taken, in samples.
    public let window: Double

    /// The degrees of freedom *ν* of the estimate: the number of samples over twice the window. Its relative error is √(2/*ν*).
    public let degreesOfFreedom: Double

    /// By how much the root of the estimate is widened, since it is one: by 1/(2 *ν*), as by Student's distribution, and
    /// where a series is hardly long enough by 100/*ν*² more, because it is taken for that if its correlation happens to look
    /// short, as found by trial on autoregressive processes.
    var widening: Double { 1 + (0.5 + 100 / degreesOfFreedom) / degreesOfFreedom }
}
