import Descriptions
import Essentials

extension Graph {
    /// The scale-free graph of Barabási and Albert: it grows from a star of *m* + 1 vertices by one vertex after the
    /// other, each joined to *m* different older ones that are chosen with probabilities proportional to their degrees.
    /// Simple and connected, with *m* (*n* − *m*) edges.
    ///
    /// A vertex is chosen in proportion to its degree by choosing an end of an edge. Sources of edges are known by their
    /// numbers, so that only targets are kept.
    ///
    /// A.-L. Barabási and R. Albert, *Emergence of scaling in random networks*, Science 286 (1999) 509,
    /// DOI 10.1126/science.286.5439.509; V. Batagelj and U. Brandes, Physical Review E 71 (2005) 036113,
    /// DOI 10.1103/PhysRevE.71.036113.
    ///
    /// - Parameters:
    ///   - nodes: The number of vertices *n*, more than *m*.
    ///   - edgesPerNode: The number *m* of edges that each new vertex brings.
    ///   - streams: The random numbers.
    /// - Returns: The graph.
    /// - Throws: ``GraphGeneratorError`` if a number is out of range.
    /// - Complexity: O(n + m n) expected; besides the graph 4 bytes an edge and 12 bytes a vertex.
    public static func barabasiAlbert(
        nodes: Int, edgesPerNode: Int, from streams: RandomStreams
    ) throws(GraphGeneratorError) -> Graph {
        try GraphGeneratorError.check(vertexCount: nodes, atLeast: 2)
        try GraphGeneratorError.check(edgesPerNode, "the number of edges per vertex", in: 1...nodes - 1)
        try GraphGeneratorError.check(
            expectedEdges: Double(edgesPerNode) * Double(nodes - edgesPerNode), vertexCount: nodes)
        var growth = PreferentialGrowth(vertexCount: nodes, edgesPerVertex: edgesPerNode)
        var random = streams.words(for: .graph)
        growth.grow(&random)
        return Graph(rows: growth.rows())
    }
}

extension GraphGenerators {
    static let barabasiAlbert = GraphGenerator(
        "barabasi-albert", "grown by nodes that join others in proportion to their degrees: scale-free",
        synonyms: ["BA", "scale-free network", "preferential attachment"],
        references: [
            Reference(
                "A.-L. Barabási and R. Albert", "Emergence of scaling in random networks", "Science", "286",
                page: "509",
                year: 1999, doi: "10.1126/science.286.5439.509")
        ],
        nodes, edgesPerNode
    ) { nodes, edges in
        { try .barabasiAlbert(nodes: nodes, edgesPerNode: edges, from: $0) }
    }
}

private struct PreferentialGrowth {
    let vertexCount: Int
    let edgesPerVertex: Int

    /// The older end of each edge. The first *m* edges are those of the star around vertex 0, then come *m* for each
    /// vertex.
    private var targets: ContiguousArray<Int32>

    init(vertexCount: Int, edgesPerVertex: Int) {
        self.vertexCount = vertexCount
        self.edgesPerVertex = edgesPerVertex
        targets = ContiguousArray(repeating: 0, count: edgesPerVertex * (vertexCount - edgesPerVertex))
    }

    /// The newer end of an edge.
    private static func source(of edge: Int, edgesPerVertex: Int) -> Int32 {
        let quotient = UInt32(truncatingIfNeeded: edge) / UInt32(truncatingIfNeeded: edgesPerVertex)
        return Int32(truncatingIfNeeded: quotient == 0 ? edge + 1 : Int(quotient) + edgesPerVertex)
    }

    mutating func grow(_ random: inout RandomWords) {
        let m = edgesPerVertex
        // For each vertex the newest one that was joined to it.
        var newest = ContiguousArray<Int32>(repeating: -1, count: vertexCount)
        newest.withUnsafeMutableBufferPointer { newest in
            targets.withUnsafeMutableBufferPointer { targets in
                var first = m
                for vertex in Int32(m + 1)..<Int32(vertexCount) {
                    var edge = first
                    while edge < first + m {
                        let end = random.below(2 * first)
                        let other = end & 1 == 0 ? Self.source(of: end >> 1, edgesPerVertex: m) : targets[end >> 1]
                        guard newest[Int(other)] != vertex else { continue }
                        newest[Int(other)] = vertex
                        targets[edge] = other
                        edge += 1
                    }
                    first += m
                }
            }
        }
    }

    /// The neighbours of all vertices: first the older ones, sorted, and then the newer ones as they come.
    mutating func rows() -> AdjacencyRows {
        let m = edgesPerVertex
        var counts = ContiguousArray<UInt32>(repeating: UInt32(m), count: vertexCount + 1)
        counts[0] = 0
        for vertex in 1...m { counts[vertex] = 1 }
        return targets.withUnsafeMutableBufferPointer { targets in
            for first in stride(from: m, to: targets.count, by: m) {
                var own = UnsafeMutableBufferPointer(rebasing: targets[first..<first + m])
                own.sortFew()
            }
            counts.withUnsafeMutableBufferPointer { counts in
                for target in targets { counts[Int(target)] &+= 1 }
            }
            return AdjacencyRows(counts: counts, hasWeights: false) { filler in
                for edge in 0..<m {
                    filler.put(0, inRow: Int32(edge + 1))
                    filler.put(Int32(edge + 1), inRow: 0)
                }
                var edge = m
                for vertex in Int32(m + 1)..<Int32(vertexCount) {
                    for _ in 0..<m {
                        filler.put(targets[edge], inRow: vertex)
                        filler.put(vertex, inRow: targets[edge])
                        edge += 1
                    }
                }
            }
        }
    }
}

extension UnsafeMutableBufferPointer<Int32> {
    /// Sorts, by insertion where there are few elements.
    fileprivate mutating func sortFew() {
        guard count <= 32 else { return sort() }
        for index in indices.dropFirst() {
            let element = self[index]
            var gap = index
            while gap > 0, self[gap - 1] > element {
                self[gap] = self[gap - 1]
                gap -= 1
            }
            self[gap] = element
        }
    }
}
