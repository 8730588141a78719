import SimulationEngine

/// Differential equations on a graph: what ``NetworkDynamics`` say of one vertex, for all, with noise if there is any.
///
/// The state has a column for each variable. Work is shared in runs of vertices, and the sum over the neighbours of a vertex is
/// taken by one thread in their order, so that results do not depend on the number of threads.
///
/// Memory: the state of each vertex once more, so that the numbers of a neighbour come from one line of the cache.
public final class CoupledDynamics<Dynamics: NetworkDynamics>: StochasticDifferentialEquations, NetworkModel {
    /// The variables of all vertices.
    public let state: StateVector

    /// The graph along whose edges the vertices are coupled.
    public let network: ChangingGraph

    /// The noise of each variable.
    public let noise: [VertexNoise]

    /// The parameters of each vertex, or one element if all have the same.
    public internal(set) var dynamics: [Dynamics]

    /// True if ``dynamics`` has an element for each vertex.
    private let hasOwnParameters: Bool
    private var packed: UnsafeMutableBufferPointer<Dynamics.State>
    private let team: ThreadTeam

    /// Up to how many bytes all states together are near in the cache.
    var nearBytes = NeighbourFetch.nearBytes

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
        guard Dynamics.variables.count == Dynamics.State.columnCount else {
            throw .wrongVariableCount(Dynamics.variables.count, columnCount: Dynamics.State.columnCount)
        }
        guard noise.isEmpty || noise.count == Dynamics.variables.count else {
            throw .wrongNoiseCount(noise.count, variableCount: Dynamics.variables.count)
        }
        network = ChangingGraph(graph)
        self.dynamics = dynamics
        hasOwnParameters = dynamics.count != 1
        self.noise = noise
        state = StateVector(columnCount: Dynamics.State.columnCount, rowCount: vertexCount)
        packed = .allocate(capacity: vertexCount)
        packed.preferHugePages()
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

extension CoupledDynamics {
    /// Computes the rates of change.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges.
    public func derivative(at time: Double, of state: Span<Double>, into derivative: inout MutableSpan<Double>) {
        withPointers(state, &derivative) { rates(at: time, of: $0, into: $1) { _ in } }
    }

    /// Computes the rates of change, in runs of vertices.
    public func complete(_ evaluation: RateEvaluation) {
        rates(at: evaluation.time, of: evaluation.state, into: evaluation.rates, evaluation.completing)
    }

    private func rates(
        at time: Double, of state: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>,
        _ completing: (Range<Int>) -> Void
    ) {
        let rowCount = graph.vertexCount
        if packed.count != rowCount { growPacked(to: rowCount) }
        guard let packed = packed.baseAddress else { return }
        team.forEachRun(of: rowCount) { run in
            var states = UnsafeMutableBufferPointer(start: packed + run.lowerBound, count: run.count).mutableSpan
            let columns = UnsafeBufferPointer(start: state, count: rowCount * Dynamics.State.columnCount)
            Dynamics.State.pack(run, of: columns.span, rowCount: rowCount, into: &states)
        }
        let population = network.population.presentCount < rowCount ? network.population : nil
        let fetchEnd = NeighbourFetch.end(
            placeCount: graph.incoming.vertices.count,
            vertexBytes: rowCount * MemoryLayout<Dynamics.State>.stride, nearBytes: nearBytes)
        withEdges { offsets, ends, neighbours, weights in
            dynamics.withUnsafeBufferPointer { dynamics in
                guard let first = dynamics.baseAddress else { return }
                let work = NetworkWork(
                    dynamics: first, dynamicsStride: hasOwnParameters ? 1 : 0, offsets: offsets, ends: ends,
                    neighbours: neighbours, weights: weights, states: packed, time: time, rates: derivative,
                    rowCount: rowCount, fetchEnd: fetchEnd)
                team.forEachRun(of: rowCount) { run in
                    Dynamics.computeRates(of: run, work)
                    if let population { rest(run, unlessIn: population, derivative) }
                    for column in 0..<Dynamics.State.columnCount {
                        completing(run.lowerBound + column * rowCount..<run.upperBound + column * rowCount)
                    }
                }
            }
        }
    }

    /// Vertices that were removed do not move.
    private func rest(
        _ run: Range<Int>, unlessIn population: Population, _ rates: UnsafeMutablePointer<Double>
    ) {
        for vertex in run where !population.contains(vertex) {
            for column in 0..<state.columnCount { rates[column * state.rowCount + vertex] = 0 }
        }
    }

    private func growPacked(to count: Int) {
        packed.deallocate()
        packed = .allocate(capacity: count)
        packed.preferHugePages()
        packed.initialize(repeating: .zero)
    }

