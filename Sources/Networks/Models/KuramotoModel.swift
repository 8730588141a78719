import Descriptions
import SimulationEngine

/// Phase oscillators on the vertices of a graph, coupled along its edges:
///
///     dθᵢ/dt = ωᵢ + K Σⱼ Aᵢⱼ sin(θⱼ − θᵢ − α)
///
/// with natural frequencies *ω*, coupling strength *K*, phase lag *α*, which is 0 unless given, and adjacency matrix *A*:
/// *Aᵢⱼ* is the weight of the edge from *j* to *i*, 1 where edges have no weights. The coupling is not divided by the number of
/// vertices or by degrees. In a mean field (``KuramotoTopology/meanField``) all act on all, and *K* is divided by their number *n*:
///
///     dθᵢ/dt = ωᵢ + K/n Σⱼ sin(θⱼ − θᵢ − α)
///
/// With noise each phase has besides σ d*W* of its own; identical oscillators in a mean field then fall into step above
/// *K* = σ².
///
/// The state is one column, the phase in radians, which is not reduced to one turn. Sines are taken to within an ulp for
/// phases of any size.
///
/// F. A. Rodrigues et al., *The Kuramoto model in complex networks*, Physics Reports 610 (2016) 1,
/// DOI 10.1016/j.physrep.2015.10.008; with a phase lag: H. Sakaguchi and Y. Kuramoto, *A soluble active rotator model showing
/// phase transitions via mutual entrainment*, Progress of Theoretical Physics 76 (1986) 576, DOI 10.1143/PTP.76.576.
public final class KuramotoModel: StochasticDifferentialEquations, NetworkModel, DescribedModel {
    /// The phases.
    public let state: StateVector

    /// The strength *σ* of independent noise on each phase, which methods for stochastic differential equations see.
    public let noise: Double

    let interaction: PhaseCoupling

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - coupling: The coupling strength *K*.
    ///   - reach: Which oscillators act on each other.
    ///   - phaseLag: The phase lag *α* in radians.
    ///   - frequencies: A natural frequency for each vertex.
    ///   - phases: An initial phase for each vertex.
    ///   - noise: The strength *σ* of independent noise on each phase, 0 or greater.
    ///   - threads: How many threads share the work, at least 1. The results are the same for any number.
    /// - Throws: ``NetworkModelError`` if there are not as many frequencies or phases as vertices, if numbers are not
    ///   finite, or if a mean field has a graph with some edges only.
    public init(
        graph: Graph, coupling: Double, reach: KuramotoTopology = .edges, phaseLag: Double = 0, frequencies: [Double],
        phases: [Double], noise: Double = 0, threads: Int = 1
    ) throws(NetworkModelError) {
        guard noise >= 0, noise.isFinite else { throw .invalidRate("noise", value: noise) }
        self.noise = noise
        try NetworkModelError.check(phases, of: "phases", vertexCount: graph.vertexCount)
        interaction = try PhaseCoupling(
            graph: graph, reach: reach, checkedStrength: coupling, phaseLag: phaseLag, frequencies: frequencies,
            threads: threads)
        state = StateVector(columnCount: 1, rowCount: graph.vertexCount)
        _ = state.elements.update(fromContentsOf: phases)
    }

    /// Computes the velocities of the phases.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges; O(n) in a mean field.
    public func derivative(at time: Double, of phases: Span<Double>, into derivative: inout MutableSpan<Double>) {
        withPointers(phases, &derivative) { interaction.velocities(of: $0, into: $1) { _ in } }
    }

    /// Computes the velocities of the phases, in runs of vertices.
    public func complete(_ evaluation: RateEvaluation) {
        interaction.velocities(of: evaluation.state, into: evaluation.rates, completing: evaluation.completing)
    }

    /// The strength of the noise for each oscillator that is there.
    public func noise(at time: Double, of phases: Span<Double>, into strengths: inout MutableSpan<Double>) {
        for vertex in 0..<state.count { strengths[vertex] = network.population.contains(vertex) ? noise : 0 }
    }

