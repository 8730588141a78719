import Descriptions
import Essentials

extension Graph {
    /// The configuration model: a random graph with a given degree for each vertex.
    ///
    /// The ends of edges are joined at random. Where the graph is to be simple, edges that are loops or there already are
    /// then exchanged for others by switching their ends with those of random edges, which leaves all degrees as they
    /// are; in the rare case that this leads nowhere, the graph starts from the one of Havel and Hakimi. Where more than one edge of a
    /// thousand has been exchanged, which does not give all graphs alike, ten switchings an edge follow, a walk on all simple graphs
    /// with these degrees that comes to each of them as often. So these come out with the same probability, but for what such walks
    /// remember of where they began. Where more than half of all pairs are joined, those that are not are drawn instead: they are
    /// the edges of a simple graph with the degrees *n* − 1 − *d*. Of all graphs with loops and multiple edges each comes out with its
    /// weight in the model.
    ///
    /// M. E. J. Newman, S. H. Strogatz and D. J. Watts, *Random graphs with arbitrary degree distributions and their
    /// applications*, Physical Review E 64 (2001) 026118, DOI 10.1103/PhysRevE.64.026118; B. D. McKay and N. C. Wormald,
    /// *Uniform generation of random regular graphs of moderate degree*, Journal of Algorithms 11 (1990) 52,
    /// DOI 10.1016/0196-6774(90)90029-E, for switchings; B. K. Fosdick, D. B. Larremore, J. Nishimura and J. Ugander, *Configuring
    /// random graph models with fixed degree sequences*, SIAM Review 60 (2018) 315, DOI 10.1137/16M1087175, for the walk.
    ///
    /// - Parameters:
    ///   - degrees: The degree of each vertex.
    ///   - simple: True if loops and multiple edges are excluded.
    ///   - streams: The random numbers.
    /// - Returns: The graph.
    /// - Throws: ``GraphGeneratorError`` if no graph has these degrees.
    /// - Complexity: O(n + m) expected for n vertices and m edges.
    public static func configuration(
        degrees: [Int], simple: Bool = true, from streams: RandomStreams
    ) throws(GraphGeneratorError) -> Graph {
        try GraphGeneratorError.check(vertexCount: degrees.count)
        let greatest = simple ? degrees.count - 1 : AdjacencyRows.greatestCount
        for degree in degrees { try GraphGeneratorError.check(degree, "a degree", in: 0...greatest) }
        let sum = degrees.reduce(0, +)
        guard sum.isMultiple(of: 2) else { throw .oddDegreeSum(sum) }
        // The ends, the columns and the rows.
        try GraphGeneratorError.check(expectedEdges: Double(sum) / 2, vertexCount: degrees.count, bytesPerEdge: 28)
        if simple { try checkGraphical(degrees) }
        let greatestSum = degrees.count * (degrees.count - 1)
        if simple, 2 * sum > greatestSum {
            return try configuration(
                degrees: degrees.map { degrees.count - 1 - $0 }, simple: true, from: streams
            ).complement()
        }
        var random = streams.words(for: .graph)
        var matching = StubMatching(degrees: degrees, &random)
        if simple {
            let exchanged = matching.makeSimple(&random)
            if exchanged == nil { matching = StubMatching(havelHakimi: degrees) }
            if 1000 * (exchanged ?? matching.edgeCount) > matching.edgeCount {
                matching.switchEnds(times: 10 * matching.edgeCount, &random)
            }
        }
        return Graph(vertexCount: degrees.count, generated: matching.edges)
    }

    /// A random graph in which all vertices have the same degree. Simple.
    ///
    /// The configuration model with equal degrees; see ``configuration(degrees:simple:from:)``.
    ///
    /// - Throws: ``GraphGeneratorError`` if the degree is out of range, or the degrees of all vertices add up to an odd
    ///   number.
    /// - Complexity: O(n + m) expected for n vertices and m edges.
    public static func randomRegular(
        nodes: Int, degree: Int, from streams: RandomStreams
    ) throws(GraphGeneratorError) -> Graph {
        try GraphGeneratorError.check(vertexCount: nodes)
        try GraphGeneratorError.check(degree, "the degree", in: 0...nodes - 1)
        // The degrees, too, and what they are sorted by.
        try GraphGeneratorError.check(
            expectedEdges: Double(nodes) * Double(degree) / 2, vertexCount: nodes, bytesPerVertex: 40)
        return try configuration(
            degrees: [Int](repeating: degree, count: nodes), simple: true, from: streams)
    }

    /// The theorem of Erdős and Gallai: the sum of the k greatest degrees is at most k (k − 1) + Σ min(dᵢ, k) over all
    /// others. It is enough to look at those k for which the k-th degree is at least k.
    ///
    /// - Complexity: O(n) for n vertices.
    private static func checkGraphical(_ degrees: [Int]) throws(GraphGeneratorError) {
        let sorted = descending(degrees)
        var sum = 0
        // How many degrees are at least k, and the sum of all others.
        var greatCount = sorted.count
        var rest = 0
        var k = 1
        while k <= sorted.count, sorted[k - 1] >= k {
            sum += sorted[k - 1]
            while sorted[greatCount - 1] < k {
                greatCount -= 1
                rest += sorted[greatCount]
            }
            guard sum <= k * (greatCount - 1) + rest else { throw .notGraphical(degree: sorted[k - 1], rank: k) }
            k += 1
        }
    }

    /// Sorts by counting.
    private static func descending(_ degrees: [Int]) -> [Int] {
        var counts = [Int](repeating: 0, count: degrees.count)
        for degree in degrees { counts[degree] += 1 }
        return counts.indices.reversed().flatMap { repeatElement($0, count: counts[$0]) }
    }
}

extension GraphGenerators {
    static let configuration = GraphGenerator(
        "configuration", "a random graph of given degrees",
        references: [
            Reference(
                "M. E. J. Newman, S. H. Strogatz and D. J. Watts",
                "Random graphs with arbitrary degree distributions and their applications", "Physical Review E", "64",
                page: "026118", year: 2001, doi: "10.1103/PhysRevE.64.026118")
        ],
        Parameter<[Int]>(
            "degrees", "the degree of each node",
            kind: .list(of: .integer(0...Int.max), count: 1...ParameterKind.greatestCount)
        ).example([4, 3, 3, 2, 2, 2, 2, 1, 1]),
        Parameter("simple", "whether loops and multiple edges are excluded", default: true)
    ) { degrees, simple in
        { try .configuration(degrees: degrees, simple: simple, from: $0) }
    }

    static let randomRegular = GraphGenerator(
        "random-regular", "a random graph in which all degrees are the same", nodes,
        Parameter(count: "degree", "the degree of all nodes", atLeast: 0).example(3)
    ) { nodes, degree in
        { try .randomRegular(nodes: nodes, degree: degree, from: $0) }
    }
}
