import ObserverCore
import SimulationEngine
import Testing

@Suite("Many nodes that come at once")
struct ManyBirthsTests {
    /// Nodes with two numbers each, which counts how many states and numbers it is asked for.
    private final class Nursery: ChangingNodes, PlainModel {
        let fields = ["a", "b"]

        let state: StateVector
        private let known: Population
        private(set) var copiedCount = 0

        init(count: Int) {
            state = StateVector((0..<2 * count).map(Double.init), columns: 2)
            known = Population(nodeCount: count)
        }

        var population: Population? { known }

        func derivative(
            at time: Double, of state: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>
        ) { derivative.update(repeating: 1, count: self.state.count) }

        func copyNodeStates(of nodes: UnsafeBufferPointer<Int>, into states: UnsafeMutableBufferPointer<[Double]>) {
            copiedCount += nodes.count
            for (position, node) in nodes.enumerated() { states[position] = nodeState(at: node) }
        }

        func copyField(
            _ field: Int, of nodes: UnsafeBufferPointer<Int>, into values: UnsafeMutableBufferPointer<Double>
        ) {
            copiedCount += nodes.count
            for (position, node) in nodes.enumerated() { values[position] = state[field, node] }
        }

        func addNode(_ state: [Double], like parent: Int?, name: String?) -> Int {
            self.state.appendRow(state)
            return known.add()
        }

        func removeNode(_ node: Int) { known.remove(node) }
    }

    private let watcher = Watcher()

    @Test("what each costs does not depend on how many nodes and observers there are")
    func cost() throws {
        let count = 1000
        let model = Nursery(count: count)
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 1)
        var (births, joined) = (0, 0)
        for node in simulation.nodes { watcher.observe(node.state) { (_: Update<[Double]>) in } }
        watcher.observe(simulation.allNodes) { joined += $0.membership == .joined ? 1 : 0 }
        watcher.observe(simulation.births) { (node: Int) in
            #expect(node == count + births)
            births += 1
            // All are there.
            #expect(model.nodeCount == 2 * count)
        }
        watcher.observe(simulation.clock) { [unowned simulation] (moment: Moment) in
            guard moment.step == 1 else { return }
            for number in 0..<count { try? simulation.addNode([Double(number), 5]) }
        }
        try simulation.run(steps: 1)
        let before = model.copiedCount
        try simulation.run(steps: 1)
        #expect(births == count && joined == count)
        // Some looks at each of 2000 nodes, where there were 1000 at each of 1000.
        #expect(model.copiedCount - before < 10 * 2 * count)
        #expect(model.nodeState(at: 2 * count - 1) == [Double(count), 6])
    }

    @Test("a node that cannot be does not keep the others away, and neither does another author")
    func oneOfMany() throws {
        let model = Nursery(count: 1)
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 1)
        let other = Watcher()
        var told: [String] = []
        watcher.observe(simulation.births) { (node: Int, author: AnyAuthor) in
            told.append("\(node) by \(author === other ? "other" : "simulation")")
        }
        watcher.observe(simulation.clock) { [unowned simulation] (moment: Moment) in
            guard moment.step == 1 else { return }
            try? simulation.addNode([1, 1])
            try? simulation.addNode([.nan, 1], as: other)
            try? simulation.addNode([2, 2], as: other)
        }
        #expect(throws: SimulationError.self) { try simulation.run(steps: 2) }
        #expect(told == ["1 by simulation", "2 by other", "3 by other"])
        #expect(model.presentNodes == [0, 1, 3])
    }

    @Test("rows that have been added can be read and set at once, and lie in their columns")
    func rows() {
        let vector = StateVector(columnCount: 2, rowCount: 1)
        for row in 1..<5 { vector.appendRow([Double(row), Double(10 * row)]) }
        vector[1, 4] = 41
        #expect(vector.rowCount == 5 && vector.count == 10)
        #expect((vector[0, 3], vector[1, 3], vector[1, 4]) == (3, 30, 41))
        #expect(Array(vector.elements) == [0, 1, 2, 3, 4, 0, 10, 20, 30, 41])
        vector.appendRow([5, 50])
        vector[0, 5] = 6
        vector[0, 0] = -1
        #expect(Array(vector.column(0)) == [-1, 1, 2, 3, 4, 6])
        #expect(Array(vector.column(1)) == [0, 10, 20, 30, 41, 50])
    }
}
