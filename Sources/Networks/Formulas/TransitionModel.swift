import SimulationEngine

/// Vertices that go from one named state to another, at rates that are formulas of their neighbours, or after times of any
/// distribution:
///
///     let sir = try TransitionFormulas(
///         states: ["S", "I", "R"],
///         [
///             .init(from: "S", to: "I", .rate("0.6 * count(neighbours, I) / degree")),
///             .init(from: "I", to: "R", .after(.gamma(shape: 3, scale: 2))),
///         ])
///     let model = try TransitionModel(graph: graph, states: beginning, sir)
///
/// Edges may be rewired at the same time (``TransitionFormulas/Rewiring``), and are changed by others as in any ``NetworkModel``.
///
/// It is moved on by ``TransitionEvents``, from event to event. An edge acts on the vertex to which it leads; weights do not matter. A
/// rate may use `count(neighbours, S)`, `degree` and parameters of the vertex. It must not depend on the time: between two events
/// nothing changes then, and waiting has no memory, so that the simulation is exact.
///
/// Memory: 1 byte a vertex besides the graph, the parameters and what the integrator keeps.
public final class TransitionModel: UpdateRuleModel, NetworkModel {
    /// The state of a vertex: its number.
    public typealias NodeState = UInt8

    /// The graph that says which vertices are neighbours.
    public let network: ChangingGraph

    /// The numbers of states.
    public let states: VertexStates<UInt8>

    /// How vertices go from one state to another.
    public let transitions: TransitionFormulas

    /// The number of vertices in each state.
    let counts: ScratchMemory<Int>

    /// How many edges have been rewired since the beginning.
    @exclusivity(unchecked)
    public private(set) var rewiringCount = 0

    /// Those who take down what happens.
    @exclusivity(unchecked)
    var traces = JumpTraces()

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - states: The number of the state of each vertex.
    ///   - transitions: How vertices go from one state to another.
    /// - Throws: ``MonteCarloError``, ``TransitionError``.
    public init(graph: Graph, states: [UInt8], _ transitions: TransitionFormulas) throws {
        try Self.check(states, below: transitions.stateNames.count, for: graph)
        for column in transitions.columns where column.count != graph.vertexCount {
            throw MonteCarloError.wrongCount(of: "parameters", count: column.count, vertexCount: graph.vertexCount)
        }
        if let impossible = transitions.impossibleConstants.first { throw impossible.error }
        network = ChangingGraph(graph, countingEditions: false)
        self.states = VertexStates(states)
        self.transitions = transitions
        counts = ScratchMemory(count: transitions.stateNames.count, repeating: 0)
        for state in states { counts.pointer[Int(state)] += 1 }
    }

    /// The number of vertices; none come or go.
    public var nodeCount: Int { states.count }

    /// The graph as it is.
    public var graph: Graph { network.graph }

    /// The names of the vertices, where they have names.
    public var nodeNames: [String]? { network.graph.vertexNames }

    /// The number of vertices in a state.
    public func count(of state: Int) -> Int { counts.pointer[state] }

    /// Sets a state, if there is one of that number.
    public func setNodeState(_ state: UInt8, at node: Int) {
        if Int(state) < transitions.stateNames.count { move(node, to: state) }
    }

    /// Puts a vertex into a state that there is.
    @inline(__always)
    func move(_ vertex: Int, to state: UInt8) {
        counts.pointer[Int(states.elements[vertex])] -= 1
        counts.pointer[Int(state)] += 1
        states.elements[vertex] = state
    }

    /// Has an edge that leads to a vertex begin at another one.
    func rewire(_ vertex: Int, from end: Int, to other: Int) throws(GraphError) {
        try network.rewire(vertex, from: end, to: other)
        rewiringCount += 1
    }

    /// The state is all there is; it is called as in a ``CompartmentModel``.
    package static let names = ModelNames(fields: ["compartment"])

    /// The state.
    public var fields: [String] { Self.names.fields }

    /// The number of vertices in a state, named after it.
    package static func count(of state: Int, named name: String) -> QuantityDefinition<TransitionModel, Double> {
        QuantityDefinition(name, isCount: true) { Double($0.count(of: state)) }
    }

    /// How many edges have been rewired since the beginning.
    package static let rewirings = QuantityDefinition<TransitionModel, Double>("rewirings", isCount: true) {
        Double($0.rewiringCount)
    }

    /// The part of edges that join vertices in different states.
    package static let activeEdges = QuantityDefinition<TransitionModel, Double>("active-edges") {
        $0.partOfActiveEdges
    }
}

extension TransitionModel: Resumable {
    /// Archives the graph and the states.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try network.archiveState(in: archive)
        try archive.count(&rewiringCount)
        try archiveStates(in: archive)
        guard archive.isReading else { return }
        for state in 0..<transitions.stateNames.count { counts.pointer[state] = 0 }
        for state in states.elements { counts.pointer[Int(state)] += 1 }
    }
}
