/// The sum of the autocovariances of a series over all lags, positive and negative, as a ``BlockAverage`` estimates it: the
/// number of samples times the squared error of their mean.
public struct LongRunVariance: Equatable, Sendable {
    /// The sum.
    public let value: Double

    /// Up to which lag autocovariances are taken, in samples.
    public let window: Double

    /// The degrees of freedom *ν* of the estimate: the number of samples over twice the window. Its relative error is √(2/*ν*).
    public let degreesOfFreedom: Double

    /// How many samples there are in units of the least number that a correlation such as that of the series takes; at least 1.
    public let margin: Double

    /// By how much the root of the estimate is widened: by 1/(2 *ν*), as by Student's distribution, since it is one, and where the
    /// series is hardly long enough by a part *m*⁻³²/2 more with its ``margin`` *m*. Of series that are too short those few get
    /// there whose correlation happens to look short, and their estimates are too small. The numbers were found by trial on
    /// autoregressive processes.
    var widening: Double {
        var power = 1 / margin
        for _ in 0..<5 { power *= power }
        return 1 + 0.5 / degreesOfFreedom + 0.5 * power
    }
}
