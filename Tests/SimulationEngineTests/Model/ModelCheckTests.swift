import ObserverCore
import SimulationEngine
import Testing

/// A model that can be made wrong in every way that is looked at.
private final class WrongModel: SecondOrderEquations, PlainModel {
    let state: StateVector
    var nodeCount: Int
    var counts: KeyValuePairs<String, Int> = [:]
    var nodeNames: [String]?
    var population: Population?
    var columnLength: Int?
    private let columnOfLength = UnsafeMutableBufferPointer<Double>.allocate(capacity: 8)

    let fields = ["x", "v"]

    init(rows: Int, columns: Int = 2, nodeCount: Int? = nil, first: Double = 1) {
        state = StateVector(columnCount: columns, rowCount: rows)
        self.nodeCount = nodeCount ?? rows
        columnOfLength.initialize(repeating: 0)
        if rows > 0 { state[0, 0] = first }
    }

    deinit { columnOfLength.deallocate() }

    var countsPerNode: KeyValuePairs<String, Int> { counts }

    func column(ofField field: Int) -> UnsafeBufferPointer<Double>? {
        columnLength.map { UnsafeBufferPointer(rebasing: columnOfLength[0..<$0]) }
    }

    func accelerations(at positions: UnsafePointer<Double>, into accelerations: UnsafeMutablePointer<Double>) {
        for index in 0..<state.count / 2 { accelerations[index] = 0 }
    }
}

/// What a simulation refuses before it reads beyond the end of anything.
@Suite("Checks of a model")
struct ModelCheckTests {
    private func refusal(of model: WrongModel) -> SimulationError? {
        #expect(throws: SimulationError.self) { try Simulation(model, integrator: Leapfrog(), step: 1) }
    }

