import GSL
import ObserverCore
import SimulationEngine

/// Records statistics of a number without its series: at the end a table `of,statistic,value,error,count,note` with a row for
/// each statistic, and tables of their own for a histogram (`from,to,count,density`), an autocorrelation
/// (`lag,time,covariance,correlation,pairs`) and a power spectrum (`frequency,density`).
///
/// See ``SeriesStatistics`` for the statistics. What is not known, such as an error of a series that is too short for
/// one, is left empty, and the note says why (``SeriesStatistics/Gap``).
public final class StatisticsRecorder: TableRecorder {
    /// Keeps the observation of the trigger alive.
    public let receiver = Receiver()

    /// The table.
    public let table: any TableWriter

    /// The statistics.
    public let statistics: SeriesStatistics

    private let name: String
    private let times: TimeGrid?
    var parts: [(table: any TableWriter, write: () throws(RecordingError) -> Void)] = []
    private var isFinished = false

    /// Begins to record.
    ///
    /// - Parameters:
    ///   - simulation: The simulation, which is not kept alive.
    ///   - name: The name of the number.
    ///   - options: The statistics besides moments and extremes.
    ///   - trigger: When it is sampled. Correlations, spectra and errors need equal intervals.
    ///   - interval: The time from one sample to the next; that of the trigger unless given.
    ///   - destination: Where to.
    ///   - parts: Where the tables `histogram`, `autocorrelation` and `spectrum` are written.
    ///   - number: Computes the number from the present state.
    /// - Throws: ``RecordingError``, `StatisticsError`.
    public init<Model>(
        _ simulation: Simulation<Model>, of name: String, _ options: SeriesStatistics.Options = .init(),
        at trigger: Trigger, interval: Double? = nil, to destination: TableDestination,
        parts: (String) -> TableDestination,
        _ number: @escaping () -> Double
    ) throws {
        self.name = name
        let interval = interval ?? trigger.interval.map { simulation.grid.time(ofStep: $0) }
        statistics = try SeriesStatistics(options, interval: interval)
        times = try interval.map { try TimeGrid(step: $0) }
        table = try destination.table(columns: ["of", "statistic", "value", "error", "count", "note"])
        try addParts(parts)
        observe(trigger) { [statistics] (_: Moment) in statistics.add(number()) }
    }

    /// Writes all tables.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``.
    public func finish() throws(RecordingError) {
        guard !isFinished else { return }
        isFinished = true
        let label = table.text(name)
        for row in statistics.rows {
            table.append(label)
            table.append(table.text(row.name))
            append(row.value, to: table)
            append(row.error, to: table)
            table.append(integer: statistics.count)
            if let gap = row.gap { table.append(table.text(gap.rawValue)) } else { table.appendNothing() }
            try table.endRow()
        }
        for part in parts { try part.write() }
        try table.endMoment()
        try flush()
    }

    /// Writes what is still in memory of all tables.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``.
    public func flush() throws(RecordingError) {
        try table.flush()
        for part in parts { try part.table.flush() }
    }

    private func append(_ number: Double, to table: any TableWriter) {
        if number.isNaN { table.appendNothing() } else { table.append(number) }
    }

    // MARK: Parts

    private func addParts(_ destination: (String) -> TableDestination) throws(RecordingError) {
        if let histogram = statistics.histogram {
            let table = try destination("histogram").table(columns: ["from", "to", "count", "density"])
            add(table) { () throws(RecordingError) in
                let (edges, counts, density) = (histogram.edges, histogram.counts, histogram.density)
                for bin in counts.indices {
                    table.append(edges[bin])
                    table.append(edges[bin + 1])
                    table.append(integer: counts[bin])
                    table.append(density[bin])
                    try table.endRow()
                }
            }
        }
        if let autocorrelation = statistics.autocorrelation {
            let table = try destination("autocorrelation").table(columns: [
                "lag", "time", "covariance", "correlation", "pairs",
            ])
            add(table) { [times] () throws(RecordingError) in
                for (point, normalized) in zip(autocorrelation.autocovariance, autocorrelation.autocorrelation) {
                    table.append(integer: point.lag)
                    if let times { table.append(times.time(ofStep: point.lag)) } else { table.appendNothing() }
                    table.append(point.value)
                    table.append(normalized.value)
                    table.append(integer: point.pairCount)
                    try table.endRow()
                }
            }
        }
        if let spectrum = statistics.spectrum {
            let table = try destination("spectrum").table(columns: ["frequency", "density"])
            add(table) { [unowned self] () throws(RecordingError) in
                for (frequency, density) in zip(spectrum.frequencies, spectrum.density) {
                    table.append(frequency)
                    // There is none as long as no segment is complete.
                    append(density, to: table)
                    try table.endRow()
                }
            }
        }
    }

    private func add(_ table: any TableWriter, _ write: @escaping () throws(RecordingError) -> Void) {
        parts.append((table, write))
    }
}
