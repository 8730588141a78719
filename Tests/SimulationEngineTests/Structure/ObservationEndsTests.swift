import ObserverCore
import SimulationEngine
import Testing

@Suite("Observations that end while something is told")
struct ObservationEndsTests {
    /// More nodes than the publisher looks at in one block.
    @Test("a group whose last observation ends in its first block is looked at no more")
    func endInTheFirstBlock() throws {
        let simulation = try counting([Int](repeating: 0, count: 5000))
        let watcher = Watcher()
        var told = 0
        var receiver: Watcher? = Watcher()
        receiver?.observe(simulation.allNodes) { (_: NodeChange<Int>) in
            told += 1
            receiver = nil
        }
        watcher.observe(simulation.group { $0 > 0 }) { (_: NodeChange<Int>) in watcher.note("joined") }
        try simulation.run(steps: 1)
        #expect(told == 1)
        #expect(watcher.log.count == 5000)
    }

    @Test("a variable of an edge may live longer than its simulation")
    func edgeOutlives() throws {
        var simulation: Simulation<ColonyModel>? = try Simulation(
            ColonyModel([0, 0]), integrator: Breeding(), step: 1)
        let edge = try #require(try simulation?.edge(from: 0, to: 1))
        edge.value = 2
        simulation = nil
        #expect(edge.value == 2)
        edge.value = 3
        #expect(edge.value == 2)
    }
}
