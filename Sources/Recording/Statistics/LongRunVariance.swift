/// The sum of the autocovariances of a series over all lags, positive and negative, as a ``BlockAverage`` estimates it: the
/// number of samples times the squared error of their mean.
public struct LongRunVariance: Equatable, Sendable {
    /// The sum.
    public let value: Double

    /// How many samples the blocks have whose correlations tell it.
    public let blockLength: Int

    /// The degrees of freedom *ν* of the estimate: its relative error is √(2/*ν*).
    public let degreesOfFreedom: Double

    /// How many samples there are in units of the least number that a correlation such as that of the series takes; at least 1.
    public let margin: Double

    /// By how much the root of the estimate is widened: the square by a part 3/*ν*, as by Student's distribution and for the bias
    /// of the weights of a model, and where the series is hardly long enough by a part 1.8 *m*⁻³² with its ``margin`` *m*. Of series
    /// that are too short those few get there whose correlation happens to look short, and their estimates are too small. The numbers
    /// were found by trial on autoregressive processes.
    var widening: Double {
        var power = 1 / margin
        for _ in 0..<5 { power *= power }
        return (1 + 3 / degreesOfFreedom + 1.8 * power).squareRoot()
    }
}
