import ObserverCore

// MARK: - Nodes that come and go

extension Simulation where Model: ChangingNodes {
    /// Adds a node.
    ///
    /// Takes effect like setting the state of a node. What it is called is told by ``births``. A node that cannot be,
    /// such as one without a name among nodes that have names, or one whose fields are not all finite or out of bounds,
    /// makes the run fail. One that was to be like a node that has gone does not come.
    /// Of several that are added one after the other while the simulation runs, observers are told when all are there.
    ///
    /// - Complexity: That of the model's ``ChangingNodes/addNode(_:like:name:)``, and O(n) for n observed nodes and nodes of
    ///   observed groups: between runs for each node, while the simulation runs once for all that are added together.
    ///
    /// - Parameters:
    ///   - state: The state in which it begins.
    ///   - parent: The number of a node whose properties besides the state it has, too; see
    ///     ``ChangingNodes/addNode(_:like:name:)``.
    ///   - name: Its name, in a model whose nodes have names.
    ///   - author: Who adds it; the simulation unless somebody is named.
    /// - Throws: ``SimulationError/nodeOutOfRange(_:nodeCount:)``.
    public func addNode(
        _ state: Model.NodeState, like parent: Int? = nil, name: String? = nil, as author: AnyAuthor? = nil
    ) throws(SimulationError) {
        if let parent { try model.check([parent]) }
        queue.add(
            .birth { [unowned self, weak author] model in
                guard parent.map(model.isPresent) ?? true else { return }
                let node = try model.addNode(state, like: parent, name: name)
                if let (field, value) = model.firstNotFinite(of: node) {
                    try model.removeNode(node)
                    throw newNodeFailure(field, value, from: author)
                }
                try checkNewNode(node, from: author)
            }, from: author)
    }

    /// Removes a node. It keeps its number and its last state.
    ///
    /// Takes effect like setting the state of a node. Removing a node that has gone already changes nothing, and so
    /// does whatever else is asked of it then. A node that cannot go makes the run fail.
    ///
    /// - Parameters:
    ///   - node: The number of the node.
    ///   - author: Who removes it; the simulation unless somebody is named.
    /// - Throws: ``SimulationError/nodeOutOfRange(_:nodeCount:)``.
    public func removeNode(_ node: Int, as author: AnyAuthor? = nil) throws(SimulationError) {
        try model.check([node])
        queue.add(
            .structure("node \(node)") { model in
                if model.isPresent(node) { try model.removeNode(node) }
            }, from: author)
    }
}

extension Simulation where Model: ChangingNodes & SettableFields {
    /// Adds a node in the state of another one but for some fields.
    ///
    /// - Parameters:
    ///   - parent: The number of the other node, whose properties besides the state the new one has, too.
    ///   - name: The name of the new node, in a model whose nodes have names.
    ///   - fields: The names of fields.
    ///   - values: As many values, when it takes effect. If there are fewer or more, the run ends with
    ///     ``SimulationError/invalidModel(_:)``.
    ///   - author: Who adds it; the simulation unless somebody is named.
    /// - Throws: ``SimulationError/nodeOutOfRange(_:nodeCount:)``, ``SimulationError/unknownField(_:known:)``.
    public func addNode(
        like parent: Int, name: String? = nil, setting fields: [String], to values: @escaping () -> [Double],
        as author: AnyAuthor? = nil
    ) throws(SimulationError) {
        try model.check([parent])
        let indices = try fields.map { field throws(SimulationError) in try model.names.fieldIndex(field) }
        queue.add(
            .birth { [unowned self, weak author] model in
                guard model.isPresent(parent) else { return }
                let values = values()
                guard values.count == fields.count else {
                    throw SimulationError.invalidModel(
                        "a new node gets \(values.count) values for \(fields.count) fields: there must be one for each")
                }
                for (field, value) in zip(fields, values) where !value.isFinite {
                    throw newNodeFailure(field, value, from: author)
                }
                let state = try model.nodeState(at: parent, setting: indices, to: values)
                try checkNewNode(try model.addNode(state, like: parent, name: name), from: author)
            }, from: author)
    }
}

extension Simulation where Model: ChangingNodes {
    /// Removes a node that has come out of bounds.
    private func checkNewNode(_ node: Int, from author: AnyAuthor?) throws {
        guard let failure = watch.refusal(ofChanged: node, from: author) else { return }
        try model.removeNode(node)
        throw failure
    }
}

extension Simulation {
    private func newNodeFailure(_ field: String, _ value: Double, from author: AnyAuthor?) -> SimulationError {
        changeFailure("'\(field)' of a new node", value, from: author)
    }
}

// MARK: - Edges

extension Simulation where Model: ChangingEdges {
    /// An edge as a variable, one and the same object for as long as anybody holds or observes it: its weight, 1 where
    /// edges have none, or `nil` while it is not there.
    ///
    ///     watcher.observe(try simulation.edge(from: 3, to: 7)) { update in … }
    ///     try simulation.edge(from: 3, to: 7).value = nil
    ///
    /// Setting it adds, changes or removes the edge, and takes effect like setting the state of a node. An edge that
    /// cannot be makes the run fail; one of a node that has gone changes nothing. Where edges have no direction, it does not
    /// matter which end is named first. Where there are several edges between two nodes, which are told apart by nothing, it
    /// stands for the first of them; once that is removed, for the next.
    ///
    /// - Throws: ``SimulationError/nodeOutOfRange(_:nodeCount:)``.
    public func edge(from source: Int, to target: Int) throws(SimulationError) -> Var<Double?> {
        try model.check([source, target])
        guard model.hasDirectedEdges else {
            return structure.edges.variable(from: min(source, target), to: max(source, target))
        }
        return structure.edges.variable(from: source, to: target)
    }
}
