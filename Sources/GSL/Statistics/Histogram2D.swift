import CGSL

/// A histogram in two dimensions (`gsl_histogram2d`).
///
/// A bin contains its lower edges and not its upper ones. Pairs outside of the bins, or with something that is not a
/// number, are counted apart.
package final class Histogram2D {
    /// The edges of the bins in the first dimension.
    package let xEdges: [Double]

    /// The edges of the bins in the second dimension.
    package let yEdges: [Double]

    /// How many pairs fell into no bin.
    package internal(set) var outside = 0

    let histogram: UnsafeMutablePointer<gsl_histogram2d>

    /// Creates an empty histogram with bins of one width in each dimension (`gsl_histogram2d_set_ranges_uniform`).
    ///
    /// - Parameters:
    ///   - binCounts: The numbers of bins in both dimensions.
    ///   - xRange: The first and the last edge in the first dimension.
    ///   - yRange: The first and the last edge in the second dimension.
    /// - Throws: ``StatisticsError`` as for a ``Histogram``.
    package convenience init(
        bins binCounts: (x: Int, y: Int), x xRange: Range<Double>, y yRange: Range<Double>
    ) throws(StatisticsError) {
        let x = try Histogram(bins: binCounts.x, in: xRange)
        let y = try Histogram(bins: binCounts.y, in: yRange)
        try self.init(xEdges: x.edges, yEdges: y.edges)
    }

    /// Creates an empty histogram with bins between given edges (`gsl_histogram2d_set_ranges`).
    ///
    /// - Parameters:
    ///   - xEdges: The edges in the first dimension, ascending, at least two.
    ///   - yEdges: The edges in the second dimension, ascending, at least two.
    /// - Throws: ``StatisticsError`` if they are not, or if there is no memory.
    package init(xEdges: [Double], yEdges: [Double]) throws(StatisticsError) {
        _ = ErrorHandler.isOff
        try HistogramEdges.check(xEdges)
        try HistogramEdges.check(yEdges)
        let (xCount, yCount) = (xEdges.count - 1, yEdges.count - 1)
        try StatisticsError.check(
            "number of bins", xCount.multipliedReportingOverflow(by: yCount).partialValue,
            in: 1...Histogram.maximumBinCount)
        guard let histogram = gsl_histogram2d_calloc(xCount, yCount) else { throw .noMemory("gsl_histogram2d_calloc") }
        gsl_histogram2d_set_ranges(histogram, xEdges, xEdges.count, yEdges, yEdges.count)
        self.xEdges = xEdges
        self.yEdges = yEdges
        self.histogram = histogram
    }

    deinit {
        gsl_histogram2d_free(histogram)
    }

    /// Counts a pair of numbers (`gsl_histogram2d_increment`).
    ///
    /// - Complexity: O(1) with bins of one width, otherwise O(log *n*) in the number of bins; without allocation.
    package func add(_ x: Double, _ y: Double) {
        // GSL would look for what is not a number beyond its bins.
        guard !x.isNaN, !y.isNaN, gsl_histogram2d_increment(histogram, x, y) == Int32(GSL_SUCCESS) else {
            outside += 1
            return
        }
    }

    /// Forgets all pairs (`gsl_histogram2d_reset`).
    package func reset() {
        gsl_histogram2d_reset(histogram)
        outside = 0
    }

    /// The numbers of bins in both dimensions (`gsl_histogram2d_nx`, `gsl_histogram2d_ny`).
    package var binCounts: (x: Int, y: Int) { (gsl_histogram2d_nx(histogram), gsl_histogram2d_ny(histogram)) }

    /// How many pairs fell into each bin: for each bin of the first dimension all of the second.
    ///
    /// - Complexity: O(*n*) in the number of bins.
    package var counts: [Int] {
        UnsafeBufferPointer(start: histogram.pointee.bin, count: binCounts.x * binCounts.y).map { Int($0) }
    }

    /// The density of the pairs in each bin, in the order of ``counts``, of which the integral over all bins is 1: those
    /// outside do not count. If there is none inside, zeros.
    ///
    /// - Complexity: O(*n*) in the number of bins.
    package var density: [Double] {
        let total = max(gsl_histogram2d_sum(histogram), 1)
        let (xCount, yCount) = binCounts
        return (0..<xCount * yCount).map { bin in
            let (x, y) = bin.quotientAndRemainder(dividingBy: yCount)
            let area = (xEdges[x + 1] - xEdges[x]) * (yEdges[y + 1] - yEdges[y])
            return histogram.pointee.bin[bin] / (total * area)
        }
    }
}

@available(*, unavailable, message: "A histogram belongs to one thread.")
extension Histogram2D: Sendable {}
