import ScenarioFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// One table of all runs of a sweep put together: a row for each row of a run, behind the values of the keys and the replicate.
public final class SweepTable {
    /// The name of the table, without `.csv`.
    public let name: String

    /// The columns of the runs' tables.
    public let columns: [String]

    /// How many runs are complete.
    public let completeCount: Int

    /// How many of these have no such table, and are left out.
    public let lackingCount: Int

    let sweep: Sweep
    private let results: SweepResults

    /// The first line of the runs' tables, with its end.
    private let header: [UInt8]

    /// Chooses a table.
    ///
    /// - Parameters:
    ///   - sweep: The sweep, of which the runs that are not complete are left out.
    ///   - name: The name of the table; may be left out where runs have only one.
    /// - Throws: ``SweepError/noTable(_:tables:)``, ``SweepError/file(path:reason:)``.
    /// - Complexity: O(n) for n runs.
    public init(of sweep: Sweep, named name: String? = nil) throws {
        let results = SweepResults(of: sweep)
        var (complete, tables): (Int, [String: (count: Int, first: SweepRun)]) = (0, [:])
        for index in 0..<sweep.plan.runCount {
            let run = try sweep.plan.run(index)
            guard try results.isComplete(run) else { continue }
            complete += 1
            for file in try results.files(of: run) where file.hasSuffix(Self.ending) {
                tables[String(file.dropLast(Self.ending.count)), default: (0, run)].count += 1
            }
        }
        (self.sweep, self.results, completeCount) = (sweep, results, complete)
        let given = name.map { $0.hasSuffix(Self.ending) ? String($0.dropLast(Self.ending.count)) : $0 }
        let chosen = given ?? (tables.count == 1 ? tables.keys.first : nil)
        guard let chosen, let table = tables[chosen] else {
            throw SweepError.noTable(name, tables: tables.keys.sorted())
        }
        self.name = chosen
        lackingCount = complete - table.count
        let bytes = try results.bytes(of: chosen + Self.ending, table.first)
        header = Array(bytes[..<CSVRecords.endOfLine(bytes, from: 0)])
        columns = CSVRecords.fields(of: header[...])
    }

    static let ending = ".csv"

    /// Hands over the lines of the table, the first of which has the names of the columns, in pieces.
    ///
    /// - Throws: Errors of the closure; ``SweepError/table(_:ofRun:reason:)`` if runs have other columns.
    /// - Complexity: O(n) for n bytes.
    public func write(_ put: ([UInt8]) throws -> Void) throws {
        try put(Array((sweep.plan.keys + ["replicate"]).map { $0.asField + "," }.joined().utf8) + header)
        for point in sweep.plan.points.indices {
            try forEachRun(ofPoint: point) { run, rows in
                let before = (sweep.plan.labels(of: run) + ["\(run.replicate)"]).map { $0.asField + "," }.joined()
                try put(Self.lines(of: rows, behind: Array(before.utf8)))
            }
        }
    }

    private static func lines(of rows: ArraySlice<UInt8>, behind fields: [UInt8]) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(rows.count * 2)
        var start = rows.startIndex
        while start < rows.endIndex {
            let end = CSVRecords.endOfLine(rows, from: start)
            lines += fields
            lines += rows[start..<end]
            start = end
        }
        return lines
    }

    /// Calls a closure for each run of a point that is complete, one replicate after the other, with the rows of its table.
    func forEachRun(ofPoint point: Int, _ body: (SweepRun, ArraySlice<UInt8>) throws -> Void) throws {
        let plan = sweep.plan
        for replicate in 0..<plan.replicates {
            let run = try plan.run(replicate * plan.points.count + point)
            guard try results.isComplete(run), try results.has(name + Self.ending, run) else { continue }
            let bytes = try results.bytes(of: name + Self.ending, run)
            guard bytes.starts(with: header) else {
                throw SweepError.table(name, ofRun: run.name, reason: "has other columns than that of another run")
            }
            try body(run, bytes[header.count...])
        }
    }
}

extension SweepResults {
    func isComplete(_ run: SweepRun) throws -> Bool {
        switch try place(of: run) {
        case .directory, .archive: true
        case .failed, .unfinished, .missing: false
        }
    }

    /// Tests if a run that is complete has a file.
    fileprivate func has(_ file: String, _ run: SweepRun) throws -> Bool { try files(of: run).contains(file) }
}

extension String {
    /// The text as a field of a table (RFC 4180).
    var asField: String {
        guard contains(where: { ",\"\n\r".contains($0) }) else { return self }
        return "\"\(split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
    }
}
