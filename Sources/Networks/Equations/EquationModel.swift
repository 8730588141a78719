import SimulationEngine

/// A model whose equations are given as texts: ``Equations`` on a graph.
///
/// The state of a vertex is a vector with a number for each variable, and zeros behind them.
///
///     let model = try EquationModel<SIMD2<Double>>(cells, on: graph, parameters: ["current": currents])
public final class EquationModel<State: SIMD>: StochasticDifferentialEquations, NetworkModel
where State.Scalar == Double, State: Sendable {
    /// The equations.
    public var equations: Equations { system.equations }

    /// The graph along whose edges the vertices are coupled.
    public var network: ChangingGraph { system.network }

    /// The variables of all vertices.
    public let state: StateVector

    let system: EquationSystem
    let events: VertexEvents?

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - equations: The equations, of at most as many variables as a state has numbers.
    ///   - graph: The graph.
    ///   - initial: The variables of each vertex at the beginning; those that are not named are what the equations say.
    ///   - parameters: For parameters by their names one number, or one for each vertex; likewise.
    ///   - streams: Where from events draw what they call random; needed if they do.
    ///   - threads: How many threads share the work, at least 1. The results are the same for any number.
    /// - Throws: ``NetworkModelError``.
    public init(
        _ equations: Equations, on graph: Graph, initial: [String: [Double]] = [:],
        parameters: [String: [Double]] = [:], streams: RandomStreams? = nil, threads: Int = 1
    ) throws(NetworkModelError) {
        guard equations.variables.count <= State.scalarCount else {
            throw .wrongVariableCount(equations.variables.count, columnCount: State.scalarCount)
        }
        if equations.programs.drawFields != nil, streams == nil { throw .missingStreams }
        let draws = equations.programs.drawFields.flatMap { fields in streams.map { EventDraws(fields, from: $0) } }
        system = try EquationSystem(
            equations, on: graph, initial: initial, parameters: parameters, drawing: draws, threads: threads)
        state = system.state
        events = VertexEvents(of: system, drawing: draws)
    }
}

// MARK: - Equations

extension EquationModel {
    /// Computes the rates of change.
    ///
    /// - Complexity: O(operations · (n + m)) for n vertices and m edges.
    public func derivative(at time: Double, of state: Span<Double>, into derivative: inout MutableSpan<Double>) {
        withPointers(state, &derivative) { system.derivative(at: time, of: $0, into: $1) { _ in } }
    }

    /// Computes the rates of change, in runs of vertices.
    public func complete(_ evaluation: RateEvaluation) {
        system.derivative(
            at: evaluation.time, of: evaluation.state, into: evaluation.rates, movingBy: evaluation.move,
            completing: evaluation.completing)
    }

    /// Computes the Jacobian from the derivatives of the formulas, unless vertices take products or extremes over edges.
    public func jacobian(
        at time: Double, of state: Span<Double>, into matrix: inout MutableSpan<Double>,
        timeDerivative: inout MutableSpan<Double>
    ) -> Bool {
        timeDerivative.withUnsafeMutableBufferPointer { timeDerivative in
            withPointers(state, &matrix) { state, matrix in
                guard let timeDerivative = timeDerivative.baseAddress else { return }
                system.formJacobian(at: time, of: state, into: matrix, timeDerivative)
            }
        }
        return system.knowsJacobian
    }

    /// Tells on which branches the rates are, by all comparisons, signs, rounded numbers and quadrants of their formulas, with kinks
    /// also by their extremes and magnitudes.
    public func branches(at time: Double, of state: Span<Double>, withKinks: Bool) -> UInt64? {
        state.withUnsafeBufferPointer { state in
            state.baseAddress.flatMap { system.branches(at: time, of: $0, withKinks: withKinks) }
        }
    }

    /// Tells how far no formula of rates jumps, or has a kink, by the time and by what vertices and edges have that does not change by
    /// itself: parameters, degrees, numbers of vertices, and weights. Kinks, and peaks that are smooth, are known for up to 64 different
    /// sets of these.
    public func smoothStretch(from time: Double, to end: Double) -> SmoothStretch? {
        system.times?.stretch(from: time, to: end, parameters: system.parameters.values, on: system.network)
    }