    private func withEdges(
        _ use: (UnsafePointer<UInt32>, UnsafePointer<UInt32>, UnsafePointer<Int32>, UnsafePointer<Double>?) -> Void
    ) {
        let rows = graph.incoming
        rows.offsets.withUnsafeBufferPointer { offsets in
            rows.vertices.withUnsafeBufferPointer { vertices in
                rows.withEnds { ends in
                    guard let offsets = offsets.baseAddress, let ends, let vertices = vertices.baseAddress else {
                        return
                    }
                    guard let weights = rows.weights else { return use(offsets, ends, vertices, nil) }
                    weights.withUnsafeBufferPointer { use(offsets, ends, vertices, $0.baseAddress) }
                }
            }
        }
    }

    /// Computes the strengths of the noise.
    public func noise(at time: Double, of state: Span<Double>, into strengths: inout MutableSpan<Double>) {
        let rowCount = graph.vertexCount
        for column in 0..<Dynamics.State.columnCount {
            let noise = noise.isEmpty ? .none : noise[column]
            for index in column * rowCount..<(column + 1) * rowCount {
                strengths[index] = noise.additive + noise.multiplicative * state[index]
            }
        }
        guard network.population.presentCount < rowCount else { return }
        strengths.withUnsafeMutableBufferPointer { strengths in
            guard let strengths = strengths.baseAddress else { return }
            rest(0..<rowCount, unlessIn: network.population, strengths)
        }
    }
}

extension CoupledDynamics {
    /// Tests if there is noise on a variable.
    public func hasNoise(inColumn column: Int) -> Bool {
        noise.indices.contains(column) && noise[column] != .none
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

extension CoupledDynamics: FixedNames {
    package static var names: ModelNames {
        ModelNames(fields: Dynamics.variables.map(\.name), parameters: Dynamics.parameters.map(\.name))
    }

    /// The state of a vertex.
    public func nodeState(at node: Int) -> Dynamics.State {
        precondition((0..<nodeCount).contains(node), "node out of range")
        return state(at: node)
    }

    /// Copies the states of vertices.
    public func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<Dynamics.State>) {
        for position in nodes.indices { states[position] = state(at: nodes[position]) }
    }

    /// Copies the states of vertices that follow each other.
    public func copyNodeStates(from first: Int, into states: inout MutableSpan<Dynamics.State>) {
        guard let numbers = state.elements.baseAddress else { return }
        let stride = state.rowCount
        precondition(first >= 0 && first <= stride - states.count, "node out of range")
        for position in states.indices {
            states[position] = Dynamics.State(from: numbers + first + position, stride: stride)
        }
    }

    /// Sets the state of a vertex.
    public func setNodeState(_ new: Dynamics.State, at node: Int) {
        precondition((0..<nodeCount).contains(node), "node out of range")
        guard let first = state.elements.baseAddress else { return }
        new.write(to: first + node, stride: state.rowCount)
    }

    /// Copies numbers of states.
    public func copyField(_ field: Int, in states: Span<Dynamics.State>, into values: inout MutableSpan<Double>) {
        withUnsafeTemporaryAllocation(of: Double.self, capacity: state.columnCount) { numbers in
            numbers.initialize(repeating: 0)
            guard let first = numbers.baseAddress else { return }
            for position in states.indices {
                states[position].write(to: first, stride: 1)
                values[position] = numbers[field]
            }
        }
    }

    private func state(at node: Int) -> Dynamics.State {
        guard let first = state.elements.baseAddress else { return .zero }
        return Dynamics.State(from: first + node, stride: state.rowCount)
    }

    /// The value of a parameter: that of vertex 0, where vertices have parameters of their own.
    public func parameter(at index: Int) -> Double {
        dynamics.first?[keyPath: Dynamics.parameters[index].path] ?? .nan
    }

    /// Sets a parameter of all vertices.
    public func setParameter(_ value: Double, at index: Int) {
        for vertex in dynamics.indices { dynamics[vertex][keyPath: Dynamics.parameters[index].path] = value }
    }

    /// A value out of the domain of the parameter.
    public func refusal(ofParameter index: Int, value: Double) -> (any Error)? {
        let parameter = Dynamics.parameters[index]
        guard !parameter.domain.contains(value) else { return nil }
        return NetworkModelError.invalidParameter(parameter.name, parameter.domain, value: value)
    }
}

// MARK: - Vertices that come and go

extension CoupledDynamics: ChangingNodes {
    /// Adds a vertex without edges. Where vertices have parameters of their own, it has those of its parent, or the default
    /// ones if it has none.
    ///
    /// - Throws: `GraphError`.
    public func addNode(_ nodeState: Dynamics.State, like parent: Int?, name: String?) throws -> Int {
        let vertex = try network.addVertex(name: name)
        var row = [Double](repeating: 0, count: state.columnCount)
        var numbers = row.mutableSpan
        nodeState.write(to: &numbers, stride: 1)
        state.appendRow(row)
        if hasOwnParameters { dynamics.append(parent.map { dynamics[$0] } ?? Dynamics()) }
        return vertex
    }

    /// Removes a vertex and its edges. It does not move any more.
    public func removeNode(_ node: Int) { network.removeVertex(node) }
}
