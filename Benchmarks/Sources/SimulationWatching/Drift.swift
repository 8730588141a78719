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

    func copyNodeStates(of nodes: UnsafeBufferPointer<Int>, into states: UnsafeMutableBufferPointer<Double>) {
        copyField(0, of: nodes, into: states)
    }

    func copyField(_ field: Int, of nodes: UnsafeBufferPointer<Int>, into values: UnsafeMutableBufferPointer<Double>) {
        guard let nodeOf = nodes.baseAddress, let target = values.baseAddress,
            let column = state.elements.baseAddress
        else { return }
        for position in 0..<nodes.count { target[position] = column[nodeOf[position]] }
    }
}

/// Adds 1 to each number, or to each of some.
final class Drifting: Integrator {
    let stride: Int

    init(stride: Int = 1) { self.stride = stride }

    func advance(_ model: Drift, from start: Double, to end: Double) {
        let elements = model.state.elements
        guard stride > 1 else {
            for index in elements.indices { elements[index] += 1 }
            return
        }
        for index in Swift.stride(from: 0, to: elements.count, by: stride) { elements[index] += 1 }
    }

    func stateWasChanged() {}
}
