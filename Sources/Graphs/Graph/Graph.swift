import Essentials

/// A graph in compressed sparse row form: the neighbours of all vertices in one array, those of one vertex next to each
/// other and in ascending order.
///
/// Edges have a direction or not, and weights or not. Loops and multiple edges are there only where they are allowed.
///
/// Memory: 4 bytes a vertex and, for each edge, 4 bytes in each of its two ends; directed graphs keep both the neighbours
/// to which edges lead and those from which they come, and 4 more bytes a vertex. Weights take 8 bytes in each end. A
/// graph of 10⁸ edges and 10⁷ vertices takes 0.84 GB. While it is made there are also the ``EdgeColumns`` of 8 bytes an
/// edge, 2 bytes for each end and, if the edges are in no order, a copy of the neighbours.
///
/// Edges and vertices can be added and removed one by one, in a time that depends on the degrees of the vertices only:
/// see ``addEdge(from:to:weight:)`` and its like. The graph then keeps places free beside its rows, which take up to as
/// much memory again.
public struct Graph: Sendable {
    /// True if edges have a direction.
    public let isDirected: Bool

    /// The names of the vertices, if they have names.
    public package(set) var vertexNames: [String]?

    /// The edges that the graph may have besides single ones between different vertices.
    public let allowedEdges: AllowedEdges

    /// The numbers of edges besides their weights, if they have any.
    public internal(set) var edgeTable: EdgeTable?

    /// The vertices to which edges lead.
    @usableFromInline
    package var outgoing: AdjacencyRows

    /// The vertices from which edges come, where edges have a direction.
    @usableFromInline
    package var sources: AdjacencyRows?

    /// The vertices from which edges come, the same as those to which they lead where edges have no direction.
    @inlinable
    package var incoming: AdjacencyRows { sources ?? outgoing }

    /// The edges that a graph may have besides single ones between different vertices.
    public struct AllowedEdges: OptionSet, Sendable {
        /// The set as bits.
        public let rawValue: Int

        /// Creates a set from bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Edges that join a vertex to itself. Where edges have no direction, such a vertex stands twice among its own
        /// neighbours.
        public static let loops = AllowedEdges(rawValue: 1)

        /// Edges that join the same vertices in the same direction.
        public static let multipleEdges = AllowedEdges(rawValue: 2)
    }
}

extension Graph: Equatable {
    /// Tests if two graphs have the same vertices, of the same names, and the same edges with the same weights, whatever other numbers
    /// these have (``setEdgeNumbers(_:)``).
    public static func == (a: Graph, b: Graph) -> Bool {
        a.isDirected == b.isDirected && a.vertexNames == b.vertexNames && a.outgoing == b.outgoing
    }
}

// MARK: - Making

extension Graph {
    /// Creates a graph.
    ///
    /// - Parameters:
    ///   - vertexCount: The number of vertices, which are numbered from 0.
    ///   - edges: The edges, in any order; where they have no direction each once, either way round.
    ///   - isDirected: True if the edges have a direction.
    ///   - allowedEdges: The allowed ones: loops, multiple edges.
    ///   - vertexNames: The names of the vertices, if they have names.
    ///   - threads: How many threads share the work, at least 1. The graph is the same for any number.
    /// - Throws: ``GraphError`` with the first edge that is out of range, a loop, or there already.
    /// - Complexity: O(n + m) for n vertices and m edges.
    public init(
        vertexCount: Int, edges: EdgeColumns, isDirected: Bool = false, allowing allowedEdges: AllowedEdges = [],
        vertexNames: [String]? = nil, threads: Int = 1
    ) throws(GraphError) {
        let team = ThreadTeam(threadCount: max(1, threads))
        try Self.check(edges, vertexCount: vertexCount, allowedEdges: allowedEdges, team: team)
        if let vertexNames, vertexNames.count != vertexCount {
            throw .wrongNameCount(vertexNames.count, vertexCount: vertexCount)
        }
        // Transposing sorts: the second time it does so for the rows that it started from.
        let byTarget = AdjacencyRows.sorting(
            byTargetOf: edges, rowCount: vertexCount, isDirected: isDirected, team: team)
        var sorted = byTarget
        if isDirected {
            sorted = byTarget.rows.transposed(team: team)
            sources = byTarget.areAscending ? byTarget.rows : sorted.rows.transposed(team: team).rows
        } else {
            if !byTarget.areAscending { sorted = byTarget.rows.transposed(team: team) }
            sources = nil
        }
        outgoing = sorted.rows
        self.allowedEdges = allowedEdges
        self.isDirected = isDirected
        self.vertexNames = vertexNames
        if sorted.haveRepetitions, !allowedEdges.contains(.multipleEdges) { try checkForMultipleEdges() }
    }