    /// Tests if there is noise, which is on the phases.
    public func hasNoise(inColumn column: Int) -> Bool { noise != 0 }
}

// MARK: - Looking

extension KuramotoModel {
    /// The graph along whose edges the oscillators are coupled.
    public var network: ChangingGraph { interaction.network }

    /// The coupling strength *K*, a parameter that can be changed during a run.
    public var coupling: Double { interaction.strength }

    /// Which oscillators act on each other.
    public var reach: KuramotoTopology { interaction.reach }

    /// The natural frequencies *ω*, in radians per unit of time.
    public var frequencies: [Double] { interaction.frequencies }
}

// MARK: - Nodes

extension KuramotoModel {
    /// The phase of an oscillator.
    public func nodeState(at node: Int) -> Double { state[0, node] }

    /// Copies phases.
    public func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<Double>) {
        copyField(0, of: nodes, into: &states)
    }

    /// Copies phases that lie side by side.
    public func copyNodeStates(from first: Int, into states: inout MutableSpan<Double>) {
        state.copyColumn(0, from: first, into: &states)
    }

    /// Sets the phase of an oscillator.
    public func setNodeState(_ phase: Double, at node: Int) { state[0, node] = phase }

    package static let names = ModelNames(fields: ["phase"], parameters: ["coupling"])

    /// That of oscillators with inertia or without.
    package static var description: ComponentDescription { KuramotoDraft.component.description }

    /// The coupling strength.
    public func parameter(at index: Int) -> Double { coupling }

    /// Sets the coupling strength.
    public func setParameter(_ value: Double, at index: Int) { interaction.strength = value }
}

// MARK: - Vertices that come and go

extension KuramotoModel: ChangingNodes {
    /// Adds an oscillator without edges, with the natural frequency of its parent, 0 if it has none.
    ///
    /// - Throws: `GraphError`.
    public func addNode(_ nodeState: NodeState, like parent: Int?, name: String?) throws -> Int {
        guard nodeState.isFinite else { throw NetworkModelError.notFinite("phase", value: nodeState) }
        let vertex = try interaction.addVertex(like: parent, name: name)
        state.appendRow([nodeState])
        return vertex
    }

    /// Adds an edge, gives it another weight, or removes it.
    ///
    /// - Throws: `GraphError`, and ``NetworkModelError/edgesInMeanField(edgeCount:vertexCount:)``.
    public func setEdgeWeight(_ weight: Double?, from source: Int, to target: Int) throws {
        guard reach == .edges else {
            throw NetworkModelError.edgesInMeanField(edgeCount: graph.edgeCount + 1, vertexCount: nodeCount)
        }
        try network.setWeight(weight, from: source, to: target)
    }

    /// Removes an oscillator and its edges. Its phase rests, and it counts in the order parameter no more.
    public func removeNode(_ node: Int) { interaction.removeVertex(node) }
}

// MARK: - Quantities

extension KuramotoModel {
    /// The quantities of coupled oscillators.
    public struct Quantities: QuantitySet {
        /// The phase order parameter *r* = |Σⱼ exp(iθⱼ)| / n: 1 if all phases are equal, near 0 if they are spread
        /// evenly. Not a number if no oscillator is there.
        public let orderParameter = QuantityDefinition<KuramotoModel, Double>("order-parameter") { model in
            guard let phases = model.state.elements.baseAddress else { return .nan }
            return model.interaction.orderParameter(of: phases)
        }

        /// The order parameter.
        public var all: [any AnyQuantityDefinition<KuramotoModel>] { [orderParameter] }
    }

    /// The order parameter.
    public static var quantities: Quantities { Quantities() }
}

/// Which oscillators act on each other, and how their coupling strength *K* is meant.
public enum KuramotoTopology: Equatable, Sendable {
    /// Those that are joined by an edge: the sum over edges is multiplied by *K*, and not divided by anything.
    case edges

    /// All on all: the sum over all *n* oscillators is multiplied by *K*/*n*. Costs no more than O(*n*), whatever the graph,
    /// which has to be complete or to have no edges.
    case meanField
}
