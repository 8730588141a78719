import Descriptions
import SimulationEngine

/// The Sznajd model: two neighbours of the same opinion convince all their neighbours.
///
/// The vertex that is updated chooses a random neighbour; an edge acts on the vertex to which it leads.
///
/// K. Sznajd-Weron and J. Sznajd, *Opinion evolution in closed community*, International Journal of Modern Physics C 11
/// (2000) 1157, DOI 10.1142/S0129183100000936.
///
/// Memory: 1 byte a vertex besides the graph.
public final class SznajdModel: AsynchronousRule, NamedRule {
    /// As scenarios name it.
    package static let component = Component<RuleMaking<SznajdModel>>(
        "sznajd", "two neighbours of the same opinion convince all their neighbours",
        references: [
            Reference(
                "K. Sznajd-Weron and J. Sznajd", "Opinion evolution in closed community",
                "International Journal of Modern Physics C", "11", page: "1157", year: 2000,
                doi: "10.1142/S0129183100000936")
        ],
        UpdateRules.opinions, UpdateRules.shares
    ) { opinions, shares in
        let shares = try UpdateRules.shares(shares, of: opinions)
        return RuleMaking { graph, streams in
            try SznajdModel(graph: graph, states: streams.states(shares, of: graph), opinions: opinions)
        }
    }

    /// The state of a vertex: its opinion.
    public typealias NodeState = UInt8

    /// The graph along whose edges vertices act.
    public let graph: Graph

    /// The opinions, numbered from 0.
    public let states: VertexStates<UInt8>

    /// How many opinions there are.
    public let opinionCount: Int

    let sweepTraces = SweepTraces()

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - states: An opinion for each vertex.
    ///   - opinionCount: How many opinions there are, from 2 to 256.
    /// - Throws: ``MonteCarloError`` if there is no vertex, not one opinion for each, or if a number is out of range.
    public init(graph: Graph, states: [UInt8], opinions opinionCount: Int = 256) throws(MonteCarloError) {
        try MonteCarloError.check(Double(opinionCount), "the number of opinions", in: 2...256)
        try Self.check(states, below: opinionCount, for: graph)
        self.graph = graph
        self.opinionCount = opinionCount
        self.states = VertexStates(states)
    }

    /// Has a vertex and a neighbour of it convince others, if they agree.
    public func update(_ vertex: Int, _ random: inout RandomWords) {
        let elements = states.elements
        let range = graph.outgoing.range(of: vertex)
        guard !range.isEmpty else { return }
        let neighbour = Int(graph.outgoing.vertices[range.lowerBound + random.below(range.count)])
        guard elements[vertex] == elements[neighbour] else { return }
        for actor in [vertex, neighbour] {
            for index in graph.outgoing.range(of: actor) {
                let other = Int(graph.outgoing.vertices[index])
                sweepTraces.note(other, from: elements[other], to: elements[vertex], by: actor)
                elements[other] = elements[vertex]
            }
        }
    }

    /// Sets an opinion, if there is one of that number.
    public func setNodeState(_ state: UInt8, at node: Int) {
        if Int(state) < opinionCount { states[node] = state }
    }

    /// The shares of opinions and the part of edges between different ones.
    public static var quantities: OpinionQuantities<SznajdModel> { OpinionQuantities() }
}
