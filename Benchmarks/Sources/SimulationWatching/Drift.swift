import SimulationEngine

/// Numbers that grow: the cheapest step in which all nodes change.
final class Drift: SimulationModel {
    let fields = ["x"]

    let state: StateVector

    init(count: Int) {
        state = StateVector(columnCount: 1, rowCount: count)
    }

    var nodeCount: Int { state.rowCount }
    func nodeState(at node: Int) -> Double { state[0, node] }
    func setNodeState(_ x: Double, at node: Int) { state[0, node] = x }

    func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<Double>) {
        copyField(0, of: nodes, into: &states)
    }

    func copyNodeStates(from first: Int, into states: inout MutableSpan<Double>) {
        state.withNumbers { numbers in
            for position in states.indices { states[position] = numbers[first + position] }
        }
    }

    func copyField(_ field: Int, of nodes: Span<Int>, into values: inout MutableSpan<Double>) {
        state.withNumbers { numbers in
            for position in nodes.indices { values[position] = numbers[nodes[position]] }
        }
    }
}

/// Adds 1 to each number, or to each of some.
final class Drifting: Integrator {
    let stride: Int

    init(stride: Int = 1) { self.stride = stride }

    func advance(_ model: Drift, from start: Double, to end: Double) {
        model.state.withNumbers { numbers in
            guard stride > 1 else {
                for index in numbers.indices { numbers[index] += 1 }
                return
            }
            for index in Swift.stride(from: 0, to: numbers.count, by: stride) { numbers[index] += 1 }
        }
    }

    func stateWasChanged() {}
}
