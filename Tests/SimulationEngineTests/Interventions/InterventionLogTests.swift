import ObserverCore
import SimulationEngine
import Testing

/// Who changes what, and changes of more than a node.
@Suite struct InterventionLogTests {
    let watcher = Watcher()

    @Test func eachChangeIsToldWithItsAuthorAndOldAndNewNumbers() throws {
        let simulation = try counting()
        watcher.observe(simulation.interventions) { [watcher] intervention, author in
            let name = author === watcher ? "watcher" : "log"
            let changes = intervention.changes.map { "\($0.name) \($0.old ?? .nan) -> \($0.new ?? .nan)" }
            watcher.note("\(intervention.moment.step) \(intervention.subject) \(changes) by \(name)")
        }
        simulation.nodes[1].state.set(5, as: watcher)
        watcher.observe(try simulation.every(steps: 2)) { [unowned simulation, watcher] moment in
            guard moment.step == 2 else { return }
            try? simulation.kick(node: 0, as: watcher) { $0 *= 10 }
            simulation.intervene("reset") { $0.numbers[2] = 0 }
        }
        try simulation.run(steps: 3)
        #expect(
            watcher.log == [
                "0 node(1) [\"number 10.0 -> 5.0\"] by watcher", "2 node(0) [\"number 2.0 -> 20.0\"] by watcher",
                "2 model(\"reset\") [] by log",
            ])
        #expect(simulation.model.numbers == [21, 8, 1])
    }

    @Test func aChangeOfTheModelIsPublishedWithItsAuthor() throws {
        let simulation = try counting()
        watcher.observe(simulation.nodes[2].state) { [watcher] update, author in
            watcher.note("\(update.old) -> \(update.new) \(author === watcher)")
        }
        simulation.intervene("double", as: watcher) { model in model.numbers = model.numbers.map { 2 * $0 } }
        #expect(watcher.log == ["20 -> 40 true"])
    }

    @Test func kicksOfUnknownNodesAreRefused() throws {
        let simulation = try counting()
        #expect(throws: SimulationError.nodeOutOfRange(3, nodeCount: 3)) { try simulation.kick(node: 3) { $0 = 0 } }
    }
}
