import ObserverCore
import SimulationEngine
import TestSupport
import Testing

@Suite("Edges that change")
struct EdgeTests {
    private let watcher = Watcher()

    private func colony(isDirected: Bool = false) throws -> (Simulation<ColonyModel>, Breeding) {
        let breeding = Breeding()
        let model = ColonyModel([0, 0, 0], isDirected: isDirected)
        return (try Simulation(model, integrator: breeding, step: 1), breeding)
    }

    @Test("an edge is one variable, whichever end is named first, and two where edges have a direction")
    func identity() throws {
        let (simulation, _) = try colony()
        let edge = try simulation.edge(from: 0, to: 2)
        #expect(holds(edge === (try simulation.edge(from: 2, to: 0))))
        let (directed, _) = try colony(isDirected: true)
        let there = try directed.edge(from: 0, to: 2)
        #expect(!holds(there === (try directed.edge(from: 2, to: 0))))
    }

    @Test("setting an edge adds it, gives it a weight and removes it, and its observers hear of it")
    func setting() throws {
        let (simulation, _) = try colony()
        let author = Watcher()
        var told: [String] = []
        let edge = try simulation.edge(from: 2, to: 0)
        watcher.observe(edge) { (update: Update<Double?>, by: AnyAuthor) in
            told.append("\(update.old ?? -1) \(update.new ?? -1) \(by === author)")
        }
        watcher.observe(simulation.edgeChanges) { (change: EdgeChange) in
            told.append("\(change.source)-\(change.target)")
        }
        edge.set(1, as: author)
        edge.value = 2.5
        #expect(simulation.model.edgeWeight(from: 0, to: 2) == 2.5)
        edge.value = 2.5
        edge.value = nil
        #expect(told == ["-1.0 1.0 true", "0-2", "1.0 2.5 false", "0-2", "2.5 -1.0 false", "0-2"])
        #expect(edge.value == nil)
    }

    @Test("edges that the model changes are told after the step")
    func changesOfTheModel() throws {
        let (simulation, breeding) = try colony()
        var updates: [Update<Double?>] = []
        var changes: [EdgeChange] = []
        var logged = 0
        watcher.observe(try simulation.edge(from: 0, to: 1)) { (update: Update<Double?>) in updates.append(update) }
        watcher.observe(simulation.edgeChanges) { (change: EdgeChange) in changes.append(change) }
        watcher.observe(simulation.interventions) { (_: Intervention) in logged += 1 }
        breeding.changes[2] = { model in
            try model.setEdgeWeight(1, from: 1, to: 0)
            try model.setEdgeWeight(1, from: 1, to: 2)
        }
        try simulation.run(steps: 1)
        #expect(changes.isEmpty)
        try simulation.run(steps: 1)
        #expect(updates == [Update(nil, 1)])
        #expect(
            changes == [
                EdgeChange(source: 0, target: 1, old: nil, new: 1), EdgeChange(source: 1, target: 2, old: nil, new: 1),
            ])
        #expect(logged == 0)
    }

    @Test("an edge that cannot be makes the run fail, and an end that is not there is refused")
    func refusals() throws {
        let (simulation, _) = try colony()
        try simulation.edge(from: 0, to: 1).value = -1
        #expect(throws: ColonyModel.Refusal(reason: "weight")) { try simulation.run(steps: 1) }
        #expect(throws: SimulationError.nodeOutOfRange(3, nodeCount: 3)) { try simulation.edge(from: 3, to: 0) }
    }

    @Test("changes of edges are logged with old and new weight")
    func log() throws {
        let (simulation, _) = try colony()
        var logged: [Intervention] = []
        watcher.observe(simulation.interventions) { (intervention: Intervention) in logged.append(intervention) }
        try simulation.edge(from: 1, to: 0).value = 3
        #expect(logged.map(\.subject) == [.edge(source: 0, target: 1)])
        #expect(logged.first?.changes.map(\.name) == ["weight"])
        #expect(logged.first?.changes.first?.old == nil)
        #expect(logged.first?.changes.first?.new == 3)
    }

    @Test("a variable of an edge that nobody holds any more leaves its place to another")
    func places() throws {
        let (simulation, _) = try colony()
        for _ in 0..<3 {
            weak var edge: Var<Double?>?
            do {
                let held = try simulation.edge(from: 0, to: 1)
                edge = held
                held.value = (held.value ?? 0) + 1
            }
            #expect(edge == nil)
            _ = try simulation.edge(from: 1, to: 2)
        }
        #expect(try simulation.edge(from: 0, to: 1).value == 3)
    }
}
