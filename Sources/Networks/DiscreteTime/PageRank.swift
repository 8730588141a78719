import Descriptions
import SimulationEngine

/// PageRank: the probability that a surfer is at a vertex who follows a random edge with the probability that is the damping, and
/// otherwise, or where no edge leads on, goes to a random vertex,
///
///     rᵢ ← (1 − d)/n + d (Σⱼ wᵢⱼ rⱼ / Σₖ wₖⱼ + D / n)
///
/// where the first sum goes over the edges that lead to *i*, and D is the sum of those of vertices without edges that lead away. A step is
/// one power iteration; its error shrinks at least by the factor d.
///
/// S. Brin and L. Page, *The anatomy of a large-scale hypertextual Web search engine*, Computer Networks and ISDN Systems 30
/// (1998) 107, DOI 10.1016/S0169-7552(98)00110-X.
///
/// Memory: 24 bytes a vertex besides the graph.
public final class PageRank: SynchronousRule, NamedRule {
    /// As scenarios name it.
    package static let component = Component<RuleMaking<PageRank>>(
        "page-rank", "the probability that a surfer is at a node who follows random edges, and sometimes jumps",
        equation: "rᵢ ← (1 − d)/n + d (Σⱼ wᵢⱼ rⱼ / Σₖ wₖⱼ + D / n), D = Σⱼ rⱼ over nodes without edges to others",
        references: [
            Reference(
                "S. Brin and L. Page", "The anatomy of a large-scale hypertextual Web search engine",
                "Computer Networks and ISDN Systems", "30", page: "107", year: 1998,
                doi: "10.1016/S0169-7552(98)00110-X")
        ],
        Parameter("damping", "the probability of following an edge", .fraction, default: 0.85)
    ) { damping in
        RuleMaking { graph, _ in try PageRank(graph: graph, damping: damping) }
    }

    /// A page may link to itself.
    package static var allowedEdges: Graph.AllowedEdges { .loops }

    /// Weights are parts of probabilities.
    package static var needsNonNegativeWeights: Bool { true }

    /// The state of a vertex: its rank.
    public typealias NodeState = Double

    /// The graph whose edges are followed.
    public let graph: Graph

    /// The ranks, which add up to 1.
    public let states: VertexStates<Double>

    /// The damping *d*, a parameter that can be changed during a run.
    public private(set) var damping: Double

    /// One divided by the sum of the weights of edges that lead away from a vertex, 0 where none does.
    private let scales: [Double]

    /// The contribution of random jumps to the rank of each vertex.
    private var base = 0.0

    /// Creates a model in which all ranks are equal.
    ///
    /// - Parameters:
    ///   - graph: The graph, whose weights, if it has any, must not be negative.
    ///   - damping: The damping, from 0 to 1.
    /// - Throws: ``MonteCarloError`` if there is no vertex, or if a number is out of range.
    public init(graph: Graph, damping: Double = 0.85) throws(MonteCarloError) {
        let count = graph.vertexCount
        guard count > 0 else { throw .noVertices }
        try MonteCarloError.check(damping, "the damping", in: 0...1)
        for vertex in 0..<count {
            guard let least = graph.weights(of: vertex)?.min() else { continue }
            try MonteCarloError.check(least, "a weight", in: 0...Double.greatestFiniteMagnitude)
        }
        self.graph = graph
        self.damping = damping
        states = VertexStates([Double](repeating: 1 / Double(count), count: count))
        scales = (0..<count).map { vertex in
            let sum = graph.weights(of: vertex).map { $0.reduce(0, +) } ?? Double(graph.degree(of: vertex))
            return sum > 0 ? 1 / sum : 0
        }
    }

    /// Sums up what goes to random vertices.
    public func prepareStep() throws {
        try MonteCarloError.check(damping, "the damping", in: 0...1)
        var dangling = 0.0
        for vertex in 0..<states.count where scales[vertex] == 0 { dangling += states.elements[vertex] }
        base = (1 - damping + damping * dangling) / Double(states.count)
    }

    /// Sets a rank, if it is a probability.
    public func setNodeState(_ state: Double, at node: Int) {
        if (0...1).contains(state) { states[node] = state }
    }

    /// The rank of a vertex.
    public func next(_ vertex: Int, in states: Span<Double>, _ random: inout RandomWords) -> Double {
        let rows = graph.incoming
        var sum = 0.0
        for index in rows.range(of: vertex) {
            let source = Int(rows.vertices[index])
            sum += states[unchecked: source] * scales[source] * (rows.weights?[index] ?? 1)
        }
        return base + damping * sum
    }

    package static let names = ModelNames(fields: ["rank"], parameters: ["damping"])

    /// The damping.
    public func parameter(at index: Int) -> Double { damping }

    /// Sets the damping. A value that cannot be is reported by the next step.
    public func setParameter(_ value: Double, at index: Int) { damping = value }

    /// The quantities of ranks.
    public struct Quantities: QuantitySet {
        /// The greatest rank.
        public let greatestRank = QuantityDefinition<PageRank, Double>("greatest-rank") { model in
            model.states.elements.max() ?? 0
        }

        /// The greatest rank.
        public var all: [any AnyQuantityDefinition<PageRank>] { [greatestRank] }
    }

    /// The quantities of ranks.
    public static var quantities: Quantities { Quantities() }
}
