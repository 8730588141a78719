import SimulationEngine

/// A model with a state for each vertex of a graph, and a rule by which states change.
///
/// To make a model of your own, keep a graph and ``VertexStates``, and conform to ``AsynchronousRule`` or
/// ``SynchronousRule``. Nodes, their observation and the one field `state` come for free; quantities and parameters can be
/// added as for any `SimulationModel`.
public protocol UpdateRuleModel: SettableFields, GraphModel where NodeState: VertexState {
    /// The states, one for each vertex of the graph.
    var states: VertexStates<NodeState> { get }

    /// Looks whether the model can be moved on, and gets ready: before each sweep or step.
    func prepareStep() throws

    /// Tells what has gone wrong within a sweep or step, with which a run ends then: after each.
    func finishStep() throws
}

extension UpdateRuleModel {
    /// Nothing.
    public func prepareStep() {}

    /// Nothing.
    public func finishStep() {}

    /// The number of states.
    public var nodeCount: Int { states.count }

    /// The vertices of the graph, of which there must be as many as states.
    public var countsPerNode: KeyValuePairs<String, Int> { ["vertices of the graph": graph.vertexCount] }

    /// Throws an error unless there are as many states as vertices, or the model says that there need not be.
    @usableFromInline
    func checkStates() throws(SimulationError) {
        guard states.count != graph.vertexCount else { return }
        for (name, count) in countsPerNode where count != states.count {
            throw .sizeMismatch(of: name, count: count, nodeCount: states.count)
        }
    }

    /// The names of the vertices, where they have names.
    public var nodeNames: [String]? { graph.vertexNames }

    /// The state of a vertex.
    public func nodeState(at node: Int) -> NodeState { states[node] }

    /// Copies states.
    @inlinable
    public func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<NodeState>) {
        let elements = self.states.elements
        for position in nodes.indices { states[position] = elements[nodes[position]] }
    }

    /// Copies states that lie side by side.
    @inlinable
    public func copyNodeStates(from first: Int, into states: inout MutableSpan<NodeState>) {
        let elements = UnsafeMutableBufferPointer(rebasing: self.states.elements[first..<first + states.count])
        states.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: elements) }
    }

    /// Sets the state of a vertex.
    public func setNodeState(_ state: NodeState, at node: Int) { states[node] = state }

    /// The state is all there is.
    public var fields: [String] { ["state"] }

    /// Copies the numbers of states.
    public func copyField(_ field: Int, of nodes: Span<Int>, into values: inout MutableSpan<Double>) {
        for position in nodes.indices { values[position] = states.elements[nodes[position]].number }
    }

    /// Copies the numbers of states.
    public func copyField(_ field: Int, in states: Span<NodeState>, into values: inout MutableSpan<Double>) {
        for position in states.indices { values[position] = states[position].number }
    }

    /// Sets the state of a vertex to that of a number. It stays as it is if there is none.
    public func setField(_ field: Int, at node: Int, to value: Double) {
        guard let state = NodeState(number: value) else { return }
        setNodeState(state, at: node)
    }
}

// MARK: - Rules

/// A model whose vertices are updated one after the other, each of which sees what those before it have become.
///
/// It is moved on by ``RuleSweeps``.
public protocol AsynchronousRule: UpdateRuleModel {
    /// Updates a vertex, and others if the rule says so.
    ///
    /// - Parameters:
    ///   - vertex: A vertex, which is in range.
    ///   - random: Random numbers to draw from.
    func update(_ vertex: Int, _ random: inout RandomWords)
}

/// A model whose vertices are updated all at once, so that each sees what the others were before.
///
/// It is moved on by ``RuleSteps``.
public protocol SynchronousRule: UpdateRuleModel {
    /// The next state of a vertex.
    ///
    /// - Parameters:
    ///   - vertex: A vertex, which is in range.
    ///   - states: The present states of all vertices.
    ///   - random: Random numbers to draw from, those of this vertex and some others.
    /// - Returns: Its new state.
    func next(_ vertex: Int, in states: Span<NodeState>, _ random: inout RandomWords) -> NodeState

    /// Computes the next states of consecutive vertices, where a rule can do so for many at once.
    ///
    /// - Parameters:
    ///   - run: The vertices, which are in range, and at least one.
    ///   - states: The present states of all vertices.
    ///   - target: Receives the new states of the vertices of the run.
    ///   - random: Random numbers of these vertices.
    /// - Returns: True if it has done so. `false` unless implemented; `next(_:in:_:)` is then called for each.
    func next(
        ofAll run: Range<Int>, in states: Span<NodeState>, into target: inout MutableSpan<NodeState>,
        _ random: RandomWords
    ) -> Bool

    /// Has vertices exchange states when all have their new ones. Nothing unless implemented.
    ///
    /// - Parameter forEachRun: Calls a closure with runs of vertices and random numbers of these, on all threads.
    func moveStates(_ forEachRun: ((Range<Int>, RandomWords) -> Void) -> Void)
}

extension SynchronousRule {
    /// Each vertex is asked for alone.
    public func next(
        ofAll run: Range<Int>, in states: Span<NodeState>, into target: inout MutableSpan<NodeState>,
        _ random: RandomWords
    ) -> Bool { false }

    /// Nothing moves.
    public func moveStates(_ forEachRun: ((Range<Int>, RandomWords) -> Void) -> Void) {}
}
