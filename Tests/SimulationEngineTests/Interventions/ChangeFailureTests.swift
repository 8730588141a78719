import ObserverCore
import SimulationEngine
import Testing

/// Changes to numbers that are not finite are refused, with their authors.
@Suite struct ChangeFailureTests {
    private final class Saboteur: NamedAuthor {
        let authorName = "kick-2"
    }

    private let saboteur = Saboteur()
    private let model = Motion([.init(x: 0, v: 1), .init(x: 5, v: 2)])
    private let simulation: Simulation<Motion>

    init() throws { simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.5) }

    private func message(_ change: @escaping (Simulation<Motion>) throws -> Void) throws -> String? {
        let watcher = Watcher()
        watcher.observe(simulation.clock) { [unowned simulation] moment in
            if moment.step == 2 { try? change(simulation) }
        }
        let error = #expect(throws: SimulationError.self) { try simulation.run(steps: 5) }
        // The step after the change is not made.
        #expect(simulation.moment.step == 2)
        return error?.description
    }

    @Test("a node that is set or kicked is as it was, and the message names who did it, and its last good state")
    func nodes() throws {
        let expected = """
            kick-2 changes 'v' of node 1 to nan after step 2, at time 1.0, but must change it to a finite number; the last \
            good state of the node is x = 7.0, v = 2.0
            """
        let message = try message { [saboteur] in try $0.kick(node: 1, as: saboteur) { $0.v /= 0 * $0.v } }
        #expect(message == expected.replacing("nan", with: "inf"))
        #expect(model.nodeState(at: 1) == .init(x: 7, v: 2))
        simulation.nodes[1].state.set(.init(x: 7, v: .nan), as: saboteur)
        let error = #expect(throws: SimulationError.self) { try simulation.run(steps: 1) }
        #expect(error?.description == expected)
        // It is over with that: a refused change leaves no trace.
        try simulation.run(steps: 1)
        #expect(model.nodeState(at: 1) == .init(x: 8, v: 2))
    }

    @Test("a change of the whole model is named")
    func models() throws {
        let message = try message { $0.intervene("divide by nothing") { $0.state[0, 0] = 0.0 / 0 } }
        #expect(
            message == """
                an observer changes 'x' of node 0 (by 'divide by nothing') to nan after step 2, at time 1.0, but must change \
                it to a finite number
                """)
    }

    @Test("a drive tells when it is not a number any more")
    func drives() throws {
        try simulation.drive("x", ofNode: 0, as: saboteur) { time in time < 1.2 ? time : .infinity }
        let error = #expect(throws: SimulationError.self) { try simulation.run(steps: 5) }
        #expect(error?.description.hasPrefix("kick-2 changes 'x' of node 0 to inf after step 2, at time 1.0") == true)
        #expect(simulation.moment.step == 2)
    }

    @Test("a new node is refused, and none is there")
    func births() throws {
        let colony = try Simulation(ColonyModel([0, 10]), integrator: Breeding(), step: 1)
        try colony.addNode([.nan], as: saboteur)
        let error = #expect(throws: SimulationError.self) { try colony.run(steps: 1) }
        #expect(
            error?.description
                == "kick-2 changes 'y' of a new node to nan after step 0, at time 0.0, but must change it to a finite number"
        )
        #expect(colony.model.presentNodes == [0, 1])
    }
}
