import Descriptions
import SimulationEngine

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
    private static let neighbours = Parameter(count: "neighbours", "the number of neighbours on the ring").example(4)

    static let wattsStrogatz = GraphGenerator(
        "watts-strogatz", "a small world: a ring some of whose edges are moved",
        synonyms: ["WS", "small world"],
        references: [
            Reference(
                "D. J. Watts and S. H. Strogatz", "Collective dynamics of 'small-world' networks", "Nature", "393",
                page: "440", year: 1998, doi: "10.1038/30918")
        ],
        nodes, neighbours, Parameter("rewiring", "the probability with which an edge is moved", .fraction)
    ) { nodes, neighbours, rewiring in
        { try .wattsStrogatz(nodes: nodes, neighbours: neighbours, rewiring: rewiring, from: $0) }
    }

    static let newmanWatts = GraphGenerator(
        "newman-watts", "a small world: a ring with shortcuts",
        references: [
            Reference(
                "M. E. J. Newman and D. J. Watts",
                "Renormalization group analysis of the small-world network model", "Physics Letters A", "263",
                page: "341", year: 1999, doi: "10.1016/S0375-9601(99)00757-4")
        ],
        nodes, neighbours, Parameter("shortcuts", "the probability of a shortcut for each edge", .fraction)
    ) { nodes, neighbours, shortcuts in
        { try .newmanWatts(nodes: nodes, neighbours: neighbours, shortcuts: shortcuts, from: $0) }
    }
}

/// A ring whose edges can be moved and added to.
private struct Ring {
    let vertexCount: Int
    let edgeCount: Int

    private var sources: ContiguousArray<Int32> = []
    private var targets: ContiguousArray<Int32> = []
    private var degrees: ContiguousArray<Int32>
    private var present: EdgeSet

    /// The same where most pairs are joined, so that a free one is seldom found by chance.
    private var bits: EdgeBits?

    init(vertexCount: Int, neighbourCount: Int) throws(GraphGeneratorError) {
        try GraphGeneratorError.check(vertexCount: vertexCount, atLeast: 3)
        try GraphGeneratorError.check(neighbourCount, "the number of neighbours on the ring", in: 2...vertexCount - 1)
        guard neighbourCount.isMultiple(of: 2) else { throw .oddNeighbourCount(neighbourCount) }
        let expected = Double(vertexCount) * Double(neighbourCount / 2)
        // There may be as many shortcuts; and the set of all edges.
        try GraphGeneratorError.check(expectedEdges: 2 * expected, vertexCount: vertexCount, bytesPerEdge: 36)
        self.vertexCount = vertexCount
        edgeCount = vertexCount * neighbourCount / 2
        degrees = ContiguousArray(repeating: Int32(neighbourCount), count: vertexCount)
        present = EdgeSet(capacity: 2 * edgeCount)
        bits = neighbourCount > vertexCount / 2 ? EdgeBits(vertexCount: vertexCount) : nil
        sources.reserveCapacity(edgeCount)
        targets.reserveCapacity(edgeCount)
        for distance in 1...neighbourCount / 2 {
            for vertex in 0..<vertexCount { add(Int32(vertex), Int32((vertex + distance) % vertexCount)) }
        }
    }

    var edges: EdgeColumns { EdgeColumns(sources: sources, targets: targets) }

    private mutating func add(_ source: Int32, _ target: Int32) {
        sources.append(source)
        targets.append(target)
        _ = present.insert(source, target)
        bits?.toggle(source, target)
    }

    /// Moves the further end of an edge to a random vertex, if there is one that is not a neighbour.
    mutating func rewire(_ edge: Int, _ random: inout RandomWords) {
        let (source, old) = (sources[edge], targets[edge])
        guard Int(degrees[Int(source)]) < vertexCount - 1 else { return }
        let target = freeVertex(for: source, &random)
        present.remove(source, old)
        _ = present.insert(source, target)
        bits?.toggle(source, old)
        bits?.toggle(source, target)
        targets[edge] = target
        degrees[Int(old)] -= 1
        degrees[Int(target)] += 1
    }

    /// A random vertex to which one is not joined; there must be such.
    private func freeVertex(for source: Int32, _ random: inout RandomWords) -> Int32 {
        if let bits {
            return bits.free(random.below(vertexCount - 1 - Int(degrees[Int(source)])), of: source)
        }
        while true {
            let target = Int32(truncatingIfNeeded: random.below(vertexCount))
            if target != source, !present.contains(source, target) { return target }
        }
    }

    /// Joins two random vertices that are not neighbours, if there are such.
    mutating func addShortcut(_ random: inout RandomWords) {
        guard sources.count < Graph.pairCount(vertexCount) else { return }
        while true {
            let source = Int32(truncatingIfNeeded: random.below(vertexCount))
            let target = Int32(truncatingIfNeeded: random.below(vertexCount))
            if source != target, !present.contains(source, target) { return add(source, target) }
        }
    }
}
