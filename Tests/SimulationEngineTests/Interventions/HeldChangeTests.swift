import EngineTestSupport
import Foundation
import SimulationEngine
import Testing

/// One rule for all methods: who sets or kicks what is held does nothing to it.
@Suite("Changes of what is pinned or driven") struct HeldChangeTests {
    /// The changes that a simulation tells of, in words.
    private func changes(of simulation: Simulation<Coupled>, noting log: Log) -> Watcher {
        let watcher = Watcher()
        watcher.observe(simulation.interventions) { intervention, _ in
            for change in intervention.changes { log.lines.append("\(intervention.subject) \(change.name)") }
        }
        return watcher
    }

    private final class Log {
        var lines: [String] = []
    }

    /// Kicks and sets all nodes in all ways.
    private func disturb(_ simulation: Simulation<Coupled>) throws {
        for node in 0..<2 { try simulation.kick(node: node) { $0[1] += 1 } }
        simulation.nodes[1].state.value = [7, 8]
        try simulation.kick(node: 1) { $0[0] = .nan }
        simulation.intervene("push all") { model in
            for node in 0..<2 {
                model.state[0, node] += 0.5
                model.state[1, node] += 0.5
            }
        }
        simulation.model.state[0, 1] = 9
        simulation.stateWasChanged()
    }

    @Test("what is pinned stays where it is, and at rest when it is released", arguments: HeldMethod.allCases)
    func pins(method: HeldMethod) throws {
        let model = Coupled(x: [0, 2], v: [0, 3])
        let integrator = try method.integrator(of: model, temperature: 0.5)
        let simulation = try Simulation(model, integrator: integrator, step: 0.125)
        let log = Log()
        let watcher = changes(of: simulation, noting: log)
        let hold = try simulation.pin(nodes: [1], fields: ["x"])
        try simulation.run(steps: 2)
        try disturb(simulation)
        #expect(model.nodeState(at: 1) == [2, 0])
        #expect(log.lines == ["node(0) v"])
        for _ in 0..<4 {
            try simulation.run(steps: 1)
            #expect(model.nodeState(at: 1) == [2, 0])
        }
        // While the simulation runs, too.
        var isDisturbed = false
        watcher.observe(simulation.clock) { (_: Moment) in
            guard !isDisturbed else { return }
            isDisturbed = true
            do { try disturb(simulation) } catch { simulation.fail(with: error) }
        }
        try simulation.run(steps: 4)
        #expect(isDisturbed && model.nodeState(at: 1) == [2, 0])
        hold.release()
        #expect(model.nodeState(at: 1) == [2, 0])
        try simulation.kick(node: 1) { $0[0] = 5 }
        #expect(model.nodeState(at: 1) == [5, 0])
    }

    @Test("what is driven follows its function, and so does its velocity", arguments: HeldMethod.allCases)
    func drives(method: HeldMethod) throws {
        let model = Coupled()
        let integrator = try method.integrator(of: model, temperature: 0.5)
        let simulation = try Simulation(model, integrator: integrator, step: 0.125)
        let log = Log()
        let watcher = changes(of: simulation, noting: log)
        try simulation.drive("x", ofNode: 1, derivative: { 2 * $0 }) { $0 * $0 }
        try simulation.run(steps: 2)
        try disturb(simulation)
        #expect(log.lines == ["node(0) v"])
        for step in 3...6 {
            try simulation.run(steps: 1)
            let time = Double(step) * 0.125
            #expect(model.nodeState(at: 1) == [time * time, 2 * time])
        }
        _ = watcher
    }

    @Test("a velocity alone can be pinned; its coordinate moves by it and can be set")
    func velocities() throws {
        for method in HeldMethod.allCases {
            let model = Coupled(x: [0, 1], v: [0, 2])
            let integrator = try method.integrator(of: model, temperature: 0.5)
            let simulation = try Simulation(model, integrator: integrator, step: 0.125)
            try simulation.pin(nodes: [1], fields: ["v"])
            try simulation.run(steps: 4)
            #expect(abs(model.state[0, 1] - 2) < 1e-12 && model.state[1, 1] == 2)
            try simulation.kick(node: 1) { state in state = [5, 9] }
            #expect(model.nodeState(at: 1) == [5, 2])
            try simulation.run(steps: 4)
            #expect(abs(model.state[0, 1] - 6) < 1e-12 && model.state[1, 1] == 2)
        }
    }

    @Test("a kick of a held node at a crossing does nothing, and the step goes on as without it")
    func crossings() throws {
        func run(kicks: Bool) throws -> [UInt64] {
            let model = Coupled(x: [0, 1], v: [0, 0])
            let simulation = try Simulation(model, integrator: Leapfrog(), step: 0.5)
            try simulation.pin(nodes: [1])
            let watcher = Watcher()
            let crossing = try simulation.crossing(of: "x", ofNode: 0, level: 0.5)
            watcher.observe(crossing) { _ in
                guard kicks else { return }
                do { try simulation.kick(node: 1) { $0[1] += 1 } } catch { simulation.fail(with: error) }
            }
            try simulation.run(until: 3)
            return model.bits
        }
        #expect(try run(kicks: true) == run(kicks: false))
    }
}
