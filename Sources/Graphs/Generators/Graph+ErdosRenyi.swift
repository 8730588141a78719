import Descriptions
import Essentials

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
        nodes: Int, probability: Double, from streams: RandomStreams
    ) throws(GraphGeneratorError) -> Graph {
        try GraphGeneratorError.check(vertexCount: nodes)
        try GraphGeneratorError.check(probability: probability, "the probability of an edge")
        let expected = Double(pairCount(nodes)) * probability
        try GraphGeneratorError.check(expectedEdges: expected, vertexCount: nodes)
        var random = streams.words(for: .graph)
        var edges = EdgeColumns(capacity: Int(expected + 4 * expected.squareRoot()))
        var pairs = PairsInOrder()
        random.forEachSuccess(inTrials: pairCount(nodes), probability: probability) { number, _ in
            let (vertex, other) = pairs.pair(number)
            edges.append(vertex, other, weight: 1)
        }
        return Graph(vertexCount: nodes, generated: edges)
    }

    /// The random graph *G*(*n*, *m*): a number of edges, each set of so many with the same probability.
    ///
    /// P. Erdős and A. Rényi, *On random graphs I*, Publicationes Mathematicae Debrecen 6 (1959) 290.
    ///
    /// - Throws: ``GraphGeneratorError`` if there is no vertex, or if there are more edges than pairs of vertices.
    /// - Complexity: O(n + m) for n vertices and m edges.
    public static func erdosRenyi(
        nodes: Int, edges: Int, from streams: RandomStreams
    ) throws(GraphGeneratorError) -> Graph {
        try GraphGeneratorError.check(vertexCount: nodes)
        try GraphGeneratorError.check(edges, "the number of edges", in: 0...pairCount(nodes))
        try GraphGeneratorError.check(expectedEdges: Double(edges), vertexCount: nodes)
        var random = streams.words(for: .graph)
        var columns = EdgeColumns(capacity: edges)
        var pairs = PairsInOrder()
        random.forEachSample(edges, below: pairCount(nodes)) { number in
            let (vertex, other) = pairs.pair(number)
            columns.append(vertex, other, weight: 1)
        }
        return Graph(vertexCount: nodes, generated: columns)
    }

    /// The number of pairs of different vertices.
    static func pairCount(_ vertexCount: Int) -> Int {
        vertexCount * (vertexCount - 1) / 2
    }
}

extension GraphGenerators {
    static let erdosRenyi = GraphGenerator(
        "erdos-renyi", "each pair of nodes joined with the same probability, or a number of edges anywhere",
        synonyms: ["ER", "random graph", "G(n, p)"],
        references: [
            Reference(
                "E. N. Gilbert", "Random graphs", "Annals of Mathematical Statistics", "30", page: "1141", year: 1959,
                doi: "10.1214/aoms/1177706098"),
            Reference(
                "P. Erdős and A. Rényi", "On random graphs I", "Publicationes Mathematicae Debrecen", "6", page: "290",
                year: 1959),
        ],
        nodes,
        Parameter("probability", "the probability of an edge", .fraction).example(0.1).oneOf("probability", "edges"),
        Parameter("edges", "the number of edges", in: 0...Int.max).oneOf("probability", "edges")
    ) { nodes, probability, edges in
        switch (probability, edges) {
        case (let probability?, nil): { try .erdosRenyi(nodes: nodes, probability: probability, from: $0) }
        case (nil, let edges?): { try .erdosRenyi(nodes: nodes, edges: edges, from: $0) }
        default: throw ParameterError.notExactlyOne(of: ["probability", "edges"])
        }
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
