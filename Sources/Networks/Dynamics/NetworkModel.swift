import SimulationEngine

/// Differential equations on a graph: what ``NetworkDynamics`` say of one vertex, for all, with noise if there is any.
///
/// The state has a column for each variable. Work is shared in runs of vertices, and the sum over the neighbours of a vertex is
/// taken by one thread in their order, so that results do not depend on the number of threads.
///
/// Memory: the state of each vertex once more, so that the numbers of a neighbour come from one line of the cache.
public final class NetworkModel<Dynamics: NetworkDynamics>: StochasticDifferentialEquations {
    /// The variables of all vertices.
    public let state: StateVector

    /// The graph along whose edges the vertices are coupled.
    public let graph: Graph

    /// The noise of each variable.
    public let noise: [VertexNoise]

    /// The parameters of each vertex, or one element if all have the same.
    public private(set) var dynamics: [Dynamics]

    /// Who acts on whom, in rows without gaps.
    private let rows: AdjacencyRows
    private let packed: UnsafeMutableBufferPointer<Dynamics.State>
    private let team: ThreadTeam

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - dynamics: The parameters of all vertices, or a list with those of each.
    ///   - states: The initial state of each vertex.
    ///   - noise: The noise of each variable; none unless given.
    ///   - threads: How many threads share the work, at least 1. The results are the same for any number.
    /// - Throws: ``NetworkModelError`` if there are not as many parameters or states as vertices, if a parameter or the state
    ///   is out of its range, or if there is not a noise for each variable.
    public init(
        graph: Graph, dynamics: [Dynamics], states: [Dynamics.State], noise: [VertexNoise] = [], threads: Int = 1
    ) throws(NetworkModelError) {
        let vertexCount = graph.vertexCount
        guard states.count == vertexCount else {
            throw .wrongCount(of: "states", count: states.count, vertexCount: vertexCount)
        }
        guard dynamics.count == vertexCount || dynamics.count == 1 else {
            throw .wrongCount(of: "parameters", count: dynamics.count, vertexCount: vertexCount)
        }
        guard noise.isEmpty || noise.count == Dynamics.variables.count else {
            throw .wrongNoiseCount(noise.count, variableCount: Dynamics.variables.count)
        }
        self.graph = graph
        rows = graph.incoming.compacted()
        self.dynamics = dynamics
        self.noise = noise
        state = StateVector(columnCount: Dynamics.State.columnCount, rowCount: vertexCount)
        packed = .allocate(capacity: vertexCount)
        packed.initialize(repeating: .zero)
        team = ThreadTeam(threadCount: max(1, threads))
        for (vertex, value) in states.enumerated() { setNodeState(value, at: vertex) }
        try checkParameters()
        try checkState()
    }

    /// Creates a model all of whose vertices have the same parameters.
    ///
    /// - Throws: ``NetworkModelError``.
    public convenience init(
        graph: Graph, _ dynamics: Dynamics = Dynamics(), states: [Dynamics.State], noise: [VertexNoise] = [],
        threads: Int = 1
    ) throws(NetworkModelError) {
        try self.init(graph: graph, dynamics: [dynamics], states: states, noise: noise, threads: threads)
    }

    deinit {
        packed.deallocate()
    }

    private func checkParameters() throws(NetworkModelError) {
        for parameter in Dynamics.parameters {
            for values in dynamics where !parameter.domain.contains(values[keyPath: parameter.path]) {
                throw .invalidParameter(parameter.name, parameter.domain, value: values[keyPath: parameter.path])
            }
        }
    }

    private func checkState() throws(NetworkModelError) {
        for (column, variable) in Dynamics.variables.enumerated() {
            for (vertex, value) in state.column(column).enumerated() where !variable.range.contains(value) {
                throw .outOfRange(variable.name, value: value, vertex: vertex, range: variable.range)
            }
        }
    }
}

// MARK: - Equations

extension NetworkModel {
    /// Computes the rates of change.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges.
    public func derivative(
        at time: Double, of state: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>
    ) {
        self.derivative(at: time, of: state, into: derivative) { _ in }
    }