    @Test("there must be a row of the state for each node")
    func rows() {
        let error = refusal(of: WrongModel(rows: 100, nodeCount: 101))
        #expect(error == .sizeMismatch(of: "rows of the state", count: 100, nodeCount: 101))
        #expect(
            error?.description
                == "the model has 101 nodes, but the number of rows of the state is 100: there must be one for each node"
        )
        #expect(
            refusal(of: WrongModel(rows: 3, nodeCount: 2))
                == .sizeMismatch(of: "rows of the state", count: 3, nodeCount: 2))
        guard case .invalidModel = refusal(of: WrongModel(rows: 0, nodeCount: -1)) else {
            Issue.record("-1 nodes are none")
            return
        }
    }

    @Test("positions have as many velocities")
    func columns() {
        guard case .invalidModel(let reason) = refusal(of: WrongModel(rows: 2, columns: 3)) else {
            Issue.record("3 columns cannot be halved")
            return
        }
        #expect(reason.contains("3 columns"))
    }

    @Test("what a model keeps for each node is there for each")
    func others() {
        let counted = WrongModel(rows: 3)
        counted.counts = ["charges": 3, "spins": 2]
        #expect(refusal(of: counted) == .sizeMismatch(of: "spins", count: 2, nodeCount: 3))
        let named = WrongModel(rows: 3)
        named.nodeNames = ["a", "b"]
        #expect(refusal(of: named) == .sizeMismatch(of: "names of nodes", count: 2, nodeCount: 3))
        let peopled = WrongModel(rows: 3)
        peopled.population = Population(nodeCount: 4)
        #expect(
            refusal(of: peopled)
                == .sizeMismatch(of: "members of the population, past and present", count: 4, nodeCount: 3))
        let short = WrongModel(rows: 3)
        short.columnLength = 2
        #expect(refusal(of: short) == .sizeMismatch(of: "values in the column of 'x'", count: 2, nodeCount: 3))
    }

    @Test("a column that has become too short is not read")
    func columnsThatShrink() throws {
        // As many as are read from memory at a time, and some.
        let model = WrongModel(rows: 600)
        let simulation = try Simulation(model, integrator: Leapfrog(), step: 1)
        for node in 0..<600 { model.state[1, node] = 1 }
        simulation.stateWasChanged()
        let passages = try simulation.firstPassages(of: "x", level: 2.5)
        model.columnLength = 8
        try simulation.run(until: 3)
        // The first begins at 1, the others at 0.
        #expect(abs(passages.times[0] - 1.5) < 1e-12 && passages.times.dropFirst().allSatisfy { abs($0 - 2.5) < 1e-12 })
    }

    @Test("nodes come only with all that belongs to them")
    func births() throws {
        let colony = ColonyModel([0, 1], names: ["a", "b"])
        let breeding = Breeding()
        let simulation = try Simulation(colony, integrator: breeding, step: 1)
        breeding.changes[2] = { colony in
            colony.state.appendRow([5])
            _ = colony.known.add()
        }
        try simulation.run(until: 1)
        #expect(throws: SimulationError.sizeMismatch(of: "names of nodes", count: 2, nodeCount: 3)) {
            try simulation.run(until: 3)
        }
    }

    @Test("interventions add nodes only with all that belongs to them", arguments: [true, false])
    func changes(whileRunning: Bool) throws {
        let colony = ColonyModel([0, 1])
        let simulation = try Simulation(colony, integrator: Breeding(), step: 1)
        let change = { (colony: ColonyModel) in _ = colony.known.add() }
        let watcher = Watcher()
        if whileRunning {
            watcher.observe(try simulation.trigger(.at(times: [1]))) { [unowned simulation] _ in
                simulation.intervene("forget a row", change)
            }
        } else {
            simulation.intervene("forget a row", change)
        }
        #expect(
            throws: SimulationError.sizeMismatch(
                of: "members of the population, past and present", count: 3, nodeCount: 2)
        ) { try simulation.run(until: 3) }
    }

    @Test("the number of nodes changes only where there is a population")
    func silentBirths() throws {
        let model = WrongModel(rows: 2)
        let simulation = try Simulation(model, integrator: Leapfrog(), step: 1)
        simulation.intervene("a silent birth") { model in
            model.state.appendRow([0, 0])
            model.nodeCount = 3
        }
        let error = #expect(throws: SimulationError.self) { try simulation.run(until: 1) }
        guard case .invalidModel(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.hasPrefix("there are 3 nodes, but there were 2 before"))
    }

    @Test("a state begins with finite numbers", arguments: [Double.infinity, -.infinity, .nan])
    func initialState(number: Double) {
        guard
            case .initialStateNotFinite(field: "x", node: 0, let value) = refusal(
                of: WrongModel(rows: 2, first: number))
        else {
            Issue.record("the state is not finite")
            return
        }
        #expect(value.bitPattern == number.bitPattern)
    }

    @Test("what an integrator of one's own makes of a state is finite, or told")
    func integrators() throws {
        /// Forgets what it should not in its third step.
        final class Careless: Integrator, Stateless {
            func advance(_ model: Equation, from start: Double, to end: Double) {
                model.state[0, 1] = end == 3 ? .nan : end
            }
        }
        let simulation = try Simulation(Equation([0, 0]) { _, _ in 0 }, integrator: Careless(), step: 1)
        try simulation.run(until: 2)
        let error = #expect(throws: SimulationError.self) { try simulation.run(until: 4) }
        #expect(
            error?.description
                == "the integrator has left 'y' of node 1 as nan after step 3, at time 3.0: a step must lead to finite "
                + "numbers, or throw an error")
    }
}

/// Two of a name.
@Suite("Checks of names")
struct NameCheckTests {
    private final class Twins: PlainModel {
        var fields: [String] { ["y", "y"] }
        let state = StateVector([0, 0], columns: 2)
        func derivative(at: Double, of: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>) {}
    }

    private final class Echoes: PlainModel {
        struct Quantities: QuantitySet {
            let total = QuantityDefinition<Echoes, Double>("total") { _ in 1 }
            let sum = QuantityDefinition<Echoes, Double>("total") { _ in 2 }
            var all: [any AnyQuantityDefinition<Echoes>] { [total, sum] }
        }
        static let quantities = Quantities()
        let state = StateVector([0])
        func derivative(at: Double, of: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>) {}
    }

    private final class Grouped: PlainModel {
        var fieldGroups: [FieldGroup] { [FieldGroup("position", ["y", "z"])] }
        let state = StateVector([0])
        func derivative(at: Double, of: UnsafePointer<Double>, into derivative: UnsafeMutablePointer<Double>) {}
    }

    @Test("fields, quantities and groups have names of their own, and groups have fields that there are")
    func names() {
        #expect(throws: SimulationError.duplicateName("y", of: "field")) {
            try Simulation(Twins(), integrator: RungeKutta4(), step: 1)
        }
        #expect(throws: SimulationError.duplicateName("total", of: "quantity")) {
            try Simulation(Echoes(), integrator: RungeKutta4(), step: 1)
        }
        #expect(throws: SimulationError.unknownField("z", known: ["y"])) {
            try Simulation(Grouped(), integrator: RungeKutta4(), step: 1)
        }
    }
}
