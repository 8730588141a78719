import GSL

/// The autocorrelation of a series of numbers at equal intervals, by a multiple-τ correlator, without keeping the series.
///
/// Lags are 0, 1, …, *p* − 1 sampling intervals, then *p*/*m*, …, *p* − 1 times *m*, *m*², and so on: with the usual
/// *p* = 16 and *m* = 2, 0 to 15, 16 to 30 by twos, 32 to 60 by fours. Level *i* has every *mⁱ*-th sample as it is, and
/// nothing is averaged before it is multiplied: every value is the exact average over pairs of samples at its lag, the later of
/// which are *mⁱ* sampling intervals apart.
///
/// The lags are those of J. Ramírez, S. K. Sukumaran, B. Vorselaars and A. E. Likhtman, *Efficient on the fly calculation of
/// time correlation functions in computer simulations*, J. Chem. Phys. 133 (2010),
/// [doi:10.1063/1.3491098](https://doi.org/10.1063/1.3491098); the samples are those of D. Dubbeldam, D. C. Ford, D. E. Ellis
/// and R. Q. Snurr, *A new perspective on the order-n algorithm for computing correlation functions*, Mol. Simul. 35 (2009),
/// [doi:10.1080/08927020902818039](https://doi.org/10.1080/08927020902818039).
public final class Autocorrelation {
    let scheme: MultipleTauScheme<CovarianceKernel>

    /// Of the deviations from the first sample, which are correlated in place of the samples, so that a large mean costs no
    /// digits. What comes out does not depend on it but for rounding.
    var moments = Moments()
    var origin = 0.0

    /// Creates a correlator without samples.
    ///
    /// - Parameters:
    ///   - pointCount: The number *p* of lags on a level, a multiple of the ratio up to 65536.
    ///   - ratio: The number *m*: each *m*-th sample of a level is passed to the next, at least 2.
    /// - Throws: `StatisticsError` if one of them is out of range.
    public init(points pointCount: Int = 16, ratio: Int = 2) throws(StatisticsError) {
        scheme = try MultipleTauScheme(pointCount: pointCount, ratio: ratio, componentCount: 1)
    }

    /// Adds a sample.
    ///
    /// - Complexity: O(*p*) on average, O(*p* log *n*) at worst; memory O(*p* log *n*).
    public func add(_ sample: Double) {
        if moments.count == 0 { origin = sample }
        let deviation = sample - origin
        moments.add(deviation)
        withUnsafePointer(to: deviation) { scheme.add(UnsafeBufferPointer(start: $0, count: 1)) }
    }

    /// How many samples were added.
    public var count: Int { moments.count }

    /// The mean of the samples, not a number if there are none.
    public var mean: Double { origin + moments.mean }

    /// The covariance of *x*(*t*) and *x*(*t* + lag) over the pairs that there are: the average of their product minus the
    /// product of the average of the earlier samples, which lack the end of the series, and that of the later ones, which
    /// lack its beginning.
    ///
    /// This is what the whole record would give with means of its own for each lag; at lag 0 it is the variance of the
    /// series, divided by the number of samples.
    ///
    /// A lag of which there is one pair only has none: a sample does not differ from its own mean.
    ///
    /// - Complexity: O(*p* log *n*).
    public var autocovariance: [CorrelationPoint] {
        scheme.points(dividedBy: 1).filter { $0.pairCount > 1 }
    }

    /// The ``autocovariance`` in units of that at lag 0, which is 1 then; not a number if all samples are the same.
    ///
    /// - Complexity: O(*p* log *n*).
    public var autocorrelation: [CorrelationPoint] { autocovariance.normalized }
}

@available(*, unavailable, message: "A correlator belongs to one thread.")
extension Autocorrelation: Sendable {}
