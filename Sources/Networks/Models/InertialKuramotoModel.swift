import SimulationEngine

/// Phase oscillators with inertia *m* and damping *d*, the swing equation of power grids:
///
///     m d²θᵢ/dt² = −d dθᵢ/dt + ωᵢ + K Σⱼ Aᵢⱼ sin(θⱼ − θᵢ − α)
///
/// with the coupling of a ``KuramotoModel``. Without inertia and with a damping of 1 it would be that model; *ω* is then the
/// natural frequency, else a torque.
///
/// The state is two columns, the phase in radians, which is not reduced to one turn, and its velocity.
///
/// H.-A. Tanaka, A. J. Lichtenberg and S. Oishi, *First order phase transition resulting from finite inertia in coupled
/// oscillator systems*, Physical Review Letters 78 (1997) 2104, DOI 10.1103/PhysRevLett.78.2104; G. Filatrella, A. H. Nielsen
/// and N. F. Pedersen, *Analysis of a power grid using a Kuramoto-like model*, European Physical Journal B 61 (2008) 485,
/// DOI 10.1140/epjb/e2008-00098-8.
public final class InertialKuramotoModel: DifferentialEquations, NetworkModel, FixedNames {
    /// The phases, then their velocities.
    public let state: StateVector

    /// The inertia *m*, greater than 0; a parameter that can be changed during a run.
    public private(set) var inertia: Double

    /// The damping *d*, 0 or greater; a parameter that can be changed during a run.
    public private(set) var damping: Double

    let interaction: PhaseCoupling

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - coupling: The coupling strength *K*.
    ///   - reach: Which oscillators act on each other.
    ///   - phaseLag: The phase lag *α* in radians.
    ///   - inertia: The inertia *m*, greater than 0.
    ///   - damping: The damping *d*, 0 or greater.
    ///   - frequencies: A natural frequency for each vertex.
    ///   - phases: An initial phase for each vertex.
    ///   - velocities: An initial velocity for each vertex.
    ///   - threads: How many threads share the work, at least 1. The results are the same for any number.
    /// - Throws: ``NetworkModelError``, as ``KuramotoModel`` does, or for an inertia or damping that is out of range.
    public init(
        graph: Graph, coupling: Double, reach: KuramotoTopology = .edges, phaseLag: Double = 0, inertia: Double,
        damping: Double = 1, frequencies: [Double], phases: [Double], velocities: [Double], threads: Int = 1
    ) throws(NetworkModelError) {
        try NetworkModelError.check(phases, of: "phases", vertexCount: graph.vertexCount)
        try NetworkModelError.check(velocities, of: "velocities", vertexCount: graph.vertexCount)
        guard inertia > 0, inertia.isFinite else { throw .notPositive("inertia", value: inertia) }
        guard damping >= 0, damping.isFinite else { throw .invalidRate("damping", value: damping) }
        interaction = try PhaseCoupling(
            graph: graph, reach: reach, checkedStrength: coupling, phaseLag: phaseLag, frequencies: frequencies,
            threads: threads)
        self.inertia = inertia
        self.damping = damping
        state = StateVector(columnCount: 2, rowCount: graph.vertexCount)
        _ = state.elements.update(fromContentsOf: phases + velocities)
    }

    /// Computes the velocities and their rates of change.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges; O(n) in a mean field.
    public func derivative(at time: Double, of phases: Span<Double>, into derivative: inout MutableSpan<Double>) {
        withPointers(phases, &derivative) { rates(of: $0, into: $1) { _ in } }
    }

    /// Computes the velocities and their rates of change, in runs of vertices.
    public func complete(_ evaluation: RateEvaluation) {
        rates(of: evaluation.state, into: evaluation.rates, completing: evaluation.completing)
    }

    private func rates(
        of phases: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>,
        completing: (Range<Int>) -> Void
    ) {
        let count = state.rowCount
        let velocities = phases + count
        let rates = derivative + count
        let (inertia, damping) = (inertia, damping)
        interaction.velocities(of: phases, into: rates) { run in
            for vertex in run {
                derivative[vertex] = velocities[vertex]
                rates[vertex] = (rates[vertex] - damping * velocities[vertex]) / inertia
            }
            completing(run)
            completing(run.lowerBound + count..<run.upperBound + count)
        }
    }
}

// MARK: - Nodes

extension InertialKuramotoModel {
    /// The graph along whose edges the oscillators are coupled.
    public var network: ChangingGraph { interaction.network }

    /// The phase and the velocity of an oscillator.
    public func nodeState(at node: Int) -> SIMD2<Double> { SIMD2(state[0, node], state[1, node]) }

    /// Copies phases and velocities.
    public func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<SIMD2<Double>>) {
        let (phases, velocities) = (state.column(0), state.column(1))
        for position in nodes.indices {
            let node = nodes[position]
            states[position] = SIMD2(phases[node], velocities[node])
        }
    }

    /// Sets the phase and the velocity of an oscillator.
    public func setNodeState(_ new: SIMD2<Double>, at node: Int) {
        state[0, node] = new.x
        state[1, node] = new.y
    }

    package static let names = ModelNames(
        fields: ["phase", "velocity"], parameters: ["coupling", "inertia", "damping"])

    /// The value of a parameter.
    public func parameter(at index: Int) -> Double {
        [interaction.strength, inertia, damping][index]
    }

    /// An inertia that is not greater than 0, and a damping below 0.
    public func refusal(ofParameter index: Int, value: Double) -> (any Error)? {
        switch index {
        case 1 where !(value > 0): NetworkModelError.notPositive("inertia", value: value)
        case 2 where !(value >= 0): NetworkModelError.invalidRate("damping", value: value)
        default: nil
        }
    }

    /// Sets a parameter.
    public func setParameter(_ value: Double, at index: Int) {
        switch index {
        case 0: interaction.strength = value
        case 1: inertia = value
        default: damping = value
        }
    }
}

// MARK: - Vertices that come and go

extension InertialKuramotoModel: ChangingNodes {
    /// Adds an oscillator without edges, with the natural frequency of its parent, 0 if it has none.
    ///
    /// - Throws: `GraphError`.
    public func addNode(_ nodeState: NodeState, like parent: Int?, name: String?) throws -> Int {
        let vertex = try interaction.addVertex(like: parent, name: name)
        state.appendRow([nodeState.x, nodeState.y])
        return vertex
    }

    /// Removes an oscillator and its edges. It rests, and counts in the order parameter no more.
    public func removeNode(_ node: Int) {
        interaction.removeVertex(node)
        state[1, node] = 0
    }
}

// MARK: - Quantities

extension InertialKuramotoModel {
    /// The quantities of oscillators with inertia.
    public struct Quantities: QuantitySet {
        /// The phase order parameter *r* = |Σⱼ exp(iθⱼ)| / n, not a number if no oscillator is there.
        public let orderParameter = QuantityDefinition<InertialKuramotoModel, Double>("order-parameter") { model in
            guard let phases = model.state.elements.baseAddress else { return .nan }
            return model.interaction.orderParameter(of: phases)
        }

        /// The order parameter.
        public var all: [any AnyQuantityDefinition<InertialKuramotoModel>] { [orderParameter] }
    }

    /// The order parameter.
    public static var quantities: Quantities { Quantities() }
}
