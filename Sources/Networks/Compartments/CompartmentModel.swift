import SimulationEngine

/// Vertices that go from one compartment to another, by themselves or because of their neighbours: a continuous-time
/// Markov chain on a graph, such as the epidemic models SI, SIS, SIR, SEIR and SIRS.
///
/// It is moved on by ``EventDrivenIntegrator``. The state of a vertex is its compartment; how many vertices are in each
/// is kept up to date, so that it costs nothing to watch. An edge acts on the vertex to which it leads.
///
/// Memory: 1 byte a vertex, besides the graph and what the integrator keeps.
///
/// Vertices and edges can come and go. What follows from the graph is then made anew before the next event, in O(n + m).
public final class CompartmentModel<State: CompartmentName>: NetworkModel, FixedNames {
    /// The graph along whose edges vertices act on each other.
    public let network: ChangingGraph

    /// How vertices go from one compartment to another. Rates that have names can be changed during a run.
    public internal(set) var transitions: TransitionTable<State>

    let compartments: CompartmentStates
    let cases: [State]

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - transitions: How vertices go from one compartment to another.
    ///   - states: The compartment of each vertex at the beginning.
    /// - Throws: ``NetworkModelError`` if there are not as many compartments as vertices, if one of them is not in the table,
    ///   or if weights are negative or cannot be computed with (``TransitionTable/possibleRates``).
    public init(
        graph: Graph, transitions: TransitionTable<State>, states: [State]
    ) throws(NetworkModelError) {
        guard states.count == graph.vertexCount else {
            throw .wrongCount(of: "compartments", count: states.count, vertexCount: graph.vertexCount)
        }
        try Self.checkWeights(of: graph)
        network = ChangingGraph(graph)
        self.transitions = transitions
        cases = transitions.compartments
        compartments = CompartmentStates(try Self.numbers(of: states, cases), compartmentCount: cases.count)
    }

    private static func numbers(of states: [State], _ cases: [State]) throws(NetworkModelError) -> [UInt8] {
        let numbers = Dictionary(uniqueKeysWithValues: cases.enumerated().map { ($1, UInt8($0)) })
        var result: [UInt8] = []
        result.reserveCapacity(states.count)
        for state in states {
            guard let number = numbers[state] else { throw .unknownCompartment(state.rawValue) }
            result.append(number)
        }
        return result
    }

    private static func checkWeights(of graph: Graph) throws(NetworkModelError) {
        guard graph.isWeighted else { return }
        for vertex in 0..<graph.vertexCount {
            for weight in graph.weights(of: vertex) ?? [] {
                try TransitionTable<State>.check(weight: weight, ofEdgeAt: vertex)
            }
        }
    }

    /// The number of vertices in a compartment; 0 if the table does not have it.
    ///
    /// - Complexity: O(1) for a given number of compartments.
    public func count(of state: State) -> Int {
        // A search of the library's would cost more than all else where this is asked for at each event.
        for number in 0..<cases.count where cases[number] == state { return compartments.counts[number] }
        return 0
    }
}

// MARK: - Nodes

extension CompartmentModel {
    /// The compartment of a vertex.
    public func nodeState(at node: Int) -> State { cases[Int(compartments[node])] }

    /// Copies compartments.
    public func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<State>) {
        for position in nodes.indices { states[position] = nodeState(at: nodes[position]) }
    }

    /// Puts a vertex into a compartment. It stays where it is if the table does not have that.
    public func setNodeState(_ state: State, at node: Int) {
        guard let number = transitions.number(of: state) else { return }
        compartments[node] = UInt8(number)
    }

    /// Copies the numbers of compartments, in the order of the cases from 0.
    public func copyField(_ field: Int, of nodes: Span<Int>, into values: inout MutableSpan<Double>) {
        for position in nodes.indices { values[position] = Double(compartments[nodes[position]]) }
    }

    /// Copies the numbers of compartments, in the order of the cases from 0.
    public func copyField(_ field: Int, in states: Span<State>, into values: inout MutableSpan<Double>) {
        for position in states.indices {
            values[position] = transitions.number(of: states[position]).map(Double.init) ?? .nan
        }
    }

    /// The number of the compartment of a vertex.
    public func value(ofField field: Int, at node: Int) -> Double { Double(compartments[node]) }
}

extension CompartmentModel: SettableFields {
    /// Puts a vertex into the compartment of a number. It stays where it is if there is no such compartment.
    public func setField(_ field: Int, at node: Int, to value: Double) {
        guard let number = UInt8(exactly: value), Int(number) < cases.count else { return }
        compartments[node] = number
    }
}

// MARK: - Vertices and edges that come and go

extension CompartmentModel: ChangingNodes {
    /// Adds a vertex without edges.
    ///
    /// - Throws: `GraphError`, and ``NetworkModelError/unknownCompartment(_:)``.
    public func addNode(_ nodeState: State, like parent: Int?, name: String?) throws -> Int {
        guard let number = transitions.number(of: nodeState) else {
            throw NetworkModelError.unknownCompartment(nodeState.rawValue)
        }
        let vertex = try network.addVertex(name: name)
        compartments.append(UInt8(number))
        return vertex
    }

    /// Removes a vertex and its edges. It stays where it is, and counts in no compartment.
    public func removeNode(_ node: Int) {
        network.removeVertex(node)
        compartments.discount(node)
    }

    /// Adds an edge, gives it another weight, or removes it.
    ///
    /// - Throws: `GraphError`, and ``NetworkModelError`` for a weight that is negative or cannot be computed with.
    public func setEdgeWeight(_ weight: Double?, from source: Int, to target: Int) throws {
        if let weight { try TransitionTable<State>.check(weight: weight, ofEdgeAt: source) }
        try network.setWeight(weight, from: source, to: target)
    }
}

// MARK: - Quantities

extension CompartmentModel {
    /// The numbers of vertices in the compartments, each named after its compartment.
    public struct Quantities: QuantitySet {
        /// The number of vertices in a compartment.
        public func count(of state: State) -> QuantityDefinition<CompartmentModel, Double> {
            QuantityDefinition(state.rawValue, isCount: true) { Double($0.count(of: state)) }
        }

        /// All of them, in the order of the cases, where the type of compartments knows its cases.
        public var all: [any AnyQuantityDefinition<CompartmentModel>] {
            State.knownCompartments.map { count(of: $0) }
        }
    }

    /// The numbers of vertices in the compartments.
    public static var quantities: Quantities { Quantities() }
}
