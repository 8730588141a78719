import SimulationEngine

/// A graph as it was read from a list of edges.
public struct EdgeList: Equatable, Sendable {
    /// The graph, whose vertices are numbered from 0 and bear the names that they have in the file.
    public let graph: Graph

    /// How the vertices of a list are known.
    public enum Vertices: Equatable, Sendable {
        /// Those that appear in an edge: numbers in ascending order, or else names in order of appearance.
        case appearing

        /// A number of vertices, also such without an edge, with consecutive numbers in the file.
        case numbered(count: Int, from: Int)
    }

    /// Reads a graph from a table with two columns, `source` and `target`.
    ///
    /// - Throws: `DataFileError` with all problems: other columns, no edges, vertices that are out of range, loops, edges
    ///   that stand twice.
    /// - Complexity: O(m log m) for m edges.
    public init(_ table: DelimitedTable, vertices: Vertices = .appearing) throws(DataFileError) {
        var reader = EdgeListReader(table: table, vertices: vertices)
        self = try reader.read()
    }

    fileprivate init(graph: Graph) {
        self.graph = graph
    }
}

private struct EdgeListReader {
    let table: DelimitedTable
    let vertices: EdgeList.Vertices
    private var problems: [DataFileError.Problem] = []
    private var names: [String] = []
    private var numbers: [String: Int] = [:]
    private var lineOfEdge: [Edge: Int] = [:]

    private struct Edge: Hashable {
        let low: Int
        let high: Int
    }

    init(table: DelimitedTable, vertices: EdgeList.Vertices) {
        self.table = table
        self.vertices = vertices
    }

    mutating func read() throws(DataFileError) -> EdgeList {
        checkHeader()
        if problems.isEmpty, table.rows.isEmpty, vertices == .appearing {
            problems.append(table.header[0].problem("the file has no edges: there are no records below the header"))
        }
        try throwProblems()
        numberVertices()
        let edges = table.rows.compactMap { edge($0) }
        try throwProblems()
        do {
            return EdgeList(graph: try Graph(vertexCount: names.count, edges: edges, vertexNames: names))
        } catch {
            throw DataFileError(file: table.file, problems: [.init("\(error)")])
        }
    }

    private mutating func checkHeader() {
        let columns = table.header.map(\.text)
        guard columns != ["source", "target"] else { return }
        problems.append(
            table.header[0].problem(
                "the columns are '\(columns.joined(separator: ","))', but must be 'source,target'"))
    }

    private mutating func numberVertices() {
        switch vertices {
        case .numbered(let count, let first):
            names = (first..<first + count).map(String.init)
        case .appearing:
            var seen: Set<String> = []
            for row in table.rows {
                for field in row where seen.insert(field.text).inserted { names.append(field.text) }
            }
            // Texts such as "01" and "1" are different names, so that they are not taken for numbers.
            let labels = names.compactMap { name in Int(name).flatMap { String($0) == name ? $0 : nil } }
            if labels.count == names.count { names = labels.sorted().map(String.init) }
        }
        for (number, name) in names.enumerated() { numbers[name] = number }
    }

    private mutating func edge(_ row: [DelimitedTable.Field]) -> (Int, Int)? {
        guard let source = vertex(row[0]), let target = vertex(row[1]) else { return nil }
        if source == target {
            problems.append(row[0].problem("the edge joins vertex \(row[0].text) to itself: the graph must be simple"))
            return nil
        }
        let edge = Edge(low: min(source, target), high: max(source, target))
        if let line = lineOfEdge.updateValue(row[0].line, forKey: edge) {
            problems.append(
                row[0].problem(
                    "the edge between \(names[edge.low]) and \(names[edge.high]) stands in line \(line) already"))
            return nil
        }
        return (source, target)
    }

    private mutating func vertex(_ field: DelimitedTable.Field) -> Int? {
        if field.text.isEmpty {
            problems.append(field.problem("the vertex is missing"))
            return nil
        }
        if let number = numbers[field.text] { return number }
        guard case .numbered(let count, let first) = vertices else { return nil }
        if Int(field.text) == nil {
            problems.append(field.problem("'\(field.text)' is not the number of a vertex"))
        } else {
            problems.append(
                field.problem(
                    "vertex \(field.text) is out of range: "
                        + "there are \(count) vertices, numbered from \(first) to \(first + count - 1)"))
        }
        return nil
    }

    private func throwProblems() throws(DataFileError) {
        guard problems.isEmpty else { throw DataFileError(file: table.file, problems: problems) }
    }
}
