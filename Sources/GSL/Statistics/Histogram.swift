import CGSL

/// A histogram in one dimension (`gsl_histogram`).
///
/// A bin contains its lower edge and not its upper one. Numbers below the first edge, at or above the last one, and
/// those that are none are counted apart.
public final class Histogram {
    /// The most bins that a histogram may have.
    package static let maximumBinCount = 1 << 28

    /// The edges of the bins, one more than there are bins.
    public let edges: [Double]

    /// How many numbers were below the first edge.
    public internal(set) var underflow = 0

    /// How many numbers were at or above the last edge.
    public internal(set) var overflow = 0

    /// How many were not a number.
    public internal(set) var notANumberCount = 0

    let histogram: UnsafeMutablePointer<gsl_histogram>

    /// Creates an empty histogram with bins of one width (`gsl_histogram_calloc_uniform`).
    ///
    /// - Parameters:
    ///   - binCount: The number of bins.
    ///   - range: The first and the last edge.
    /// - Throws: ``StatisticsError`` if there is no bin, the range is empty or not finite, the bins are so narrow that
    ///   their edges coincide, or there is no memory.
    public init(bins binCount: Int, in range: Range<Double>) throws(StatisticsError) {
        _ = ErrorHandler.isOff
        try StatisticsError.check("number of bins", binCount, in: 1...Self.maximumBinCount)
        try HistogramEdges.check(range)
        guard let histogram = gsl_histogram_calloc_uniform(binCount, range.lowerBound, range.upperBound) else {
            throw .noMemory("gsl_histogram_calloc_uniform")
        }
        edges = Array(UnsafeBufferPointer(start: histogram.pointee.range, count: binCount + 1))
        self.histogram = histogram
        try HistogramEdges.check(edges)
    }

    /// Creates an empty histogram with bins between given edges (`gsl_histogram_set_ranges`).
    ///
    /// - Parameter edges: The edges, ascending, at least two.
    /// - Throws: ``StatisticsError`` if they are not, or if there is no memory.
    public init(edges: [Double]) throws(StatisticsError) {
        _ = ErrorHandler.isOff
        try HistogramEdges.check(edges)
        guard let histogram = gsl_histogram_calloc(edges.count - 1) else { throw .noMemory("gsl_histogram_calloc") }
        gsl_histogram_set_ranges(histogram, edges, edges.count)
        self.edges = edges
        self.histogram = histogram
    }

    deinit {
        gsl_histogram_free(histogram)
    }

    /// Counts a number (`gsl_histogram_increment`).
    ///
    /// - Complexity: O(1) with bins of one width, otherwise O(log *n*) in the number of bins; without allocation.
    public func add(_ number: Double) {
        if number.isNaN {
            notANumberCount += 1
        } else if number < histogram.pointee.range[0] {
            underflow += 1
        } else if number >= histogram.pointee.range[binCount] {
            overflow += 1
        } else {
            gsl_histogram_increment(histogram, number)
        }
    }

    /// Forgets all numbers (`gsl_histogram_reset`).
    public func reset() {
        gsl_histogram_reset(histogram)
        (underflow, overflow, notANumberCount) = (0, 0, 0)
    }

    /// The number of bins (`gsl_histogram_bins`).
    public var binCount: Int { gsl_histogram_bins(histogram) }

    /// How many numbers fell into each bin.
    ///
    /// - Complexity: O(*n*) in the number of bins.
    public var counts: [Int] {
        UnsafeBufferPointer(start: histogram.pointee.bin, count: binCount).map { Int($0) }
    }

    /// The density of the numbers in each bin, of which the integral over all bins is 1: those outside do not count. If
    /// there is none inside, zeros.
    ///
    /// - Complexity: O(*n*) in the number of bins.
    public var density: [Double] {
        let total = max(gsl_histogram_sum(histogram), 1)
        return (0..<binCount).map { bin in histogram.pointee.bin[bin] / (total * (edges[bin + 1] - edges[bin])) }
    }
}

@available(*, unavailable, message: "A histogram belongs to one thread.")
extension Histogram: Sendable {}

/// The conditions on the edges of a histogram.
private enum HistogramEdges {
    static func check(_ range: Range<Double>) throws(StatisticsError) {
        guard range.lowerBound < range.upperBound, (range.upperBound - range.lowerBound).isFinite else {
            throw .range(lower: range.lowerBound, upper: range.upperBound)
        }
    }

    static func check(_ edges: [Double]) throws(StatisticsError) {
        try StatisticsError.check("number of edges", edges.count, in: 2...Histogram.maximumBinCount + 1)
        for (index, edge) in edges.enumerated() {
            guard edge.isFinite, index == 0 || edges[index - 1] < edge else { throw .edge(edge, index: index) }
        }
    }
}
