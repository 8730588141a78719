import SimulationEngine

/// Nodes with a whole number each, which counts what it is asked for.
final class CountingModel: SimulationModel {
    let fields = ["number"]
    static let quantities = CountingQuantities()

    var numbers: [Int]
    var names: [String]?

    /// How often the state of a single node was read.
    private(set) var singleReads = 0

    /// The nodes whose states were copied, for each time that states were.
    private(set) var copiedNodes: [[Int]] = []

    var totalsComputed = 0

    init(_ numbers: [Int], names: [String]? = nil) {
        self.numbers = numbers
        self.names = names
    }

    var nodeCount: Int { numbers.count }
    var nodeNames: [String]? { names }

    func nodeState(at node: Int) -> Int {
        singleReads += 1
        return numbers[node]
    }

    func copyNodeStates(of nodes: Span<Int>, into states: inout MutableSpan<Int>) {
        copiedNodes.append(nodes.indices.map { nodes[$0] })
        for position in nodes.indices { states[position] = numbers[nodes[position]] }
    }

    func setNodeState(_ state: Int, at node: Int) {
        numbers[node] = state
    }

    func copyField(_ field: Int, of nodes: Span<Int>, into values: inout MutableSpan<Double>) {
        for position in nodes.indices { values[position] = Double(numbers[nodes[position]]) }
    }

    func copyField(_ field: Int, in states: Span<Int>, into values: inout MutableSpan<Double>) {
        for position in states.indices { values[position] = Double(states[position]) }
    }
}

struct CountingQuantities: QuantitySet {
    let total = QuantityDefinition<CountingModel, Double>("total") { model in
        model.totalsComputed += 1
        return Double(model.numbers.reduce(0, +))
    }

    let edges = QuantityDefinition<CountingModel, SIMD3<Double>>("edges") { model in
        SIMD3(Double(model.numbers.first ?? 0), 0.5, Double(model.numbers.last ?? 0))
    }

    var all: [any AnyQuantityDefinition<CountingModel>] { [total, edges] }
}

/// Adds 1 to all nodes but those that rest.
final class Counting: Integrator {
    var resting: Set<Int> = []
    var failsAtTime: Double?
    var onAdvance: (Double, Double) -> Void = { _, _ in }
    private(set) var changes = 0

    struct Failure: Error, Equatable {}

    func advance(_ model: CountingModel, from start: Double, to end: Double) throws {
        if let failsAtTime, end >= failsAtTime { throw Failure() }
        onAdvance(start, end)
        for node in model.numbers.indices where !resting.contains(node) { model.numbers[node] += 1 }
    }

    func stateWasChanged() {
        changes += 1
    }
}

/// A simulation of counting nodes with a step of 1.
func counting(
    _ numbers: [Int] = [0, 10, 20], step: Double = 1, by integrator: Counting = Counting()
) throws -> Simulation<CountingModel> {
    try Simulation(CountingModel(numbers), integrator: integrator, step: step)
}
