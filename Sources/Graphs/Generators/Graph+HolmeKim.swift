import Descriptions
import Essentials

extension Graph {
    /// The scale-free graph with clusters of Holme and Kim: it grows like that of
    /// ``barabasiAlbert(nodes:edgesPerNode:from:)``, but after the first edge of a new vertex each further one
    /// leads, with a probability, to a neighbour of the vertex that was last chosen by its degree, so that a triangle is
    /// formed. Simple and connected, with *m* (*n* − *m*) edges.
    ///
    /// P. Holme and B. J. Kim, *Growing scale-free networks with tunable clustering*, Physical Review E 65 (2002) 026107,
    /// DOI 10.1103/PhysRevE.65.026107.
    ///
    /// - Parameters:
    ///   - nodes: The number of vertices *n*, more than *m*.
    ///   - edgesPerNode: The number *m* of edges that each new vertex brings.
    ///   - triangles: The probability of forming a triangle.
    ///   - streams: The random numbers.
    /// - Returns: The graph.
    /// - Throws: ``GraphGeneratorError`` if a number is out of range.
    /// - Complexity: O(n + m n) expected for a given *m*.
    public static func holmeKim(
        nodes: Int, edgesPerNode: Int, triangles: Double, from streams: RandomStreams
    ) throws(GraphGeneratorError) -> Graph {
        try GraphGeneratorError.check(vertexCount: nodes, atLeast: 2)
        try GraphGeneratorError.check(edgesPerNode, "the number of edges per vertex", in: 1...nodes - 1)
        try GraphGeneratorError.check(probability: triangles, "the probability of a triangle")
        try GraphGeneratorError.check(
            expectedEdges: Double(edgesPerNode) * Double(nodes - edgesPerNode), vertexCount: nodes,
            bytesPerEdge: 36, bytesPerVertex: 36)
        var growth = ClusteredGrowth(vertexCount: nodes, edgesPerVertex: edgesPerNode)
        var random = streams.words(for: .graph)
        for vertex in edgesPerNode + 1..<max(nodes, edgesPerNode + 1) {
            growth.add(Int32(vertex), triangleProbability: triangles, &random)
        }
        return Graph(vertexCount: nodes, generated: growth.edges)
    }
}

extension GraphGenerators {
    static let holmeKim = GraphGenerator(
        "holme-kim", "scale-free, with triangles",
        references: [
            Reference(
                "P. Holme and B. J. Kim", "Growing scale-free networks with tunable clustering", "Physical Review E",
                "65",
                page: "026107", year: 2002, doi: "10.1103/PhysRevE.65.026107")
        ],
        nodes, edgesPerNode, Parameter("triangles", "the probability of forming a triangle", .fraction)
    ) { nodes, edges, triangles in
        { try .holmeKim(nodes: nodes, edgesPerNode: edges, triangles: triangles, from: $0) }
    }
}

private struct ClusteredGrowth {
    private let edgesPerVertex: Int
    private var sources: ContiguousArray<Int32> = []
    private var targets: ContiguousArray<Int32> = []
    private var neighbours: GrowingRows

    /// For each vertex the newest one that was joined to it.
    private var newest: ContiguousArray<Int32>

    /// Begins with a star around vertex 0.
    init(vertexCount: Int, edgesPerVertex: Int) {
        self.edgesPerVertex = edgesPerVertex
        neighbours = GrowingRows(rowCount: vertexCount)
        newest = ContiguousArray(repeating: -1, count: vertexCount)
        for vertex in 1...edgesPerVertex { join(Int32(vertex), 0) }
    }

    var edges: EdgeColumns { EdgeColumns(sources: sources, targets: targets) }

    private mutating func join(_ vertex: Int32, _ other: Int32) {
        sources.append(vertex)
        targets.append(other)
        neighbours.append(other, toRow: vertex)
        neighbours.append(vertex, toRow: other)
        newest[Int(other)] = vertex
    }

    mutating func add(_ vertex: Int32, triangleProbability: Double, _ random: inout RandomWords) {
        // The edges of the new vertex itself do not attract others.
        let endCount = 2 * sources.count
        // So that a vertex is not taken for a neighbour of its own.
        newest[Int(vertex)] = vertex
        var chosen: Int32?
        for _ in 0..<edgesPerVertex {
            if let hub = chosen, random.uniform() < triangleProbability, let other = neighbour(of: hub, vertex, &random)
            {
                join(vertex, other)
                continue
            }
            var other = vertex
            repeat {
                let end = random.below(endCount)
                other = end & 1 == 0 ? sources[end >> 1] : targets[end >> 1]
            } while newest[Int(other)] == vertex
            join(vertex, other)
            chosen = other
        }
    }

    /// A random neighbour of a vertex that is not yet joined to the new one, if there is one.
    private func neighbour(of hub: Int32, _ vertex: Int32, _ random: inout RandomWords) -> Int32? {
        let count = neighbours.count(ofRow: hub)
        // Of that many at least half are free, so that trying is fast; of fewer all are looked at.
        if count > 2 * edgesPerVertex {
            while true {
                let other = neighbours[hub, random.below(count)]
                if newest[Int(other)] != vertex { return other }
            }
        }
        let free = (0..<count).map { neighbours[hub, $0] }.filter { newest[Int($0)] != vertex }
        return free.isEmpty ? nil : free[random.below(free.count)]
    }
}

/// Rows of vertices that grow, in one array: a row that is full moves to the end, where it has twice the room.
private struct GrowingRows {
    private var vertices: ContiguousArray<Int32> = []
    private var rows: ContiguousArray<(start: Int, count: Int32, capacity: Int32)>

    init(rowCount: Int) {
        rows = ContiguousArray(repeating: (0, 0, 0), count: rowCount)
    }

    func count(ofRow row: Int32) -> Int { Int(rows[Int(row)].count) }

    subscript(row: Int32, index: Int) -> Int32 { vertices[rows[Int(row)].start + index] }

    /// - Complexity: O(1) amortised.
    mutating func append(_ vertex: Int32, toRow number: Int32) {
        var row = rows[Int(number)]
        if row.count == row.capacity {
            let start = vertices.count
            for index in 0..<Int(row.count) { vertices.append(vertices[row.start + index]) }
            row.start = start
            row.capacity = max(4, 2 * row.capacity)
            for _ in row.count..<row.capacity { vertices.append(0) }
        }
        vertices[row.start + Int(row.count)] = vertex
        row.count += 1
        rows[Int(number)] = row
    }
}
