import SimulationEngine

/// Numbers that grow: the cheapest step in which all nodes change.
public final class Drift: SimulationModel {
    /// One number.
    public let fields = ["x"]

    let state: StateVector

    /// Creates so many nodes whose number is 0.
    public init(count: Int) {
        state = StateVector(columnCount: 1, rowCount: count)
    }

    /// The number of nodes.
    public var nodeCount: Int { state.rowCount }

    /// The number of a node.
    public func nodeState(at node: Int) -> Double { state[0, node] }

    /// Sets the number of a node.
    public func setNodeState(_ x: Double, at node: Int) { state[0, node] = x }

    /// Copies numbers.
    public func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<Double>) {
        copyField(0, of: nodes, into: &states)
    }

    /// Copies numbers that lie side by side.
    public func copyNodeStates(from first: Int, into states: inout MutableSpan<Double>) {
        state.copyColumn(0, from: first, into: &states)
    }

    /// Copies numbers.
    public func copyField(_ field: Int, of nodes: Span<Int>, into values: inout MutableSpan<Double>) {
        state.withNumbers { numbers in
            for position in nodes.indices { values[position] = numbers[nodes[position]] }
        }
    }

    /// Copies the numbers that the states are.
    public func copyField(_ field: Int, in states: Span<Double>, into values: inout MutableSpan<Double>) {
        for position in states.indices { values[position] = states[position] }
    }
}

/// Adds 1 to each number, or to each of some.
public final class Drifting: Integrator {
    let stride: Int

    /// Creates the method for each so many-th number, beginning with the first.
    public init(stride: Int = 1) { self.stride = stride }

    /// Adds 1.
    public func advance(_ model: Drift, from start: Double, to end: Double) {
        model.state.withNumbers { numbers in
            guard stride > 1 else {
                for index in numbers.indices { numbers[index] += 1 }
                return
            }
            for index in Swift.stride(from: 0, to: numbers.count, by: stride) { numbers[index] += 1 }
        }
    }

    /// Does nothing.
    public func stateWasChanged() {}
}

/// Adds 1 to each so many-th number, and says which: states last until they jump.
public final class Jumping: JumpIntegrator {
    let stride: Int

    /// Creates the method for each so many-th number, beginning with the first.
    public init(stride: Int) { self.stride = stride }

    /// Adds 1.
    public func advance(_ model: Drift, from start: Double, to end: Double) {
        forEachJump(of: model) { _ in }
    }

    /// Adds 1, and notes to which nodes.
    public func advance(_ model: Drift, from start: Double, to end: Double, until watch: JumpWatch) -> Double {
        forEachJump(of: model) { watch.note($0, at: end) }
        return end
    }

    private func forEachJump(of model: Drift, _ note: (Int) -> Void) {
        model.state.withNumbers { numbers in
            for index in Swift.stride(from: 0, to: numbers.count, by: stride) {
                numbers[index] += 1
                note(index)
            }
        }
    }

    /// Does nothing.
    public func stateWasChanged() {}
}
