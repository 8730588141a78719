import GSL

/// Statistics of a series of numbers without keeping the series.
public final class SeriesStatistics {
    /// The statistics besides the moments and extremes, which cost little.
    public struct Options: Equatable, Sendable {
        /// The parts of the numbers that lie below the quantiles, from 0 to 1.
        public var quantiles: [Double]

        /// The edges of the bins of a histogram.
        public var histogramEdges: [Double]?

        /// The lags of an autocorrelation.
        public var autocorrelation: Autocorrelation?

        /// The number of samples in a segment of a power spectrum.
        public var spectrumSegment: Int?

        /// The lags of an autocorrelation; see ``Recording/Autocorrelation``.
        public struct Autocorrelation: Equatable, Sendable {
            /// The number of lags on a level.
            public var points: Int

            /// By how much lags are longer on the next level.
            public var ratio: Int

            /// Creates lags.
            public init(points: Int = 16, ratio: Int = 2) {
                self.points = points
                self.ratio = ratio
            }
        }

        /// Creates options.
        public init(
            quantiles: [Double] = [], histogramEdges: [Double]? = nil, autocorrelation: Autocorrelation? = nil,
            spectrumSegment: Int? = nil
        ) {
            self.quantiles = quantiles
            self.histogramEdges = histogramEdges
            self.autocorrelation = autocorrelation
            self.spectrumSegment = spectrumSegment
        }
    }

    /// Why something is not known.
    public enum Gap: String, Sendable {
        /// There are too few numbers.
        case tooFew = "too-few"

        /// The series is too short for its correlation; see ``BlockAverage``.
        case tooShort = "too-short"

        /// All numbers are the same.
        case constant

        /// A number was infinite.
        case infinite

        /// A number was none, so that no statistic is one.
        case notANumber = "not-a-number"
    }

    /// A statistic, with its error where that is known.
    public struct Row: Equatable, Sendable {
        /// The name.
        public let name: String

        /// The value.
        public let value: Double

        /// Of the mean the standard error; of a quantile the greatest distance from that of all numbers, 0 while all are
        /// kept (`QuantileSketch`). Not a number where it is not known, and of other statistics.
        public let error: Double

        /// Why the value, or the error of the mean, is not known.
        public let gap: Gap?
    }

    /// The histogram, if there is one.
    public let histogram: Histogram?

    /// The autocorrelation, if there is one.
    public let autocorrelation: Autocorrelation?

    /// The power spectrum, if there is one.
    public let spectrum: PowerSpectrum?

    let moments: RunningStatistics
    var blocks = BlockAverage()
    let probabilities: [Double]
    var sketch = QuantileSketch()
    let interval: Double?

    /// How many numbers were none.
    public internal(set) var notANumberCount = 0

    /// How many numbers were infinite.
    public internal(set) var infiniteCount = 0

    /// Creates statistics of no numbers.
    ///
    /// - Parameters:
    ///   - options: The statistics.
    ///   - interval: The time from one number to the next, `nil` if it is not always the same.
    /// - Throws: `StatisticsError` if an option is out of range, or the interval is not positive.
    public init(_ options: Options, interval: Double?) throws(StatisticsError) {
        if let interval { try StatisticsError.check("interval between samples", isPositive: interval) }
        self.interval = interval
        moments = try RunningStatistics()
        for probability in options.quantiles {
            guard (0...1).contains(probability) else { throw .probability(probability) }
        }
        probabilities = options.quantiles
        if let edges = options.histogramEdges { histogram = try Histogram(edges: edges) } else { histogram = nil }
        if let lags = options.autocorrelation {
            autocorrelation = try Autocorrelation(points: lags.points, ratio: lags.ratio)
        } else {
            autocorrelation = nil
        }
        if let length = options.spectrumSegment {
            spectrum = try PowerSpectrum(segment: length, interval: interval ?? 1)
        } else {
            spectrum = nil
        }
    }

    /// Adds a number. After one that is none, no statistic is a number; the histogram leaves it out.
    public func add(_ number: Double) {
        if number.isNaN { notANumberCount += 1 }
        if number.isInfinite { infiniteCount += 1 }
        moments.add(number)
        blocks.add(number)
        if !probabilities.isEmpty { sketch.add(number) }
        // The last bin contains its end, at which many a number stays that has come to its greatest value.
        histogram?.add(number == histogram?.edges.last ? number.nextDown : number)
        autocorrelation?.add(number)
        spectrum?.add(number)
    }

    /// How many numbers were added.
    public var count: Int { moments.count }
}
