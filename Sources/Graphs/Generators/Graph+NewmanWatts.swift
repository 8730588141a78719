import Descriptions
import Essentials

extension Graph {
    /// The small world of Newman and Watts: a ring on which each vertex is joined to its *k* nearest, and for each of its
    /// *n k* / 2 edges with a probability a shortcut between two random vertices that were not joined, both of them drawn
    /// anew; in networkx one of them is the nearer end of that edge. Simple and connected.
    ///
    /// M. E. J. Newman and D. J. Watts, *Renormalization group analysis of the small-world network model*, Physics Letters
    /// A 263 (1999) 341, DOI 10.1016/S0375-9601(99)00757-4.
    ///
    /// - Parameters:
    ///   - nodes: The number of vertices *n*, more than *k*.
    ///   - neighbours: The number *k* of neighbours on the ring, which is even and at least 2.
    ///   - shortcuts: The probability of a shortcut for each edge of the ring.
    ///   - streams: The random numbers.
    /// - Returns: The graph.
    /// - Throws: ``GraphGeneratorError`` if a number is out of range.
    /// - Complexity: O(n + m) expected for n vertices and m edges, unless nearly all pairs are joined.
    public static func newmanWatts(
        nodes: Int, neighbours: Int, shortcuts: Double, from streams: RandomStreams
    ) throws(GraphGeneratorError) -> Graph {
        var ring = try Ring(vertexCount: nodes, neighbourCount: neighbours)
        try GraphGeneratorError.check(probability: shortcuts, "the probability of a shortcut")
        var random = streams.words(for: .graph)
        random.forEachSuccess(inTrials: ring.edgeCount, probability: shortcuts) { _, random in
            ring.addShortcut(&random)
        }
        return Graph(vertexCount: nodes, generated: ring.edges)
    }
}

extension GraphGenerators {
    static let newmanWatts = GraphGenerator(
        "newman-watts", "a small world: a ring with shortcuts",
        references: [
            Reference(
                "M. E. J. Newman and D. J. Watts",
                "Renormalization group analysis of the small-world network model", "Physics Letters A", "263",
                page: "341", year: 1999, doi: "10.1016/S0375-9601(99)00757-4")
        ],
        nodes, ringNeighbours, Parameter("shortcuts", "the probability of a shortcut for each edge", .fraction)
    ) { nodes, neighbours, shortcuts in
        { try .newmanWatts(nodes: nodes, neighbours: neighbours, shortcuts: shortcuts, from: $0) }
    }
}
