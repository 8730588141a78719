import ScenarioFiles
import SimulationEngine
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A search needs runs that are not complete.
struct SearchIsUnfinished: Error {}

extension Sweep {
    /// The file of a search's findings in the directory.
    static let foundFile = "found.csv"

    /// Looks for something, by runs that are carried out where they are not complete yet.
    ///
    /// - Throws: ``SweepError`` also if there is nothing to be found.
    func carryOut(_ search: SweepSpecification.Search, _ options: SweepOptions, _ monitor: SweepMonitor) throws
        -> SweepProgress
    {
        guard options.shard == nil else { throw SweepError.searchInParts }
        var progress = SweepProgress(runCount: 0)
        let running = SweepSearch(search, of: plan.specification) { point in
            let evaluation = with(points: [point])
            progress = try evaluation.carryOutAll(options, monitor, after: progress)
            guard progress.isComplete else { throw SearchIsUnfinished() }
            return try evaluation.numbers(of: search, SweepResults(of: evaluation))
        }
        do {
            try store(try running.optima())
        } catch is SearchIsUnfinished {
            // Why stands in the progress.
        }
        return progress
    }

    /// Carries out all runs, waits for those that other processes have begun, and tells how far it is with what was carried out earlier.
    private func carryOutAll(
        _ options: SweepOptions, _ monitor: SweepMonitor, after earlier: SweepProgress
    ) throws -> SweepProgress {
        var monitor = monitor
        monitor.onRun = { [onRun = monitor.onRun] run, end, progress in onRun(run, end, progress.adding(earlier)) }
        var completed = 0
        while true {
            let workers = SweepWorkers(of: self, options, monitor)
            try workers.work()
            var progress = workers.progress
            completed += progress.completed
            guard progress.elsewhere > 0, !progress.wasStopped, progress.failed == 0 else {
                progress.earlier -= completed - progress.completed
                progress.completed = completed
                return progress.adding(earlier)
            }
            usleep(Self.pause)
        }
    }

    /// How long to wait until runs of other processes are looked at again, in microseconds.
    private static let pause: UInt32 = 50_000

    private func store(_ optima: [SweepOptimum]) throws(SweepError) {
        let path = "\(self.path)/\(Self.foundFile)"
        do {
            try DurableFile(path: path).write(Array(table(of: optima).utf8))
        } catch {
            throw .file(path: path, reason: error.reason)
        }
    }

    /// The findings as CSV; `nil` if there are none.
    package var found: String? {
        if case .found(let optima) = outcome { table(of: optima) } else { nil }
    }

    private func table(of optima: [SweepOptimum]) -> String {
        guard let search = plan.specification.search else { return "" }
        let isFound = plan.keys.map(search.keys.contains)
        let names = zip(plan.keys, isFound).flatMap { $1 ? [$0, "\($0)-error"] : [$0] }
        let header = names + [search.quantity, "\(search.quantity)-error", "replicates", "evaluations"]
        let rows = optima.map { optimum in
            let labels = plan.labels(of: optimum.values).enumerated().flatMap { key, label in
                isFound[key] ? [label, Self.text(optimum.errors[key])] : [label]
            }
            return labels + [
                "\(optimum.quantity)", Self.text(optimum.quantityError), "\(plan.replicates)", "\(optimum.evaluations)",
            ]
        }
        return ([header] + rows).map { $0.map(\.asField).joined(separator: ",") + "\n" }.joined()
    }

    private static func text(_ number: Double?) -> String { number.map(\.description) ?? "" }

    /// The quantity that is looked for, of each run.
    ///
    /// - Throws: ``SearchIsUnfinished`` if a run is not complete, ``SweepError``.
    func numbers(of search: SweepSpecification.Search, _ results: SweepResults) throws -> [Double] {
        try (0..<plan.runCount).map { index in
            let run = try plan.run(index)
            guard try results.isComplete(run) else { throw SearchIsUnfinished() }
            return try results.lastNumber(of: search.quantity, inTable: search.table, run)
        }
    }
}

extension SweepResults {
    /// The number in the last row of a column of a table, or of the only one that has the column; not a number where there is none.
    fileprivate func lastNumber(of column: String, inTable table: String?, _ run: SweepRun) throws -> Double {
        var found: [(table: String, number: Double)] = []
        for file in try files(of: run) where file.hasSuffix(SweepTable.ending) {
            let name = String(file.dropLast(SweepTable.ending.count))
            guard table ?? name == name else { continue }
            let bytes = try bytes(of: file, run)
            let header = CSVRecords.fields(of: bytes[..<CSVRecords.endOfLine(bytes, from: 0)])
            guard let index = header.firstIndex(of: column) else { continue }
            // Numbers have no ends of lines in them.
            let start = bytes.dropLast().lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.endIndex
            let last = CSVRecords.fields(of: bytes[start...])
            found.append((name, last.count > index ? Double(last[index]) ?? .nan : .nan))
        }
        guard found.count == 1 else { throw SweepError.noQuantity(column, tables: found.map(\.table)) }
        return found[0].number
    }
}
