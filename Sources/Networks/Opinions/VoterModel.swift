import Descriptions
import SimulationEngine

/// Voters who copy a random neighbour, or, with the probability that is the noise, take a random opinion.
///
/// An edge acts on the vertex to which it leads, whatever its weight. A vertex without neighbours keeps its opinion but for noise.
///
/// R. A. Holley and T. M. Liggett, *Ergodic theorems for weakly interacting infinite systems and the voter model*, Annals of
/// Probability 3 (1975) 643, DOI 10.1214/aop/1176996306. With noise: B. L. Granovsky and N. Madras, *The noisy voter model*,
/// Stochastic Processes and their Applications 55 (1995) 23, DOI 10.1016/0304-4149(94)00035-R.
///
/// Memory: 1 byte a vertex besides the graph.
public final class VoterModel: AsynchronousRule, NamedRule {
    /// As scenarios name it.
    package static let component = Component<RuleMaking<VoterModel>>(
        "voter",
        "voters who copy a random neighbour, or, with the probability that is the noise, take a random opinion",
        references: [
            Reference(
                "R. A. Holley and T. M. Liggett",
                "Ergodic theorems for weakly interacting infinite systems and the voter model", "Annals of Probability",
                "3", page: "643", year: 1975, doi: "10.1214/aop/1176996306")
        ],
        UpdateRules.opinions, UpdateRules.shares, UpdateRules.noise
    ) { opinions, shares, noise in
        let shares = try UpdateRules.shares(shares, of: opinions)
        return RuleMaking { graph, streams in
            try VoterModel(graph: graph, states: streams.states(shares, of: graph), opinions: opinions, noise: noise)
        }
    }

    /// The state of a vertex: its opinion.
    public typealias NodeState = UInt8

    /// The graph along whose edges opinions are copied.
    public let graph: Graph

    /// The opinions, numbered from 0.
    public let states: VertexStates<UInt8>

    /// How many opinions there are.
    public let opinionCount: Int

    /// The probability with which a voter takes a random opinion, a parameter that can be changed during a run.
    public private(set) var noise: Double

    let sweepTraces = SweepTraces()

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - states: An opinion for each vertex.
    ///   - opinionCount: How many opinions there are, from 2 to 256.
    ///   - noise: The probability with which a voter takes a random opinion.
    /// - Throws: ``MonteCarloError`` if there is no vertex, not one opinion for each, or if a number is out of range.
    public init(
        graph: Graph, states: [UInt8], opinions opinionCount: Int = 2, noise: Double = 0
    ) throws(MonteCarloError) {
        try MonteCarloError.check(Double(opinionCount), "the number of opinions", in: 2...256)
        try Self.check(states, below: opinionCount, for: graph)
        try MonteCarloError.check(noise, "the noise", in: 0...1)
        self.graph = graph
        self.opinionCount = opinionCount
        self.noise = noise
        self.states = VertexStates(states)
    }

    /// Looks whether the noise can be.
    public func prepareStep() throws {
        try MonteCarloError.check(noise, "the noise", in: 0...1)
    }

    /// Has a voter take an opinion.
    public func update(_ vertex: Int, _ random: inout RandomWords) {
        if noise > 0, random.uniform() < noise {
            take(UInt8(random.below(opinionCount)), vertex, from: nil)
        } else if let neighbour = graph.randomInNeighbour(of: vertex, &random) {
            take(states.elements[neighbour], vertex, from: neighbour)
        }
    }

    @inline(__always)
    private func take(_ opinion: UInt8, _ vertex: Int, from source: Int?) {
        sweepTraces.note(vertex, from: states.elements[vertex], to: opinion, by: source)
        states.elements[vertex] = opinion
    }

    /// Sets an opinion, if there is one of that number.
    public func setNodeState(_ state: UInt8, at node: Int) {
        if Int(state) < opinionCount { states[node] = state }
    }

    package static let names = ModelNames(fields: ["state"], parameters: ["noise"])

    /// The noise.
    public func parameter(at index: Int) -> Double { noise }

    /// Sets the noise. A value that cannot be is reported by the next step.
    public func setParameter(_ value: Double, at index: Int) { noise = value }

    /// The shares of opinions and the part of edges between different ones.
    public static var quantities: OpinionQuantities<VoterModel> { OpinionQuantities() }
}
