import ObserverCore

/// A node of a simulation.
public struct Node<Model: SimulationModel> {
    /// The number of the node, from 0.
    public let index: Int

    @usableFromInline
    let variables: NodeVariables<Model>

    @inlinable
    init(index: Int, variables: NodeVariables<Model>) {
        self.index = index
        self.variables = variables
    }

    /// The name of the node, if it has one.
    public var name: String? {
        variables.model.name(of: index)
    }

    /// True if the node is there: it was not removed.
    public var isPresent: Bool { variables.model.isPresent(index) }

    /// The state of the node as a variable, one and the same object for as long as anybody holds it, or observes it and refers to it
    /// weakly or unowned. Observations of it last, whoever holds it.
    ///
    /// It is a window on the arrays of the model. Reading it gives the present state. Observing it delivers an update
    /// when a step has changed the state. Setting it is an intervention, which takes effect at once, or between two
    /// steps if the simulation is running, and whose update carries the author. A state with a number that is not finite is
    /// refused, and makes the run fail with ``SimulationError/changeNotFinite(_:)``.
    ///
    /// A node whose variable nobody asks for costs nothing beyond its numbers. A variable that outlives its simulation
    /// still shows the state of the model, but can no longer set it.
    ///
    /// - Complexity: O(1) expected.
    @inlinable
    public var state: Var<Model.NodeState> {
        variables.variable(at: index)
    }
}

extension Observer {
    /// Calls a closure with each change of the state of a node from now on.
    ///
    /// This is the observation of the variable ``Node/state``, which is only made when somebody asks for it: who begins to observe
    /// very many nodes spares the time.
    ///
    /// - Complexity: O(1) amortised.
    @inlinable
    @inline(__always)
    public func observe<Model>(
        _ node: Node<Model>, receive: consuming @escaping (Update<Model.NodeState>) -> Void
    ) {
        // Swift 6.3 lets go twice of a closure that is a consumed parameter where its type is converted, as below.
        let closure = consume receive
        let state = node.variables.model.nodeState(at: node.index)
        guard let place = node.variables.places.beginParked(at: node.index, by: receiver) else {
            return observe(node.state, receive: closure)
        }
        (node.variables.publisher.published + place).initialize(to: state)
        ParkedReceiver.store(closure, at: node.variables.places.cells + place)
    }
}

/// The nodes of a simulation, where nodes come and go all that there have ever been.
public struct NodeList<Model: SimulationModel>: RandomAccessCollection {
    @usableFromInline
    let variables: NodeVariables<Model>

    /// The number of the first node: 0.
    @inlinable
    public var startIndex: Int { 0 }

    /// The number of nodes.
    @inlinable
    public var endIndex: Int { variables.model.nodeCount }

    /// The node of a number.
    @inlinable
    public subscript(index: Int) -> Node<Model> {
        precondition(index >= 0 && index < endIndex, "node \(index) is out of range: there are \(count) nodes")
        return Node(index: index, variables: variables)
    }

    /// Goes from node to node, those that come meanwhile included. It asks once for each how many there are.
    public struct Iterator: IteratorProtocol {
        @usableFromInline
        let variables: NodeVariables<Model>

        @usableFromInline
        var index = 0

        @inlinable
        init(variables: NodeVariables<Model>) { self.variables = variables }

        /// The next node.
        @inlinable
        public mutating func next() -> Node<Model>? {
            guard index < variables.model.nodeCount else { return nil }
            defer { index += 1 }
            return Node(index: index, variables: variables)
        }
    }

    /// An iterator that is at the first node.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(variables: variables) }

    /// The node of a name, or `nil` if no node bears it.
    ///
    /// - Complexity: O(n) for n nodes.
    public subscript(name: String) -> Node<Model>? {
        guard let index = variables.model.nodeNames?.firstIndex(of: name) else { return nil }
        return self[index]
    }
}
