import Descriptions
import Essentials

extension Graph {
    /// The small world of Watts and Strogatz: a ring on which each vertex is joined to its *k* nearest, and on which the
    /// further end of each edge is moved to a random vertex with a probability. Simple; the number of edges stays
    /// *n k* / 2.
    ///
    /// D. J. Watts and S. H. Strogatz, *Collective dynamics of 'small-world' networks*, Nature 393 (1998) 440,
    /// DOI 10.1038/30918.
    ///
    /// - Parameters:
    ///   - nodes: The number of vertices *n*, more than *k*.
    ///   - neighbours: The number *k* of neighbours on the ring, which is even.
    ///   - rewiring: The probability with which an edge is moved.
    ///   - streams: The random numbers.
    /// - Returns: The graph.
    /// - Throws: ``GraphGeneratorError`` if a number is out of range.
    /// - Complexity: O(n + m) expected for n vertices and m edges; O(n m / 64) if *k* > *n* / 2.
    public static func wattsStrogatz(
        nodes: Int, neighbours: Int, rewiring: Double, from streams: RandomStreams
    ) throws(GraphGeneratorError) -> Graph {
        var ring = try Ring(vertexCount: nodes, neighbourCount: neighbours)
        try GraphGeneratorError.check(probability: rewiring, "the probability of rewiring")
        var random = streams.words(for: .graph)
        random.forEachSuccess(inTrials: ring.edgeCount, probability: rewiring) { edge, random in
            ring.rewire(edge, &random)
        }
        return Graph(vertexCount: nodes, generated: ring.edges)
    }
}

extension GraphGenerators {
    static let wattsStrogatz = GraphGenerator(
        "watts-strogatz", "a small world: a ring some of whose edges are moved",
        synonyms: ["WS", "small world"],
        references: [
            Reference(
                "D. J. Watts and S. H. Strogatz", "Collective dynamics of 'small-world' networks", "Nature", "393",
                page: "440", year: 1998, doi: "10.1038/30918")
        ],
        nodes, ringNeighbours, Parameter("rewiring", "the probability with which an edge is moved", .fraction)
    ) { nodes, neighbours, rewiring in
        { try .wattsStrogatz(nodes: nodes, neighbours: neighbours, rewiring: rewiring, from: $0) }
    }
}
