import ObserverCore
import SimulationEngine
import Testing

/// What follows when the state of a model is changed in its arrays, and the simulation is told.
@Suite struct ChangedStateTests {
    @Test func integratorsBeginAnew() throws {
        let (changed, fresh) = (Pendulums.rising(), Pendulums(angles: [1], velocities: [-0.5]))
        let simulation = try Simulation(changed, integrator: Leapfrog(), step: 0.125)
        try simulation.run(steps: 8)
        _ = changed.state.elements.update(fromContentsOf: [1, -0.5])
        simulation.stateWasChanged()
        try simulation.run(steps: 8)
        try Simulation(fresh, integrator: Leapfrog(), step: 0.125).run(steps: 8)
        #expect(changed.bits == fresh.bits)
    }

    @Test func observersHearOfItAtOnce() throws {
        let watcher = Watcher()
        let simulation = try counting()
        let total = simulation.quantities.total
        watcher.watch(simulation.nodes[1].state, as: "1")
        watcher.observe(total) { [unowned watcher] in watcher.note("total: \($0.old) -> \($0.new)") }
        simulation.model.numbers = [5, 15, 20]
        #expect(total.value == 30)
        simulation.stateWasChanged()
        #expect(total.value == 40)
        #expect(watcher.takeLog() == ["1: 10 -> 15", "total: 30.0 -> 40.0"])
        simulation.stateWasChanged()
        #expect(watcher.log == [])
    }

    @Test func whileRunningItIsPublishedWithTheNextStep() throws {
        let watcher = Watcher()
        let simulation = try counting()
        watcher.watch(simulation.nodes[0].state, as: "0")
        watcher.observe(try simulation.every(steps: 2)) { [unowned simulation, watcher] moment in
            watcher.note("\(moment.step)")
            guard moment.step == 2 else { return }
            simulation.model.numbers[0] = 100
            simulation.stateWasChanged()
        }
        try simulation.run(steps: 3)
        #expect(watcher.log == ["0", "0: 0 -> 1", "0: 1 -> 2", "2", "0: 2 -> 101"])
    }
}
