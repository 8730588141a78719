import ObserverCore
import SimulationEngine
import Testing

/// Whatever an observer does when it hears something, the run goes on or ends with an error that says why, and afterwards
/// the simulation is as good as new.
@Suite("Answers to what is heard")
struct AnswerTests {
    typealias Colony = Simulation<ColonyModel>

    @Test("any answer to any message leaves a simulation that runs on", arguments: Heard.allCases, Answer.allCases)
    func anyAnswer(heard: Heard, answer: Answer) throws {
        let model = ColonyModel([0, 10, 20, 30])
        let breeding = Breeding()
        breeding.changes = [
            2: { model in
                _ = try model.addNode([5], like: nil, name: nil)
                try model.setEdgeWeight(2, from: 0, to: 1)
            },
            3: { model in model.removeNode(3) },
        ]
        let simulation = try Colony(model, integrator: breeding, step: 1)
        var others: [Watcher]? = (0..<4).map { _ in Watcher() }
        var count = 0
        for index in 0..<4 {
            let watcher = try #require(others?[index])
            try heard.observe(simulation, by: watcher) { [unowned simulation, unowned watcher] in
                count += 1
                guard index % 2 == 1, count < 40 else { return }
                #expect(throws: Never.self) { try answer.give(simulation, watcher) { others = nil } }
            }
        }
        do {
            try simulation.run(steps: 5)
        } catch {
            #expect(error is Failure && answer.endsTheRunWithAnError, "\(error)")
        }
        #expect(count > 0)
        others = nil

        simulation.nodes[1].state.value = [100]
        breeding.changes = [:]
        let before = model.numbers
        let step = simulation.moment.step
        try simulation.run(steps: 2)
        #expect(simulation.moment.step == step + 2)
        for node in simulation.nodes where node.isPresent {
            #expect(abs(node.state.value[0] - before[node.index] - 2) < 1e-9, "node \(node.index)")
        }
    }

    /// What is heard.
    enum Heard: CaseIterable {
        case node, nodeThatGoes, allNodes, list, condition, quantity, clock, end
        case level, levels, passages, births, deaths, edge, edges, interventions

        func observe(_ simulation: Colony, by watcher: Watcher, _ answer: @escaping () -> Void) throws {
            switch self {
            case .node: watcher.observe(simulation.nodes[1].state) { _ in answer() }
            case .nodeThatGoes: watcher.observe(simulation.nodes[3].state) { _ in answer() }
            case .allNodes: watcher.observe(simulation.allNodes) { _ in answer() }
            case .list: watcher.observe(try simulation.group(of: [3, 1])) { _ in answer() }
            case .condition: watcher.observe(simulation.group { $0[0] > 11.5 }) { _ in answer() }
            case .quantity:
                let total = QuantityDefinition<ColonyModel, Double>("total") { $0.numbers.reduce(0, +) }
                watcher.observe(try simulation.quantity(total)) { _ in answer() }
            case .clock: watcher.observe(simulation.clock) { _ in answer() }
            case .end: watcher.observe(try simulation.trigger(.end || .start)) { _ in answer() }
            case .level:
                watcher.observe(try simulation.crossing(of: "y", ofNode: 1, level: 11.5)) { _ in answer() }
            case .levels:
                watcher.observe(try simulation.crossings(of: "y", ofNodes: [0, 1], level: 1.5)) { _ in answer() }
            case .passages: watcher.observe(try simulation.firstPassages(of: "y", level: 22.5)) { _ in answer() }
            case .births: watcher.observe(simulation.births) { _ in answer() }
            case .deaths: watcher.observe(simulation.deaths) { _ in answer() }
            case .edge: watcher.observe(try simulation.edge(from: 0, to: 1)) { _ in answer() }
            case .edges: watcher.observe(simulation.edgeChanges) { _ in answer() }
            case .interventions:
                watcher.observe(simulation.interventions) { _ in answer() }
                simulation.onceAtRest { simulation.nodes[0].state.value = [50] }
            }
        }
    }
}

extension AnswerTests {
    struct Failure: Error {}

    /// What an observer does.
    enum Answer: CaseIterable {
        case set, kick, write, add, remove, join, pin, look, observe, stopObserving, die
        case stop, run, fail, store, throwAtRest

        var endsTheRunWithAnError: Bool { self == .fail || self == .throwAtRest }

        func give(_ simulation: Colony, _ watcher: Watcher, _ die: () -> Void) throws {
            switch self {
            case .set: simulation.nodes[2].state.set([simulation.nodes[2].state.value[0] + 7], as: watcher)
            case .kick: try simulation.kick(node: 1, as: watcher) { $0[0] -= 3 }
            case .write: simulation.intervene("write", as: watcher) { $0.state[0, 1] -= 3 }
            case .add: try simulation.addNode([11], like: 0, as: watcher)
            case .remove: try simulation.removeNode(2, as: watcher)
            case .join:
                let edge = try simulation.edge(from: 0, to: 1)
                edge.set((edge.value ?? 0) + 1, as: watcher)
            case .pin: try simulation.pin(nodes: [1]).release()
            case .look:
                #expect(simulation.group { $0[0] > 11.5 }.members.count <= simulation.nodes.count)
                #expect(simulation.nodes.allSatisfy { $0.state.value[0].isFinite })
                simulation.stateWasChanged()
            case .observe:
                for heard in Heard.allCases { try heard.observe(simulation, by: watcher) {} }
            case .stopObserving: watcher.stopObserving()
            case .die: die()
            case .stop: simulation.stop()
            case .run: #expect(throws: SimulationError.alreadyRunning) { try simulation.run(steps: 1) }
            case .fail: simulation.fail(with: Failure())
            case .store: #expect(throws: CheckpointError.self) { try simulation.checkpoint() }
            case .throwAtRest: simulation.onceAtRest { throw Failure() }
            }
        }
    }
}
