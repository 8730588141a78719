import Descriptions

/// Graphs without chance.
extension Graph {
    /// Vertices without edges.
    ///
    /// - Throws: ``GraphGeneratorError`` if there is no vertex, or more than there is memory for.
    /// - Complexity: O(n) for n vertices.
    public static func isolated(nodes: Int) throws(GraphGeneratorError) -> Graph {
        try GraphGeneratorError.check(vertexCount: nodes)
        return Graph(vertexCount: nodes, generated: EdgeColumns())
    }

    /// Every vertex joined to every other.
    ///
    /// - Throws: ``GraphGeneratorError`` if there is no vertex, or if there would be too many edges.
    /// - Complexity: O(n²) for n vertices, the number of edges.
    public static func complete(nodes: Int) throws(GraphGeneratorError) -> Graph {
        try GraphGeneratorError.check(vertexCount: nodes)
        try GraphGeneratorError.check(
            expectedEdges: Double(nodes) * Double(nodes - 1) / 2, vertexCount: nodes, bytesPerEdge: 8)
        let degree = UInt32(nodes - 1)
        return Graph(
            rows: AdjacencyRows(
                counts: ContiguousArray(repeating: degree, count: nodes + 1), hasWeights: false
            ) { filler in
                for vertex in 0..<Int32(nodes) {
                    for other in 0..<Int32(nodes) where other != vertex { filler.put(other, inRow: vertex) }
                }
            })
    }

    /// The graph that joins those pairs of vertices that this simple undirected one does not.
    ///
    /// - Complexity: O(n²) for n vertices.
    func complement() -> Graph {
        let counts = (0...vertexCount).map { UInt32($0 < vertexCount ? vertexCount - 1 - degree(of: $0) : 0) }
        return Graph(
            rows: AdjacencyRows(counts: ContiguousArray(counts), hasWeights: false) { filler in
                for vertex in 0..<Int32(vertexCount) {
                    var next = outgoing.range(of: Int(vertex))
                    for other in 0..<Int32(vertexCount) where other != vertex {
                        if let first = next.first, outgoing.vertices[first] == other {
                            next.removeFirst()
                        } else {
                            filler.put(other, inRow: vertex)
                        }
                    }
                }
            })
    }

    /// Vertex 0 joined to all others, which are joined to it alone.
    ///
    /// - Throws: ``GraphGeneratorError`` if there is no vertex.
    /// - Complexity: O(n) for n vertices.
    public static func star(nodes: Int) throws(GraphGeneratorError) -> Graph {
        try checkTree(vertexCount: nodes)
        return Graph(vertexCount: nodes, parents: (1..<max(nodes, 1)).map { _ in 0 })
    }

    /// Vertices in a row, each joined to the next.
    ///
    /// - Throws: ``GraphGeneratorError`` if there is no vertex.
    /// - Complexity: O(n) for n vertices.
    public static func path(nodes: Int) throws(GraphGeneratorError) -> Graph {
        try checkTree(vertexCount: nodes)
        return Graph(vertexCount: nodes, parents: (1..<max(nodes, 1)).map { Int32($0 - 1) })
    }

    /// Vertices in a circle, each joined to the next.
    ///
    /// - Throws: ``GraphGeneratorError`` if there are less than three vertices.
    /// - Complexity: O(n) for n vertices.
    public static func ring(nodes: Int) throws(GraphGeneratorError) -> Graph {
        try GraphGeneratorError.check(vertexCount: nodes, atLeast: 3)
        return try lattice(sides: [nodes], periodic: true)
    }

    /// A tree in which each vertex has a number of children, down to a depth: vertex 0 is the root, and vertices are
    /// numbered level by level.
    ///
    /// - Parameters:
    ///   - branching: The number of children of each vertex above the last level, 1 or more.
    ///   - depth: The number of levels below the root, 0 or more.
    /// - Returns: The tree.
    /// - Throws: ``GraphGeneratorError`` if parameters are out of range, or if there would be too many vertices.
    /// - Complexity: O(n) for n vertices.
    public static func tree(branching: Int, depth: Int) throws(GraphGeneratorError) -> Graph {
        try GraphGeneratorError.check(branching, "the number of children", in: GraphGeneratorError.vertexCounts)
        try GraphGeneratorError.check(depth, "the depth", in: 0...Int(Int32.max) - 1)
        var vertexCount = 1
        var levelCount = 1
        for _ in 0..<depth {
            levelCount *= branching
            vertexCount += levelCount
            try checkTree(vertexCount: vertexCount)
        }
        return Graph(vertexCount: vertexCount, parents: (1..<max(vertexCount, 1)).map { Int32(($0 - 1) / branching) })
    }

    /// Looks whether there can be a tree of so many vertices.
    static func checkTree(vertexCount: Int) throws(GraphGeneratorError) {
        try GraphGeneratorError.check(vertexCount: vertexCount)
        // The parents of vertices, too.
        try GraphGeneratorError.check(
            expectedEdges: Double(vertexCount - 1), vertexCount: vertexCount, bytesPerVertex: 20)
    }

    /// A tree from the parents of the vertices 1, 2 and so on, none of which comes after its child.
    private init(vertexCount: Int, parents: [Int32]) {
        var edges = EdgeColumns(capacity: parents.count)
        for (index, parent) in parents.enumerated() { edges.append(parent, Int32(index + 1), weight: 1) }
        self.init(vertexCount: vertexCount, generated: edges)
    }
}

extension GraphGenerators {
    static let isolated = GraphGenerator("isolated", "nodes without edges", nodes) { nodes in
        { _ in try .isolated(nodes: nodes) }
    }

    static let complete = GraphGenerator("complete", "every node joined to every other", nodes) { nodes in
        { _ in try .complete(nodes: nodes) }
    }

    static let star = GraphGenerator("star", "one node joined to all others", nodes) { nodes in
        { _ in try .star(nodes: nodes) }
    }

    static let path = GraphGenerator("path", "nodes in a row, each joined to the next", nodes) { nodes in
        { _ in try .path(nodes: nodes) }
    }

    static let ring = GraphGenerator("ring", "nodes in a circle, each joined to the next", nodes) { nodes in
        { _ in try .ring(nodes: nodes) }
    }

    static let tree = GraphGenerator(
        "tree", "each node has the same number of children, down to a depth",
        Parameter(count: "branching", "the number of children of a node").example(2),
        Parameter(count: "depth", "the number of levels below the root", atLeast: 0).example(3)
    ) { branching, depth in
        { _ in try .tree(branching: branching, depth: depth) }
    }
}
