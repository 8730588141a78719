import Descriptions
import Recording
import SimulationEngine

enum StatisticsKeys {
    static let of = ParameterDescription("of", "a number", .quantity)
    static let quantiles = ParameterDescription(
        "quantiles", "which quantiles, from 0, the minimum, to 1, the maximum", .items(.number(.fraction)), .optional)
    static let histogram = ParameterDescription(
        "histogram", "bins whose samples are counted, in a table of its own", .record(HistogramKeys.all), .optional)
    static let autocorrelation = ParameterDescription(
        "autocorrelation", "the lags of an autocorrelation, in a table of its own", .record(SampleKeys.all), .optional)
    static let spectrum = ParameterDescription(
        "spectrum", "how a spectrum is taken, in a table of its own", .record([segment]), .optional)
    static let segment = ParameterDescription(
        "segment", "the number of samples in a segment", .integer(4...1 << 24))
    static let all = [of, quantiles, histogram, autocorrelation, spectrum]

    /// The parts that have tables of their own.
    static let parts = [histogram, autocorrelation, spectrum].map(\.name)
    static let description = ComponentDescription(
        key: "statistics", "statistics of a number over the moments of a run, with the error of its mean", .record(all),
        beside: ScheduleKeys.ofSamples + TableKeys.all)
}

/// Reads of what statistics are taken, and which.
struct StatisticsReader<Model: SimulationModel> {
    private typealias Keys = StatisticsKeys

    let context: WatchContext<Model>

    func read(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let parts = Keys.parts.filter { value.hasKey($0) }
        let schedule = ScheduleReader(context: context).read(section)
        let statistics = statistics(value, schedule: schedule)
        let table = context.tables.read(section, defaultName: "statistics", parts: parts)
        guard let (number, options) = statistics, let schedule, let table else { return nil }
        return { run in
            let recorder = try StatisticsRecorder(
                run.simulation, of: number.name, options, at: schedule.trigger(in: run.simulation),
                interval: schedule.interval(on: run.simulation.grid), to: table.destination(in: run.directory),
                parts: { table.part($0).destination(in: run.directory) }, number.number(in: run.simulation))
            run.keep(recorder)
            run.atEnd { [unowned run] _ in
                guard recorder.statistics.spectrum?.segmentCount == 0 else { return }
                run.warnings.add(
                    "the spectrum of \(number.name) is empty: the run has ended before the first segment of samples was complete"
                )
            }
        }
    }

    private func statistics(
        _ value: Value, schedule: SchedulePlan<Model>?
    ) -> (QuantityExpression<Model>, SeriesStatistics.Options)? {
        value.section(of: Keys.all) { section in
            let number = section.read(Keys.of) { NumberReader(context: context).number($0) }
            let quantiles = section.read(Keys.quantiles, else: []) {
                $0.distinct(of: "quantiles") { $0.number(.closed(0...1)) }
            }
            let histogram = section.readIfGiven(Keys.histogram) {
                $0.section(of: HistogramKeys.all) { HistogramEdgesReader().read($0) }
            }
            let correlation = section.readIfGiven(Keys.autocorrelation) { self.correlation($0, schedule) }
            let spectrum = section.readIfGiven(Keys.spectrum) { self.spectrum($0, schedule) }
            guard let number, let quantiles, let histogram, let correlation, let spectrum else { return nil }
            let options = SeriesStatistics.Options(
                quantiles: quantiles, histogramEdges: histogram, autocorrelation: correlation,
                spectrumSegment: spectrum)
            return (number, options)
        }
    }

    private func correlation(
        _ value: Value, _ schedule: SchedulePlan<Model>?
    ) -> SeriesStatistics.Options.Autocorrelation? {
        let isEven = SampleReader.areEven(value, schedule)
        let lags = value.section(of: SampleKeys.all) { SampleReader.lags($0) }
        return isEven ? lags : nil
    }

    private func spectrum(_ value: Value, _ schedule: SchedulePlan<Model>?) -> Int? {
        let isEven = SampleReader.areEven(value, schedule)
        return value.section(of: [Keys.segment]) { section in
            let segment = section.read(Keys.segment) { self.segment($0, schedule) }
            return isEven ? segment : nil
        }
    }

    private func segment(_ value: Value, _ schedule: SchedulePlan<Model>?) -> Int? {
        guard let segment = value.integer(.closed(4...1 << 24)) else { return nil }
        guard segment.isMultiple(of: 2) else {
            value.report("'segment' must be even", expected: "\(segment - 1) or \(segment + 1)")
            return nil
        }
        if let integration = context.system.integration, let schedule {
            let count = schedule.greatestSampleCount(in: integration)
            guard segment <= count else {
                value.report(
                    "'segment' has \(segment) samples, but only \(count) \(count == 1 ? "is" : "are") taken in the run",
                    expected: count < 4 ? "more samples" : "at most \(count - count % 2), or more samples")
                return nil
            }
        }
        return segment
    }
}

/// The keys of lags at which samples are correlated.
package enum SampleKeys {
    static let ratio = Parameter("ratio", "by how much lags grow from level to level", in: 2...64, default: 2)
    static let points = Parameter("points", "the number of lags on a level", in: 2...65_536, default: 16)
    package static let all = [ParameterDescription](ratio, points)
}

/// Reads how samples are correlated.
package enum SampleReader {
    /// Reads `points` and `ratio`.
    package static func lags(_ section: Section) -> SeriesStatistics.Options.Autocorrelation? {
        let ratio = section.value(of: SampleKeys.ratio)
        let points = section.value(of: SampleKeys.points)
        guard let ratio, let points else { return nil }
        guard points.isMultiple(of: ratio) else {
            let place = section.given(SampleKeys.points) ?? section.given(SampleKeys.ratio)
            place?.report("'points' must be a multiple of 'ratio'")
            return nil
        }
        return SeriesStatistics.Options.Autocorrelation(points: points, ratio: ratio)
    }

    /// Tests if there is memory for the samples that are kept for the lags of the first level, of a vector of so many numbers for
    /// each node.
    package static func haveMemory(
        _ lags: SeriesStatistics.Options.Autocorrelation, _ value: Value, nodeCount: Int?, dimension: Int
    ) -> Bool {
        guard let nodeCount else { return true }
        return value.hasMemory(
            MemoryShortage(
                of: "\(value.name) of \(nodeCount) nodes with \(lags.points) points",
                bytes: Double(nodeCount) * Double(dimension) * Double(lags.points) * 8))
    }

    /// Tests if samples are taken at equal intervals, which is reported otherwise.
    package static func areEven<Model>(_ value: Value, _ schedule: SchedulePlan<Model>?) -> Bool {
        guard let schedule, schedule.interval == nil else { return true }
        value.report(
            "\(value.name) needs samples at equal intervals",
            expected: "'every', or 'when' with nothing but 'every', 'from' and 'until'")
        return false
    }
}
