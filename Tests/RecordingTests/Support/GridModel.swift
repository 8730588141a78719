import Recording
import SimulationEngine

/// Points in a plane, which move by their velocity.
final class GridModel: SimulationModel {
    let fields = ["x", "y", "vx", "vy"]
    let fieldGroups = [FieldGroup("position", ["x", "y"]), FieldGroup("velocity", ["vx", "vy"])]
    static let quantities = GridQuantities()

    var columns: [[Double]]
    let nodeNames: [String]?

    /// Node *i* begins at (*i*, 10 *i*) and moves by (1, 0.25).
    init(count: Int, names: [String]? = nil) {
        let indices = (0..<count).map(Double.init)
        columns = [indices, indices.map { 10 * $0 }, indices.map { _ in 1 }, indices.map { _ in 0.25 }]
        nodeNames = names
    }

    var nodeCount: Int { columns[0].count }

    func nodeState(at node: Int) -> [Double] { columns.map { $0[node] } }

    func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<[Double]>) {
        for position in nodes.indices { states[position] = nodeState(at: nodes[position]) }
    }

    func setNodeState(_ state: [Double], at node: Int) {
        for (column, number) in state.enumerated() { columns[column][node] = number }
    }

    func copyField(_ field: Int, of nodes: Span<Int>, into values: inout MutableSpan<Double>) {
        for position in nodes.indices { values[position] = columns[field][nodes[position]] }
    }

    func copyField(_ field: Int, in states: Span<[Double]>, into values: inout MutableSpan<Double>) {
        for position in states.indices { values[position] = states[position][field] }
    }
}

struct GridQuantities: QuantitySet {
    let width = QuantityDefinition<GridModel, Double>("width") { $0.columns[0].max() ?? 0 }
    let centre = QuantityDefinition<GridModel, SIMD3<Double>>("centre") { model in
        SIMD3(model.columns[0].reduce(0, +), model.columns[1].reduce(0, +), 0) / Double(model.nodeCount)
    }

    var all: [any AnyQuantityDefinition<GridModel>] { [width, centre] }
}

/// Adds the velocities to the positions.
final class Drift: Integrator {
    func advance(_ model: GridModel, from start: Double, to end: Double) {
        for node in 0..<model.nodeCount {
            model.columns[0][node] += model.columns[2][node]
            model.columns[1][node] += model.columns[3][node]
        }
    }

    func stateWasChanged() {}
}

func drifting(_ count: Int, names: [String]? = nil, step: Double = 0.5) throws -> Simulation<GridModel> {
    try Simulation(GridModel(count: count, names: names), integrator: Drift(), step: step)
}
