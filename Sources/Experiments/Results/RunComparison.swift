import SimulationEngine

/// Where the results of two runs first differ, and how.
///
///     let comparison = try RunComparison(of: "Results/with", and: "Results/without")
///     print(comparison)
///
/// Tables of the same name and with the same columns are compared line by line, other files of the same name byte by byte.
package struct RunComparison {
    /// How a table of one run differs from that of the other.
    package struct Table: Equatable {
        /// The name of the file.
        package let name: String

        /// The columns.
        package let columns: [String]

        /// The number of the first line that differs, from 1 for that with the columns, and what it says in both.
        package let firstLine: Int
        package let first: (old: [String]?, new: [String]?)

        /// The nodes whose last rows differ, apart from the time, in the order in which they stand in the first table.
        package let nodes: [String]

        /// How many nodes there are; `nil` in a table without nodes.
        package let nodeCount: Int?

        /// The columns with numbers that differ where times are the same.
        package let numbers: [NumberColumn]

        package static func == (a: Table, b: Table) -> Bool {
            a.name == b.name && a.columns == b.columns && a.firstLine == b.firstLine && a.nodes == b.nodes
                && a.first.old == b.first.old && a.first.new == b.first.new && a.numbers == b.numbers
        }

        /// The time of the first difference, in a table that is in the order of times.
        package var firstTime: Double? {
            guard columns.first == "time" else { return nil }
            return [first.old, first.new].compactMap { $0?.first }.compactMap { Double($0) }.min()
        }
    }

    /// How a column of numbers differs.
    package struct NumberColumn: Equatable {
        package let name: String

        /// The greatest difference, of the second run from the first one, and its time.
        package let greatest: Double
        package let time: Double

        /// That of the last rows.
        package let last: Double
    }

    /// The tables that differ, first that which does so first.
    package let tables: [Table]

    /// The names of other files that differ.
    package let differingNames: [String]

    /// The names of the files that are the same.
    package let equalNames: [String]

    /// The names of the files that cannot be compared: of one run only, or tables with other columns.
    package let otherNames: [String]

    /// Compares two directories of results.
    ///
    /// - Throws: ``ResumptionError`` if one of them holds no results; `InputFile.Failure`.
    /// - Complexity: O(n) for n bytes.
    package init(of old: String, and new: String) throws {
        for path in [old, new] where !FileSystem.exists("\(path)/\(ResultDirectory.scenarioFile)") {
            throw ResumptionError.noResults(path: path)
        }
        let names = Set(Self.results(in: old)).union(Self.results(in: new)).sorted()
        var (tables, differing, equal, others): ([Table], [String], [String], [String]) = ([], [], [], [])
        for name in names {
            let (old, new) = ("\(old)/\(name)", "\(new)/\(name)")
            guard FileSystem.exists(old), FileSystem.exists(new) else {
                others.append(name)
                continue
            }
            if !name.hasSuffix(".csv") {
                if try InputFile(old).bytes() == InputFile(new).bytes() {
                    equal.append(name)
                } else {
                    differing.append(name)
                }
            } else if let comparison = try TableComparison(old, new) {
                if let table = comparison.difference(named: name) { tables.append(table) } else { equal.append(name) }
            } else {
                others.append(name)
            }
        }
        differingNames = differing
        self.tables = tables.sorted { ($0.firstTime ?? .infinity, $0.name) < ($1.firstTime ?? .infinity, $1.name) }
        (equalNames, otherNames) = (equal, others)
    }

    /// What a run has recorded.
    private static func results(in path: String) -> [String] {
        (FileSystem.names(in: path) ?? []).filter {
            ![ResultDirectory.scenarioFile, ResultManifest.fileName, RunLock.fileName].contains($0)
                && !FileSystem.isFolder("\(path)/\($0)")
        }
    }
}

/// Two tables with the same columns, as they were read.
private struct TableComparison {
    private let columns: [String]
    private let old: [ArraySlice<UInt8>]
    private let new: [ArraySlice<UInt8>]

    /// `nil` if they have other columns.
    init?(_ oldPath: String, _ newPath: String) throws {
        old = CSVRecords.lines(of: try InputFile(oldPath).bytes()[...])
        new = CSVRecords.lines(of: try InputFile(newPath).bytes()[...])
        guard let header = old.first, header == new.first else { return nil }
        columns = CSVRecords.fields(of: header)
    }

