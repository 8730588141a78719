import ObserverCore
import SimulationEngine
import Testing

/// Observers that answer each other.
@Suite struct CycleTests {
    private final class Controller: Observer, NamedAuthor {
        let receiver = Receiver()
        let authorName: String

        init(_ name: String) {
            authorName = name
        }

        /// Sets one node whenever another changes, always to something else.
        func couple(_ node: Int, to other: Int, in simulation: Simulation<CountingModel>) {
            observe(simulation.nodes[other].state) { [unowned self, unowned simulation] update in
                simulation.nodes[node].state.set(update.new + 1, as: self)
            }
        }
    }

    private let first = Controller("the first")
    private let second = Controller("the second")

    @Test func anEndlessCycleEndsTheRunAndNamesWhoIsInIt() throws {
        let simulation = try counting()
        first.couple(0, to: 2, in: simulation)
        second.couple(2, to: 0, in: simulation)
        let error = #expect(throws: SimulationError.self) { try simulation.run(steps: 3) }
        guard case .interventionCycle(let rounds, let participants) = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(rounds == 101)
        #expect(participants.sorted() == ["the first changes node 0", "the second changes node 2"])
        #expect(simulation.moment.step == 1)
    }

    @Test func betweenRunsTheNextRunFails() throws {
        let simulation = try counting()
        first.couple(0, to: 2, in: simulation)
        second.couple(2, to: 0, in: simulation)
        simulation.nodes[0].state.value = 100
        #expect(throws: SimulationError.self) { try simulation.run(steps: 1) }
    }

    @Test func aCycleThatComesToRestIsNone() throws {
        let simulation = try counting()
        for (node, other) in [(0, 2), (2, 0)] {
            first.observe(simulation.nodes[other].state) { [unowned simulation, unowned first] update in
                if update.new < 90 { simulation.nodes[node].state.set(update.new + 1, as: first) }
            }
        }
        try simulation.run(steps: 1)
        #expect(max(simulation.model.numbers[0], simulation.model.numbers[2]) == 90)
    }

    @Test func ignoringTheOtherBreaksTheCycle() throws {
        let simulation = try counting()
        first.couple(0, to: 2, in: simulation)
        second.observe(simulation.nodes[0].state).notFrom(first).map { $0.new }.receive {
            [unowned simulation, unowned second] number in
            simulation.nodes[2].state.set(number, as: second)
        }
        try simulation.run(steps: 5)
        #expect(simulation.moment.step == 5)
    }
}
