import Descriptions
import SimulationEngine

/// Walkers on a graph, each of which goes along a random edge in each step, or stays with the probability that is its laziness.
/// Edges with weights are chosen in proportion to them.
///
/// Nodes are the walkers, and their states the vertices where they are. A walker at a vertex from which no edge leads stays. On
/// a connected undirected graph the probability to be at a vertex becomes proportional to its degree, or
/// to the sum of the weights of its edges; if the graph is bipartite,
/// only where walkers are lazy.
///
/// K. Pearson, *The problem of the random walk*, Nature 72 (1905) 294, DOI 10.1038/072294b0.
///
/// Memory: 8 bytes a walker besides the graph.
public final class RandomWalks: SynchronousRule, NamedRule {
    /// As scenarios name it.
    package static let component = Component<RuleMaking<RandomWalks>>(
        "random-walks", "walkers who go along random edges",
        references: [
            Reference(
                "K. Pearson", "The problem of the random walk", "Nature", "72", page: "294", year: 1905,
                doi: "10.1038/072294b0")
        ],
        Parameter(count: "walkers", "the number of walkers").example(50),
        Parameter<WordOr<[Int]>>(
            "start", "the nodes on which walkers begin in turns", kind: .word(["random"], or: .nodes),
            default: .word("random")),
        Parameter("laziness", "the probability of staying", .fraction, default: 0)
    ) { count, start, laziness in
        do { try check(walkers: count) } catch {
            throw ParameterError.unfit("walkers", because: "are too many: \(error)")
        }
        if case .value(let vertices) = start, vertices.isEmpty {
            throw ParameterError.unfit("start", because: "must have at least 1 item")
        }
        return RuleMaking(nodeCount: count) { graph, streams in
            var random = streams.words(for: .initialState)
            let starts = (0..<count).map { walker in
                if case .value(let vertices) = start {
                    vertices[walker % vertices.count]
                } else {
                    random.below(graph.vertexCount)
                }
            }
            return try RandomWalks(graph: graph, starts: starts, laziness: laziness)
        }
    }

    /// A walker may go round a loop.
    package static var allowedEdges: Graph.AllowedEdges { .loops }

    /// Weights are parts of probabilities.
    package static var needsNonNegativeWeights: Bool { true }

    /// They do.
    package static var readsWeights: Bool { true }

    /// Nodes are walkers.
    public static var isOnVertices: Bool { false }

    /// The state of a walker: the number of its vertex.
    public typealias NodeState = Int32

    /// The graph along whose edges walkers go.
    public let graph: Graph

    /// Where the walkers are.
    public let states: VertexStates<Int32>

    /// The probability of staying, a parameter that can be changed during a run.
    public private(set) var laziness: Double

    /// Looks whether the machine has memory for walkers: for each of them its vertex at the beginning, now and after the step.
    ///
    /// - Throws: ``MonteCarloError/notEnoughMemory(_:)``.
    public static func check(walkers walkerCount: Int) throws(MonteCarloError) {
        guard walkerCount >= 0 else { throw .invalidCount("walkers", walkerCount) }
        try MonteCarloError.check(memory: 16 * Double(walkerCount), of: "a random walk with so many walkers")
    }

    /// Nothing: the nodes are walkers, of which there may be any number.
    public var countsPerNode: KeyValuePairs<String, Int> { [:] }

    /// Creates walkers.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - starts: The vertex of each walker at the beginning.
    ///   - laziness: The probability of staying, from 0 to 1.
    /// - Throws: ``MonteCarloError`` if a vertex, a weight or the laziness is out of range.
    public init(graph: Graph, starts: [Int], laziness: Double = 0) throws(MonteCarloError) {
        guard graph.vertexCount > 0 else { throw .noVertices }
        if let weight = graph.edges.weights?.first(where: { $0 < 0 }) {
            throw .outOfRange("the weight of an edge", value: weight, lowest: 0, greatest: .greatestFiniteMagnitude)
        }
        for start in starts {
            try MonteCarloError.check(
                Double(start), "the vertex of a walker", in: 0...Double(graph.vertexCount - 1))
        }
        try MonteCarloError.check(laziness, "the laziness", in: 0...1)
        self.graph = graph
        self.laziness = laziness
        states = VertexStates(starts.map { Int32($0) })
    }

    /// Looks whether the laziness can be.
    public func prepareStep() throws {
        try MonteCarloError.check(laziness, "the laziness", in: 0...1)
    }

    /// Where a walker goes.
    public func next(_ walker: Int, in states: Span<Int32>, _ random: inout RandomWords) -> Int32 {
        let range = graph.outgoing.range(of: Int(states[unchecked: walker]))
        if range.isEmpty || laziness > 0 && random.uniform() < laziness { return states[unchecked: walker] }
        guard let weights = graph.outgoing.weights else {
            return graph.outgoing.vertices[range.lowerBound + random.below(range.count)]
        }
        return weightedNeighbour(in: range, weights, random.uniform()) ?? states[unchecked: walker]
    }

    /// The end of the edge that a number from 0 to 1 chooses; `nil` if all weights are 0.
    private func weightedNeighbour(
        in range: Range<Int>, _ weights: ContiguousArray<Double>, _ number: Double
    ) -> Int32? {
        var level = number * range.reduce(0) { $0 + weights[$1] }
        var chosen: Int32?
        for index in range where weights[index] > 0 {
            chosen = graph.outgoing.vertices[index]
            if level < weights[index] { break }
            level -= weights[index]
        }
        return chosen
    }

    /// How many walkers are at each vertex.
    ///
    /// - Complexity: O(n + w) for n vertices and w walkers.
    public var occupations: [Int] {
        var counts = [Int](repeating: 0, count: graph.vertexCount)
        for vertex in states.elements { counts[Int(vertex)] += 1 }
        return counts
    }

    /// Walkers have no names, vertices may have.
    public var nodeNames: [String]? { nil }

    /// Puts a walker on a vertex, if there is one of that number.
    public func setNodeState(_ state: Int32, at node: Int) {
        if (0..<Int32(graph.vertexCount)).contains(state) { states[node] = state }
    }

    package static let names = ModelNames(fields: ["vertex"], parameters: ["laziness"])

    /// The laziness.
    public func parameter(at index: Int) -> Double { laziness }

    /// Sets the laziness. A value that cannot be is reported by the next step.
    public func setParameter(_ value: Double, at index: Int) { laziness = value }

    /// The quantities of random walks.
    public struct Quantities: QuantitySet {
        /// The part of vertices where at least one walker is.
        public let coverage = QuantityDefinition<RandomWalks, Double>("coverage") { model in
            Double(model.occupations.count { $0 > 0 }) / Double(model.graph.vertexCount)
        }

        /// The part of vertices where at least one walker is.
        public var all: [any AnyQuantityDefinition<RandomWalks>] { [coverage] }
    }

    /// The quantities of random walks.
    public static var quantities: Quantities { Quantities() }
}