    /// Computes the rates of change, in runs of vertices.
    public func derivative(
        at time: Double, of state: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>,
        completing: (Range<Int>) -> Void
    ) {
        let rowCount = graph.vertexCount
        guard let packed = packed.baseAddress else { return }
        team.forEachRun(of: rowCount) { run in
            Dynamics.State.pack(run, of: state, rowCount: rowCount, into: packed)
        }
        withEdges { offsets, neighbours, weights in
            dynamics.withUnsafeBufferPointer { dynamics in
                guard let first = dynamics.baseAddress else { return }
                let work = NetworkWork(
                    dynamics: first, dynamicsStride: dynamics.count == 1 ? 0 : 1, offsets: offsets,
                    neighbours: neighbours, weights: weights, states: packed, time: time, rates: derivative,
                    rowCount: rowCount)
                team.forEachRun(of: rowCount) { run in
                    Dynamics.computeRates(of: run, work)
                    for column in 0..<Dynamics.State.columnCount {
                        completing(run.lowerBound + column * rowCount..<run.upperBound + column * rowCount)
                    }
                }
            }
        }
    }

    private func withEdges(
        _ use: (UnsafePointer<UInt32>, UnsafePointer<Int32>, UnsafePointer<Double>?) -> Void
    ) {
        rows.offsets.withUnsafeBufferPointer { offsets in
            rows.vertices.withUnsafeBufferPointer { vertices in
                guard let offsets = offsets.baseAddress, let vertices = vertices.baseAddress else { return }
                guard let weights = rows.weights else { return use(offsets, vertices, nil) }
                weights.withUnsafeBufferPointer { use(offsets, vertices, $0.baseAddress) }
            }
        }
    }

    /// Computes the strengths of the noise.
    public func noise(
        at time: Double, of state: UnsafePointer<Double>, into strengths: UnsafeMutablePointer<Double>
    ) {
        let rowCount = graph.vertexCount
        for column in 0..<Dynamics.State.columnCount {
            let noise = noise.isEmpty ? .none : noise[column]
            for index in column * rowCount..<(column + 1) * rowCount {
                strengths[index] = noise.additive + noise.multiplicative * state[index]
            }
        }
    }
}

/// The noise of a variable: its strength is `additive` + `multiplicative` · *x*.
public struct VertexNoise: Equatable, Sendable {
    /// The part that does not depend on the variable.
    public let additive: Double

    /// The part that is proportional to it.
    public let multiplicative: Double

    /// No noise.
    public static let none = VertexNoise()

    /// Creates a noise.
    public init(additive: Double = 0, multiplicative: Double = 0) {
        self.additive = additive
        self.multiplicative = multiplicative
    }
}

// MARK: - Nodes

extension NetworkModel {
    /// The number of vertices.
    public var nodeCount: Int { graph.vertexCount }

    /// The names of the vertices, where they have names.
    public var nodeNames: [String]? { graph.vertexNames }

    /// The names of the variables.
    public static var fields: [String] { Dynamics.variables.map(\.name) }

    /// The state of a vertex.
    public func nodeState(at node: Int) -> Dynamics.State {
        precondition((0..<nodeCount).contains(node), "node out of range")
        return state(at: node)
    }

    /// Copies the states of vertices.
    public func copyNodeStates(
        of nodes: UnsafeBufferPointer<Int>, into states: UnsafeMutableBufferPointer<Dynamics.State>
    ) {
        for (position, node) in nodes.enumerated() { states[position] = state(at: node) }
    }

    /// Sets the state of a vertex.
    public func setNodeState(_ new: Dynamics.State, at node: Int) {
        precondition((0..<nodeCount).contains(node), "node out of range")
        guard let first = state.elements.baseAddress else { return }
        new.write(to: first + node, stride: state.rowCount)
    }

    private func state(at node: Int) -> Dynamics.State {
        guard let first = state.elements.baseAddress else { return .zero }
        return Dynamics.State(from: first + node, stride: state.rowCount)
    }

    /// The names of the parameters.
    public static var parameters: [String] { Dynamics.parameters.map(\.name) }

    /// The value of a parameter: that of vertex 0, where vertices have parameters of their own.
    public func parameter(at index: Int) -> Double {
        dynamics.first?[keyPath: Dynamics.parameters[index].path] ?? .nan
    }

    /// Sets a parameter of all vertices.
    public func setParameter(_ value: Double, at index: Int) {
        for vertex in dynamics.indices { dynamics[vertex][keyPath: Dynamics.parameters[index].path] = value }
    }
}