    /// Computes the strengths of the noise.
    public func noise(at time: Double, of state: Span<Double>, into strengths: inout MutableSpan<Double>) {
        withPointers(state, &strengths) { system.noise(at: time, of: $0, into: $1) }
    }

    /// Tests if there is noise on a variable.
    public func hasNoise(inColumn column: Int) -> Bool { system.hasNoise(inColumn: column) }
}

// MARK: - Events

extension EquationModel: EventfulEquations {
    package var stateEvents: (any StateEvents)? { events }
}

// MARK: - Edges

extension EquationModel {
    /// The numbers of a variable of edges: of those that lead away from vertex 0, in the order of their ends, then of those from vertex
    /// 1, and so on. Where edges have no direction, each is there twice, once in each.
    ///
    /// - Precondition: There is such a variable.
    /// - Complexity: O(n + m) for n vertices and m edges.
    public func edgeNumbers(of variable: Int) -> [Double] { system.edgeVariables?.numbers(of: variable) ?? [] }
}

extension EquationModel: EdgeEquations {
    package func edgeNumber(atTail index: Int) -> (name: String, source: Int, target: Int)? {
        system.edgeVariables?.edgeNumber(atTail: index)
    }
}

// MARK: - Delays

extension EquationModel: DelayEquations {
    package var history: StateHistory? { system.delayed?.history }

    package var delays: [Delay] { system.delays }
}

// MARK: - Nodes

extension EquationModel {
    /// The names of the variables.
    public var fields: [String] { equations.variables.map(\.name) }

    /// The vectors among the variables, each with its components.
    public var fieldGroups: [FieldGroup] { .vectors(among: fields) }

    /// The names of the parameters.
    public var parameters: [String] { equations.parameters.map(\.name) }

    /// The state of a vertex.
    public func nodeState(at node: Int) -> State {
        precondition((0..<nodeCount).contains(node), "node out of range")
        return state(at: node)
    }

    /// Copies the states of vertices.
    public func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<State>) {
        for position in nodes.indices { states[position] = state(at: nodes[position]) }
    }

    /// Sets the state of a vertex.
    public func setNodeState(_ new: State, at node: Int) {
        precondition((0..<nodeCount).contains(node), "node out of range")
        for column in 0..<state.columnCount { state[column, node] = new[column] }
    }

    private func state(at node: Int) -> State {
        var numbers = State()
        for column in 0..<state.columnCount { numbers[column] = state[column, node] }
        return numbers
    }

    /// The value of a parameter: that of vertex 0, where vertices have parameters of their own.
    public func parameter(at index: Int) -> Double { system.parameters.values[index][0] }

    /// Sets a parameter of all vertices.
    public func setParameter(_ value: Double, at index: Int) {
        let count = system.parameters.values[index].count
        system.parameters.set(index, to: [Double](repeating: value, count: count))
        system.delayed?.history.stateWasChanged()
    }

    /// A value out of the domain of the parameter.
    public func refusal(ofParameter index: Int, value: Double) -> (any Error)? {
        let parameter = equations.parameters[index]
        guard !parameter.domain.contains(value) else { return nil }
        return NetworkModelError.invalidParameter(parameter.name, parameter.domain, value: value)
    }
}

// MARK: - Vertices that come and go

extension EquationModel: ChangingNodes {
    /// Adds a vertex without edges. Where vertices have parameters of their own, it has those of its parent, or what the
    /// equations say if it has none.
    ///
    /// - Throws: `GraphError`.
    public func addNode(_ nodeState: State, like parent: Int?, name: String?) throws -> Int {
        let vertex = try network.addVertex(name: name)
        state.appendRow((0..<state.columnCount).map { nodeState[$0] })
        system.edgeVariables?.followVertices()
        system.delayed?.history.follow(state)
        let defaults = equations.parameters
        system.parameters.append { parameter, known in
            // What is drawn is so anew before it is read.
            guard parameter < defaults.count else { return 0 }
            return parent.map { known[$0] } ?? defaults[parameter].value
        }
        return vertex
    }

    /// Removes a vertex and its edges. It does not move any more.
    public func removeNode(_ node: Int) { network.removeVertex(node) }
}