    /// Creates a graph from pairs of vertices.
    ///
    /// - Throws: ``GraphError``, as for ``EdgeColumns``.
    public init(
        vertexCount: Int, edges: [(Int, Int)], isDirected: Bool = false, allowing allowedEdges: AllowedEdges = [],
        vertexNames: [String]? = nil
    ) throws(GraphError) {
        var columns = EdgeColumns(capacity: edges.count)
        for (index, (source, target)) in edges.enumerated() {
            // Beyond these bounds the columns could not tell which vertex was meant.
            for vertex in [source, target] where !(0..<max(vertexCount, 0)).contains(vertex) {
                try Self.check(vertexCount: vertexCount)
                throw .vertexOutOfRange(vertex, edge: index, vertexCount: vertexCount)
            }
            columns.append(source, target)
        }
        try self.init(
            vertexCount: vertexCount, edges: columns, isDirected: isDirected, allowing: allowedEdges,
            vertexNames: vertexNames)
    }

    /// An undirected graph whose rows are known to be sorted, symmetric and, unless allowed, simple.
    init(rows: AdjacencyRows) {
        isDirected = false
        vertexNames = nil
        allowedEdges = []
        outgoing = rows
        sources = nil
    }

    /// - Throws: ``GraphError`` if there are too many vertices for their numbers, or for the memory of the machine.
    static func check(vertexCount: Int, bytesPerVertex: Double = 16) throws(GraphError) {
        guard (0...Int(Int32.max)).contains(vertexCount) else { throw .invalidVertexCount(vertexCount) }
        if let shortage = MemoryShortage(vertexCount: vertexCount, edgeCount: 0, bytesPerVertex: bytesPerVertex) {
            throw .notEnoughMemory(shortage)
        }
    }

    private static func check(
        _ edges: EdgeColumns, vertexCount: Int, allowedEdges: AllowedEdges, team: ThreadTeam
    ) throws(GraphError) {
        try check(vertexCount: vertexCount)
        guard edges.count <= AdjacencyRows.greatestCount / 2 else { throw .tooManyEdges(edges.count) }
        // Both ends of each in the rows; the columns are there already.
        let rows = MemoryShortage(
            vertexCount: vertexCount, edgeCount: Double(edges.count), bytesPerEdge: edges.weights == nil ? 8 : 24)
        if let rows { throw .notEnoughMemory(rows) }
        if !edges.areAllBetween(vertexCount, allowingLoops: allowedEdges.contains(.loops), team: team) {
            try findWrongEdge(edges, vertexCount: vertexCount, allowedEdges: allowedEdges)
        }
        if let index = edges.firstNonfiniteWeight(team: team), let weight = edges.weights?[index] {
            throw .weightNotFinite(weight, edge: index)
        }
    }

    private static func findWrongEdge(
        _ edges: EdgeColumns, vertexCount: Int, allowedEdges: AllowedEdges
    ) throws(GraphError) {
        let vertices = 0..<Int32(truncatingIfNeeded: vertexCount)
        for index in 0..<edges.count {
            let (source, target) = (edges.sources[index], edges.targets[index])
            for vertex in [source, target] where !vertices.contains(vertex) {
                throw .vertexOutOfRange(Int(vertex), edge: index, vertexCount: vertexCount)
            }
            guard source != target || allowedEdges.contains(.loops) else {
                throw .loop(vertex: Int(source), edge: index)
            }
        }
    }

