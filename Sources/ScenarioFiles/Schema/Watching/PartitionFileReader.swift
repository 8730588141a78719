import SimulationEngine

/// Reads the partition of the nodes of a graph in a column of a CSV file:
///
///     modularity: {file: clubs.csv, column: club}
///
/// The nodes are those of the column `node`, by name or number; without such a column they stand in their order. Nodes of which
/// the column says the same, whatever it is, are a group.
struct PartitionFileReader {
    /// The column that says which node a row is about.
    private static let nodeColumn = "node"

    let system: WatchedSystem

    /// The number of the group of each node.
    ///
    /// - Parameters:
    ///   - file: The name of the file.
    ///   - column: The name of the column, `community` unless given.
    /// - Returns: `nil` if something is wrong, which is reported, or if nodes are not known.
    func read(_ file: Value, _ column: Value?) -> [Int]? {
        let name = column.map { $0.string() } ?? ModularityKeys.usualColumn
        guard let name, let data = system.data, let nodeCount = system.nodeCount else { return nil }
        return data.read(file, at: file.path.joined(separator: ".")) { table throws(DataFileError) in
            try groups(in: table, column: name, nodeCount: nodeCount)
        }
    }

    private func groups(
        in table: DelimitedTable, column name: String, nodeCount: Int
    ) throws(DataFileError) -> [Int] {
        let names = table.header.map(\.text)
        guard let column = names.firstIndex(of: name) else {
            let message = "there is no column '\(name)': the columns are \(names.joined(separator: ", "))"
            throw DataFileError(file: table.file, problems: [.init(line: 1, column: 1, message)])
        }
        let nodeColumn = names.firstIndex(of: Self.nodeColumn)
        var problems: [DataFileError.Problem] = []
        var numbers: [String: Int] = [:]
        var groups = [Int?](repeating: nil, count: nodeCount)
        for (index, row) in table.rows.enumerated() {
            guard let node = nodeColumn.map({ self.node(row[$0]) }) ?? index, node < nodeCount else {
                let field = row[nodeColumn ?? column]
                problems.append(
                    field.problem(nodeColumn == nil ? "there are only \(nodeCount) nodes" : "no node '\(field.text)'"))
                continue
            }
            guard groups[node] == nil else {
                problems.append(row[nodeColumn ?? column].problem("node \(system.label(of: node)) stands here again"))
                continue
            }
            let number = numbers[row[column].text] ?? numbers.count
            numbers[row[column].text] = number
            groups[node] = number
        }
        if problems.isEmpty, let missing = groups.firstIndex(of: nil) {
            problems.append(
                .init("node \(system.label(of: missing)) is in no group: there must be a row for each node"))
        }
        guard problems.isEmpty else { throw DataFileError(file: table.file, problems: problems) }
        return groups.compactMap { $0 }
    }

    /// The number of a node by its name, or by its number where nodes have no names.
    private func node(_ field: DelimitedTable.Field) -> Int? {
        guard let indices = system.indices else { return Int(field.text).flatMap { $0 >= 0 ? $0 : nil } }
        return indices[field.text]
    }
}
