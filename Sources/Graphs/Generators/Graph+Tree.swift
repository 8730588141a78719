import Descriptions
import Essentials

extension Graph {
    /// A random tree, each of the *n*ⁿ⁻² trees on *n* numbered vertices with the same probability.
    ///
    /// A sequence of *n* − 2 random vertices stands for a tree: H. Prüfer, *Neuer Beweis eines Satzes über
    /// Permutationen*, Archiv der Mathematik und Physik 27 (1918) 742.
    ///
    /// - Throws: ``GraphGeneratorError`` if there is no vertex.
    /// - Complexity: O(n) for n vertices.
    public static func randomTree(
        nodes: Int, from streams: RandomStreams
    ) throws(GraphGeneratorError) -> Graph {
        try checkTree(vertexCount: nodes)
        guard nodes > 2 else { return try path(nodes: nodes) }
        var random = streams.words(for: .graph)
        let sequence = ContiguousArray((2..<nodes).map { _ in Int32(random.below(nodes)) })
        return Graph(vertexCount: nodes, generated: edges(ofPruefer: sequence, vertexCount: nodes))
    }

    /// Joins each vertex of the sequence to the least leaf that is left, and at last the two that are left.
    private static func edges(ofPruefer sequence: ContiguousArray<Int32>, vertexCount: Int) -> EdgeColumns {
        var degrees = ContiguousArray<Int32>(repeating: 1, count: vertexCount)
        for vertex in sequence { degrees[Int(vertex)] += 1 }
        var edges = EdgeColumns(capacity: vertexCount - 1)
        var next = degrees.firstIndex(of: 1) ?? 0
        var leaf = next
        for vertex in sequence {
            edges.append(Int32(leaf), vertex, weight: 1)
            degrees[leaf] = 0
            degrees[Int(vertex)] -= 1
            // A new leaf below those that were passed is the least one.
            if degrees[Int(vertex)] == 1, vertex < next {
                leaf = Int(vertex)
            } else {
                repeat { next += 1 } while degrees[next] != 1
                leaf = next
            }
        }
        edges.append(Int32(leaf), Int32(vertexCount - 1), weight: 1)
        return edges
    }
}

extension GraphGenerators {
    static let randomTree = GraphGenerator("random-tree", "one of all trees, each with the same probability", nodes) {
        nodes in
        { try .randomTree(nodes: nodes, from: $0) }
    }
}
