/// Numbers of the edges of a graph besides their weights, such as delays from a file: a column for each name.
///
/// They belong to the edges that the graph had when they were given to it, and stay what they are while edges come and go.
///
/// Memory: 8 bytes for each number of an edge, at both ends where edges have no direction.
public final class EdgeTable: Sendable {
    /// The names of the columns.
    public let names: [String]

    private let rows: AdjacencyRows

    /// For each column a number for each place in the rows.
    private let columns: [[Double]]

    /// Puts numbers where the edges are.
    ///
    /// - Parameters:
    ///   - names: The names of the columns.
    ///   - graph: The graph. Of edges that it does not have, numbers are left out of account.
    ///   - edges: The edges; of several between the same vertices the first counts.
    ///   - numbers: For each column a number for each of the edges.
    init(_ names: [String], of graph: Graph, edges: EdgeColumns, numbers: [[Double]]) {
        self.names = names
        rows = graph.outgoing
        columns = numbers.map { numbers in
            var column = [Double](repeating: .nan, count: graph.outgoing.vertices.count)
            for edge in (0..<edges.count).reversed() {
                let (source, target) = (Int(edges.sources[edge]), Int(edges.targets[edge]))
                if let place = graph.position(ofEdgeFrom: source, to: target) { column[place] = numbers[edge] }
                guard !graph.isDirected, let place = graph.position(ofEdgeFrom: target, to: source) else { continue }
                column[place] = numbers[edge]
            }
            return column
        }
    }

    /// The number of an edge; `nil` if the graph did not have it.
    ///
    /// - Precondition: There is such a column, and the first vertex was in the graph or has a greater number.
    /// - Complexity: O(log d) for the degree d of the first vertex.
    package func number(_ column: Int, from source: Int, to target: Int) -> Double? {
        guard source < rows.rowCount else { return nil }
        return rows.index(of: Int32(truncatingIfNeeded: target), in: source).map { columns[column][$0] }
    }
}

extension Graph {
    /// Gives each edge numbers besides its weight, in the place of those that it may have.
    ///
    ///     try graph.setEdgeNumbers(["delay": delays])
    ///
    /// - Parameter numbers: For each name a number for each of ``edges``, in their order.
    /// - Throws: ``GraphError/wrongEdgeNumberCount(of:count:edgeCount:)``.
    /// - Complexity: O(m log d) for m edges and vertices of d neighbours.
    public mutating func setEdgeNumbers(_ numbers: KeyValuePairs<String, [Double]>) throws(GraphError) {
        for (name, column) in numbers where column.count != edgeCount {
            throw .wrongEdgeNumberCount(of: name, count: column.count, edgeCount: edgeCount)
        }
        edgeTable = EdgeTable(numbers.map(\.key), of: self, edges: edges, numbers: numbers.map(\.value))
    }
}
