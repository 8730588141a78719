import SimulationEngine

extension Graph {
    /// The random graph *G*(*n*, *p*): each pair of vertices is joined with the same probability, independently of all
    /// others.
    ///
    /// E. N. Gilbert, *Random graphs*, Annals of Mathematical Statistics 30 (1959) 1141, DOI 10.1214/aoms/1177706098.
    ///
    /// - Throws: ``GraphGeneratorError`` if there is no vertex, if the probability is not one, or if too many edges are to
    ///   be expected.
    /// - Complexity: O(n + m) for n vertices and m edges: pairs that are not joined are skipped.
    public static func erdosRenyi(
        vertexCount: Int, edgeProbability: Double, from streams: RandomStreams
    ) throws(GraphGeneratorError) -> Graph {
        try GraphGeneratorError.check(vertexCount: vertexCount)
        try GraphGeneratorError.check(probability: edgeProbability, "the probability of an edge")
        let expected = Double(pairCount(vertexCount)) * edgeProbability
        try GraphGeneratorError.check(expectedEdges: expected, vertexCount: vertexCount)
        var random = streams.words(for: .graph)
        var edges = EdgeColumns(capacity: Int(expected + 4 * expected.squareRoot()))
        var pairs = PairsInOrder()
        random.forEachSuccess(inTrials: pairCount(vertexCount), probability: edgeProbability) { number, _ in
            let (vertex, other) = pairs.pair(number)
            edges.append(vertex, other, weight: 1)
        }
        return Graph(vertexCount: vertexCount, generated: edges)
    }

    /// The random graph *G*(*n*, *m*): a number of edges, each set of so many with the same probability.
    ///
    /// P. Erdős and A. Rényi, *On random graphs I*, Publicationes Mathematicae Debrecen 6 (1959) 290.
    ///
    /// - Throws: ``GraphGeneratorError`` if there is no vertex, or if there are more edges than pairs of vertices.
    /// - Complexity: O(n + m) for n vertices and m edges.
    public static func erdosRenyi(
        vertexCount: Int, edgeCount: Int, from streams: RandomStreams
    ) throws(GraphGeneratorError) -> Graph {
        try GraphGeneratorError.check(vertexCount: vertexCount)
        try GraphGeneratorError.check(edgeCount, "the number of edges", in: 0...pairCount(vertexCount))
        try GraphGeneratorError.check(expectedEdges: Double(edgeCount), vertexCount: vertexCount)
        var random = streams.words(for: .graph)
        var edges = EdgeColumns(capacity: edgeCount)
        var pairs = PairsInOrder()
        random.forEachSample(edgeCount, below: pairCount(vertexCount)) { number in
            let (vertex, other) = pairs.pair(number)
            edges.append(vertex, other, weight: 1)
        }
        return Graph(vertexCount: vertexCount, generated: edges)
    }

    /// The number of pairs of different vertices.
    static func pairCount(_ vertexCount: Int) -> Int {
        vertexCount * (vertexCount - 1) / 2
    }
}

/// Pairs of vertices by their numbers in the order (1, 0), (2, 0), (2, 1), (3, 0), …, asked for in that order.
///
/// - Complexity: O(1) amortised for each pair and each vertex.
struct PairsInOrder {
    private var vertex = 1
    private var first = 0

    mutating func pair(_ number: Int) -> (Int32, Int32) {
        while number - first >= vertex {
            first += vertex
            vertex += 1
        }
        return (Int32(truncatingIfNeeded: vertex), Int32(truncatingIfNeeded: number - first))
    }
}
