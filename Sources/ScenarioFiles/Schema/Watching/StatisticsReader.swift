import Recording
import SimulationEngine

/// Reads
///
///     statistics:
///       of: temperature                               a number; see NumberReader
///       quantiles: [0.05, 0.5, 0.95]                  optional
///       histogram: {range: [0, 2], bins: 20}          optional, a table of its own; also {edges: […]}
///       autocorrelation: {points: 16, ratio: 2}       optional, a table of its own
///       spectrum: {segment: 1024}                     optional, a table of its own
struct StatisticsReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    func read(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let parts = ["histogram", "autocorrelation", "spectrum"].filter { value.hasKey($0) }
        let schedule = ScheduleReader(context: context).read(section)
        let statistics = statistics(value, schedule: schedule)
        let table = TableReader(context: context).read(section, defaultName: "statistics", parts: parts)
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
        value.section { section in
            let number = section.required("of", for: "a number").flatMap { NumberReader(context: context).number($0) }
            let quantiles =
                section.optional("quantiles").map {
                    $0.distinct(of: "quantiles") { $0.number(.closed(0...1)) }
                } ?? []
            let histogram = section.optional("histogram").map { $0.section { HistogramEdgesReader().read($0) } }
            let correlation = section.optional("autocorrelation").map { self.correlation($0, schedule) }
            let spectrum = section.optional("spectrum").map { self.spectrum($0, schedule) }
            guard let number, let quantiles else { return nil }
            if case .some(.none) = histogram { return nil }
            if case .some(.none) = correlation { return nil }
            if case .some(.none) = spectrum { return nil }
            let options = SeriesStatistics.Options(
                quantiles: quantiles, histogramEdges: histogram ?? nil, autocorrelation: correlation ?? nil,
                spectrumSegment: spectrum ?? nil)
            return (number, options)
        }
    }

    private func correlation(
        _ value: Value, _ schedule: SchedulePlan<Model>?
    ) -> SeriesStatistics.Options.Autocorrelation? {
        let isEven = SampleReader.areEven(value, schedule)
        let lags = value.section { SampleReader.lags($0) }
        return isEven ? lags : nil
    }

    private func spectrum(_ value: Value, _ schedule: SchedulePlan<Model>?) -> Int? {
        let isEven = SampleReader.areEven(value, schedule)
        return value.section { section in
            let segment = section.required("segment", for: "the number of samples in a segment").flatMap {
                self.segment($0, schedule)
            }
            return isEven ? segment : nil
        }
    }

    private func segment(_ value: Value, _ schedule: SchedulePlan<Model>?) -> Int? {
        guard let segment = value.integer(.closed(4...1 << 24)) else { return nil }
        guard segment.isMultiple(of: 2) else {
            value.report("'segment' must be even", expected: "\(segment - 1) or \(segment + 1)")
            return nil
        }
        if let integration = context.integration, let schedule {
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

/// Reads how samples are correlated.
enum SampleReader {
    /// Reads `points` and `ratio`.
    static func lags(_ section: Section) -> SeriesStatistics.Options.Autocorrelation? {
        let ratioValue = section.optional("ratio")
        let ratio = ratioValue.map { $0.integer(.closed(2...64)) } ?? 2
        let pointsValue = section.optional("points")
        let points = pointsValue.map { $0.integer(.closed(2...65_536)) } ?? 16
        section.noteDefault("points", "16")
        section.noteDefault("ratio", "2")
        guard let ratio, let points else { return nil }
        guard points.isMultiple(of: ratio) else {
            (pointsValue ?? ratioValue)?.report("'points' must be a multiple of 'ratio'")
            return nil
        }
        return SeriesStatistics.Options.Autocorrelation(points: points, ratio: ratio)
    }

    /// Whether there is memory for the samples that are kept for the lags of the first level, of a vector of so many numbers for
    /// each node.
    static func haveMemory(
        _ lags: SeriesStatistics.Options.Autocorrelation, _ value: Value, nodeCount: Int?, dimension: Int
    ) -> Bool {
        guard let nodeCount else { return true }
        return value.hasMemory(
            MemoryShortage(
                of: "\(value.name) of \(nodeCount) nodes with \(lags.points) points",
                bytes: Double(nodeCount) * Double(dimension) * Double(lags.points) * 8))
    }

    /// Whether samples are taken at equal intervals.
    static func areEven<Model>(_ value: Value, _ schedule: SchedulePlan<Model>?) -> Bool {
        guard let schedule, schedule.interval == nil else { return true }
        value.report(
            "\(value.name) needs samples at equal intervals",
            expected: "'every', or 'when' with nothing but 'every', 'from' and 'until'")
        return false
    }
}
