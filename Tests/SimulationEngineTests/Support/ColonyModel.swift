import SimulationEngine

/// Nodes that grow by their rate, come and go, and are joined by edges; by itself node 0 bears a child at given times.
final class ColonyModel: ChangingNodes, ChangingEdges, PlainModel {
    let parameters: [String] = []

    let state: StateVector
    var names: [String]?
    let known: Population
    let edgeChanges = EdgeChangeLog()
    let hasDirectedEdges: Bool
    private var weights: [[Int]: Double] = [:]

    struct Refusal: Error, Equatable { let reason: String }

    init(_ numbers: [Double], names: [String]? = nil, isDirected: Bool = false) {
        state = StateVector(numbers)
        known = Population(nodeCount: numbers.count)
        self.names = names
        hasDirectedEdges = isDirected
    }

    var population: Population? { known }
    var nodeNames: [String]? { names }

    func derivative(at time: Double, of state: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>) {
        for node in 0..<nodeCount { derivative[node] = known.contains(node) ? 1 : 0 }
    }

    func addNode(_ state: [Double], like parent: Int?, name: String?) throws -> Int {
        guard (name == nil) == (names == nil) else { throw Refusal(reason: "name") }
        self.state.appendRow(state)
        if let name { names?.append(name) }
        return known.add()
    }

    func removeNode(_ node: Int) { known.remove(node) }

    func edgeWeight(from source: Int, to target: Int) -> Double? { weights[ends(source, target)] }

    func setEdgeWeight(_ weight: Double?, from source: Int, to target: Int) throws {
        guard weight ?? 0 >= 0 else { throw Refusal(reason: "weight") }
        let ends = ends(source, target)
        edgeChanges.note(EdgeChange(source: ends[0], target: ends[1], old: weights[ends], new: weight))
        weights[ends] = weight
    }

    private func ends(_ source: Int, _ target: Int) -> [Int] {
        hasDirectedEdges ? [source, target] : [min(source, target), max(source, target)]
    }
}

/// Moves a colony on, and lets it change itself.
final class Breeding: Integrator {
    var changes: [Double: (ColonyModel) throws -> Void] = [:]
    private let method = RungeKutta4<ColonyModel>()

    func advance(_ model: ColonyModel, from start: Double, to end: Double) throws {
        try method.advance(model, from: start, to: end)
        try changes[end]?(model)
    }

    func stateWasChanged() {}
    func makeDenseOutput(for model: ColonyModel) -> (any DenseOutput<ColonyModel>)? {
        method.makeDenseOutput(for: model)
    }
}
