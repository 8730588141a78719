import GSL

/// Statistics of a series of numbers without keeping the series.
public final class SeriesStatistics {
    /// What is computed besides the moments and extremes, which cost little.
    public struct Options: Equatable, Sendable {
        /// The parts of the numbers that lie below the quantiles, between 0 and 1.
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

            /// The number of samples that are averaged for the next level.
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

    /// A statistic, with its error where that is known.
    public struct Row: Equatable, Sendable {
        /// The name.
        public let name: String

        /// The value.
        public let value: Double

        /// Of the mean the standard error; of a quantile the greatest distance from that of all numbers, 0 while all are
        /// kept (``QuantileSketch``). Not a number where it is not known.
        public let error: Double
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
    private let interval: Double?

    /// Creates statistics of no numbers.
    ///
    /// - Parameters:
    ///   - options: What is computed.
    ///   - interval: The time from one number to the next, `nil` if it is not always the same.
    /// - Throws: `StatisticsError` if an option is out of range.
    public init(_ options: Options, interval: Double?) throws(StatisticsError) {
        self.interval = interval
        moments = try RunningStatistics()
        for probability in options.quantiles {
            guard probability > 0, probability < 1 else { throw .probability(probability) }
        }
        probabilities = options.quantiles
        if let edges = options.histogramEdges { histogram = try Histogram(edges: edges) } else { histogram = nil }
        if let lags = options.autocorrelation {
            autocorrelation = try Autocorrelation(pointCount: lags.points, ratio: lags.ratio)
        } else {
            autocorrelation = nil
        }
        if let length = options.spectrumSegment {
            spectrum = try PowerSpectrum(segmentLength: length, interval: interval ?? 1)
        } else {
            spectrum = nil
        }
    }

    /// Adds a number.
    public func add(_ number: Double) {
        moments.add(number)
        blocks.add(number)
        if !probabilities.isEmpty { sketch.add(number) }
        histogram?.add(number)
        autocorrelation?.add(number)
        spectrum?.add(number)
    }

    /// How many numbers were added.
    public var count: Int { moments.count }

    /// The mean with its error by blocking, the variance, standard deviation, skewness and excess kurtosis, the extremes
    /// and quantiles, and the correlation time as an integral of the autocorrelation, where the interval is known.
    public var rows: [Row] {
        var rows = [Row(name: "mean", value: moments.mean, error: blocks.standardError ?? .nan)]
        func add(_ name: String, _ value: Double, error: Double = .nan) {
            rows.append(Row(name: name, value: value, error: error))
        }
        add("variance", moments.variance)
        add("deviation", moments.standardDeviation)
        add("skewness", moments.skewness)
        add("kurtosis", moments.kurtosis)
        add("minimum", moments.minimum)
        add("maximum", moments.maximum)
        for (probability, quantile) in zip(probabilities, sketch.quantiles(probabilities)) {
            add("quantile-\(probability)", quantile.value, error: quantile.error)
        }
        if let interval { add("correlation-time", (blocks.integratedAutocorrelationTime ?? .nan) * interval) }
        return rows
    }
}