    private func checkForMultipleEdges() throws(GraphError) {
        for vertex in 0..<vertexCount {
            let range = outgoing.range(of: vertex)
            for index in range.dropFirst() where outgoing.vertices[index] == outgoing.vertices[index - 1] {
                let other = Int(outgoing.vertices[index])
                // Of an undirected loop both ends stand here.
                if !isDirected, other == vertex, outgoing.count(of: other, in: vertex) == 2 { continue }
                throw isDirected || vertex < other
                    ? .duplicateEdge(vertex, other, isDirected: isDirected)
                    : .duplicateEdge(other, vertex, isDirected: false)
            }
        }
    }
}

extension AdjacencyRows {
    fileprivate func count(of vertex: Int, in row: Int) -> Int {
        vertices[range(of: row)].count { $0 == Int32(vertex) }
    }
}

// MARK: - Looking

extension Graph {
    /// The number of vertices.
    @inlinable
    public var vertexCount: Int { outgoing.rowCount }

    /// The number of edges.
    @inlinable
    public var edgeCount: Int { isDirected ? outgoing.entryCount : outgoing.entryCount / 2 }

    /// True if edges have weights.
    @inlinable
    public var isWeighted: Bool { outgoing.weights != nil }

    /// Where the neighbours of each vertex begin in ``neighbours``, and at the end their number: one element more than
    /// there are vertices.
    ///
    /// - Complexity: O(1), or O(n + m) for n vertices and m edges if edges have been changed one by one.
    public var offsets: ContiguousArray<UInt32> { outgoing.compacted().offsets }

    /// The neighbours of vertex 0, then those of vertex 1, and so on: the vertices to which edges lead. Each edge stands
    /// here twice unless it has a direction.
    ///
    /// - Complexity: As of ``offsets``.
    public var neighbours: ContiguousArray<Int32> { outgoing.compacted().vertices }

    /// The number of neighbours of a vertex: of edges that lead away from it.
    ///
    /// - Precondition: There is such a vertex.
    @inlinable
    public func degree(of vertex: Int) -> Int {
        range(of: vertex, in: outgoing).count
    }

    /// The number of edges that lead to a vertex.
    ///
    /// - Precondition: There is such a vertex.
    @inlinable
    public func inDegree(of vertex: Int) -> Int {
        range(of: vertex, in: incoming).count
    }

    /// The neighbours of a vertex in ascending order: the vertices to which its edges lead.
    ///
    /// - Precondition: There is such a vertex.
    @inlinable
    public func neighbours(of vertex: Int) -> ContiguousArray<Int32>.SubSequence {
        outgoing.vertices[range(of: vertex, in: outgoing)]
    }

    /// The vertices from which edges lead to a vertex, in ascending order.
    ///
    /// - Precondition: There is such a vertex.
    @inlinable
    public func inNeighbours(of vertex: Int) -> ContiguousArray<Int32>.SubSequence {
        incoming.vertices[range(of: vertex, in: incoming)]
    }

    /// The weights of the edges to the ``neighbours(of:)`` of a vertex, or `nil` if edges have none.
    ///
    /// - Precondition: There is such a vertex.
    @inlinable
    public func weights(of vertex: Int) -> ContiguousArray<Double>.SubSequence? {
        outgoing.weights?[range(of: vertex, in: outgoing)]
    }

    /// The weights of the edges from the ``inNeighbours(of:)`` of a vertex, or `nil` if edges have none.
    ///
    /// - Precondition: There is such a vertex.
    @inlinable
    public func inWeights(of vertex: Int) -> ContiguousArray<Double>.SubSequence? {
        incoming.weights?[range(of: vertex, in: incoming)]
    }

    @inlinable
    func range(of vertex: Int, in rows: AdjacencyRows) -> Range<Int> {
        let count = rows.rowCount
        precondition((0..<count).contains(vertex), "vertex \(vertex) is out of range: there are \(count) vertices")
        return rows.range(of: vertex)
    }

    /// Tests if an edge leads from one vertex to another; false if there are no such vertices.
    ///
    /// - Complexity: O(log d) for the degree d of the first.
    public func hasEdge(from source: Int, to target: Int) -> Bool {
        position(ofEdgeFrom: source, to: target) != nil
    }

    /// Where an edge stands among those that lead away from a vertex.
    func position(ofEdgeFrom source: Int, to target: Int) -> Int? {
        guard 0 <= source, source < vertexCount, let target = Int32(exactly: target) else { return nil }
        return outgoing.index(of: target, in: source)
    }
}
