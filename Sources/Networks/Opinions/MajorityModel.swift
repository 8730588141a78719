import Descriptions
import SimulationEngine

/// The majority-vote model: a vertex takes the opinion, 0 or 1, that most of its neighbours have, or with the probability
/// that is the noise the other one; if there are as many of both, it tosses a coin.
///
/// Without noise this is the zero-temperature Glauber dynamics of the Ising model. An edge acts on the vertex to which it
/// leads; its weight does not matter.
///
/// M. J. de Oliveira, *Isotropic majority-vote model on a square lattice*, Journal of Statistical Physics 66 (1992) 273,
/// DOI 10.1007/BF01060069.
///
/// Memory: 1 byte a vertex besides the graph.
public final class MajorityModel: AsynchronousRule, NamedRule {
    /// As scenarios name it.
    package static let component = Component<RuleMaking<MajorityModel>>(
        "majority", "votes for what most neighbours are for, or, with the probability that is the noise, against it",
        references: [
            Reference(
                "M. J. de Oliveira", "Isotropic majority-vote model on a square lattice",
                "Journal of Statistical Physics",
                "66", page: "273", year: 1992, doi: "10.1007/BF01060069")
        ],
        UpdateRules.shares, UpdateRules.noise
    ) { shares, noise in
        let shares = try UpdateRules.shares(shares, of: 2)
        return RuleMaking { graph, streams in
            try MajorityModel(graph: graph, states: streams.states(shares, of: graph), noise: noise)
        }
    }

    /// The state of a vertex: its opinion.
    public typealias NodeState = UInt8

    /// The graph along whose edges vertices act.
    public let graph: Graph

    /// The opinions, 0 and 1.
    public let states: VertexStates<UInt8>

    /// The probability of voting against the majority, a parameter that can be changed during a run.
    public private(set) var noise: Double

    /// Creates a model.
    ///
    /// - Throws: ``MonteCarloError`` if there is no vertex, not one opinion for each, or if a number is out of range.
    public init(graph: Graph, states: [UInt8], noise: Double = 0) throws(MonteCarloError) {
        try Self.check(states, below: 2, for: graph)
        try MonteCarloError.check(noise, "the noise", in: 0...1)
        self.graph = graph
        self.noise = noise
        self.states = VertexStates(states)
    }

    /// Looks whether the noise can be.
    public func prepareStep() throws {
        try MonteCarloError.check(noise, "the noise", in: 0...1)
    }

    /// Has a vertex follow its neighbours.
    public func update(_ vertex: Int, _ random: inout RandomWords) {
        let elements = states.elements
        var balance = 0
        graph.forEachInNeighbour(of: vertex) { balance += elements[$0] == 1 ? 1 : -1 }
        // Drawn even where there is a majority, so that a change leaves the luck of later updates as it is.
        let vote = random.next() & 1 == 1 ? 1 : -1
        if balance == 0 { balance = vote }
        if noise > 0, random.uniform() < noise { balance = -balance }
        elements[vertex] = balance > 0 ? 1 : 0
    }

    /// Sets an opinion, if it is 0 or 1.
    public func setNodeState(_ state: UInt8, at node: Int) {
        if state < 2 { states[node] = state }
    }

    package static let names = ModelNames(fields: ["state"], parameters: ["noise"])

    /// The noise.
    public func parameter(at index: Int) -> Double { noise }

    /// Sets the noise. A value that cannot be is reported by the next step.
    public func setParameter(_ value: Double, at index: Int) { noise = value }

    /// The shares of opinions and the part of edges between different ones.
    public static var quantities: OpinionQuantities<MajorityModel> { OpinionQuantities() }
}