    func difference(named name: String) -> RunComparison.Table? {
        let common = min(old.count, new.count)
        let first = (1..<max(common, 1)).first { old[$0] != new[$0] } ?? common
        guard first < max(old.count, new.count) else { return nil }
        func fields(_ lines: [ArraySlice<UInt8>]) -> [String]? {
            first < lines.count ? CSVRecords.fields(of: lines[first]) : nil
        }
        let nodes = differingNodes()
        return RunComparison.Table(
            name: name, columns: columns, firstLine: first + 1, first: (fields(old), fields(new)),
            nodes: nodes?.differing ?? [], nodeCount: nodes?.count, numbers: numbers(from: first, to: common))
    }

    /// The nodes whose last rows differ, and how many nodes there are.
    private func differingNodes() -> (differing: [String], count: Int)? {
        guard let node = columns.firstIndex(of: "node") else { return nil }
        let time = columns.firstIndex(of: "time")
        func lastRows(_ lines: [ArraySlice<UInt8>]) -> (order: [String], rows: [String: [String]]) {
            var (order, rows): ([String], [String: [String]]) = ([], [:])
            for line in lines.dropFirst() {
                var fields = CSVRecords.fields(of: line)
                guard fields.count == columns.count else { continue }
                let name = fields[node]
                if let time { fields[time] = "" }
                if rows.updateValue(fields, forKey: name) == nil { order.append(name) }
            }
            return (order, rows)
        }
        let (first, second) = (lastRows(old), lastRows(new))
        let names = first.order + second.order.filter { first.rows[$0] == nil }
        return (names.filter { first.rows[$0] != second.rows[$0] }, names.count)
    }

    /// How columns of numbers differ over some lines of tables that have a row for each time.
    private func numbers(from first: Int, to end: Int) -> [RunComparison.NumberColumn] {
        guard let time = columns.firstIndex(of: "time"), !columns.contains("node"), first < end else { return [] }
        var found = [RunComparison.NumberColumn?](repeating: nil, count: columns.count)
        for line in first..<end {
            let (a, b) = (CSVRecords.fields(of: old[line]), CSVRecords.fields(of: new[line]))
            guard a.count == columns.count, b.count == columns.count, a[time] == b[time], let now = Double(a[time])
            else { return [] }
            for column in columns.indices where column != time {
                guard let x = Double(a[column]), let y = Double(b[column]) else { continue }
                let isGreater = abs(y - x) > abs(found[column]?.greatest ?? 0)
                let greatest = isGreater ? (y - x, now) : (found[column]?.greatest ?? 0, found[column]?.time ?? now)
                found[column] = .init(name: columns[column], greatest: greatest.0, time: greatest.1, last: y - x)
            }
        }
        return found.compactMap { $0 }.filter { $0.greatest != 0 }
    }
}

extension RunComparison: CustomStringConvertible {
    /// The report of the comparison, in lines.
    package var description: String {
        var lines: [String] = []
        for (number, table) in tables.enumerated() {
            if number == 0 { lines += table.firstDifference }
            lines += table.rest
        }
        if !differingNames.isEmpty { lines.append("not the same bytes: \(differingNames.joined(separator: ", "))") }
        if tables.isEmpty, differingNames.isEmpty {
            // Units say of no table what is in it.
            lines.append(
                equalNames.allSatisfy { $0 == ColumnUnits.fileName }
                    ? "there is nothing that could be compared"
                    : otherNames.isEmpty ? "the results are the same" : "what could be compared is the same")
        }
        if !equalNames.isEmpty { lines.append("the same: \(equalNames.joined(separator: ", "))") }
        if !otherNames.isEmpty { lines.append("not compared: \(otherNames.joined(separator: ", "))") }
        return lines.joined(separator: "\n")
    }
}

extension RunComparison.Table {
    fileprivate var firstDifference: [String] {
        let time = firstTime.map { " at time \($0.plain)" } ?? ""
        func row(_ fields: [String]?) -> String { fields?.joined(separator: ",") ?? "nothing more" }
        return [
            "the runs first differ\(time), in line \(firstLine) of '\(name)':", "  \(columns.joined(separator: ","))",
            "  \(row(first.old))", "  \(row(first.new))",
        ]
    }

    /// The other differences.
    fileprivate var rest: [String] {
        var lines: [String] = []
        if let nodeCount {
            let shown = nodes.prefix(20).joined(separator: ", ") + (nodes.count > 20 ? ", …" : "")
            lines.append(
                "'\(name)': \(nodes.count) of \(nodeCount) nodes differ in the end\(nodes.isEmpty ? "" : ": \(shown)")")
        }
        for column in numbers {
            lines.append(
                "'\(name)': \(column.name) differs by up to \(column.greatest.plain) at time \(column.time.plain), in the end by "
                    + "\(column.last.plain)")
        }
        return lines
    }
}
