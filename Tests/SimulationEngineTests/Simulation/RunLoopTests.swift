import ObserverCore
import SimulationEngine
import Testing

@Suite struct RunLoopTests {
    let watcher = Watcher()

    /// What observers see, in its order: node 1 is observed before node 0, the trigger and the quantity before both.
    @Test func theOrderOfAStep() throws {
        let integrator = Counting()
        let simulation = try counting([0, 10], by: integrator)
        integrator.onAdvance = { [watcher] in watcher.note("advance \($0) to \($1)") }
        watcher.observe(try simulation.every(steps: 2)) { [watcher] in watcher.note("every 2: \($0.step)") }
        watcher.observe(try simulation.every(steps: 1)) { [watcher] in watcher.note("every 1: \($0.step)") }
        watcher.observe(simulation.quantities.total) { [watcher] in watcher.note("total: \($0.old) -> \($0.new)") }
        watcher.watch(simulation.nodes[1].state, as: "node 1")
        watcher.watch(simulation.nodes[0].state, as: "node 0")
        watcher.observe(simulation.nodes[1].state) { [watcher, unowned simulation] update in
            watcher.note("node 1 again")
            if update.new == 11 { simulation.nodes[0].state.set(100, as: watcher) }
        }
        try simulation.run(steps: 2)
        #expect(
            watcher.log == [
                "every 2: 0", "every 1: 0",
                "advance 0.0 to 1.0", "node 1: 10 -> 11", "node 1 again", "node 0: 0 -> 1", "total: 10.0 -> 12.0",
                "every 1: 1",
                "node 0: 1 -> 100",
                "advance 1.0 to 2.0", "node 1: 11 -> 12", "node 1 again", "node 0: 100 -> 101", "total: 12.0 -> 113.0",
                "every 2: 2", "every 1: 2",
            ])
    }

    @Test func allThatAnObserverReadsIsOfTheSameMoment() throws {
        let simulation = try counting([0, 10])
        watcher.observe(simulation.nodes[0].state) { [watcher, unowned simulation] _ in
            let others = simulation.nodes.map { String($0.state.value) }.joined(separator: " ")
            watcher.note("\(simulation.moment.time): \(others), \(simulation.quantities.total.value)")
        }
        try simulation.run(steps: 2)
        #expect(watcher.log == ["1.0: 1 11, 12.0", "2.0: 2 12, 14.0"])
    }

    @Test func twoRunsAreOne() throws {
        let (one, two) = (try counting(step: 0.1), try counting(step: 0.1))
        var logs: [[String]] = []
        for (simulation, ends) in [(one, [0.7]), (two, [0.1, 0.1, 0.3, 0.7])] {
            watcher.watch(simulation.nodes[2].state, as: "2")
            watcher.observe(try simulation.every(steps: 3)) { [watcher] in watcher.note("\($0)") }
            for end in ends { try simulation.run(until: end) }
            logs.append(watcher.takeLog())
        }
        #expect(logs[0] == logs[1])
        #expect(one.moment == Moment(step: 7, time: 0.7))
        #expect(two.moment == one.moment)
    }

    @Test func theEndMustLieOnTheGrid() throws {
        let simulation = try counting(step: 0.1)
        func message(until end: Double) -> String? {
            #expect(throws: SimulationError.self) { try simulation.run(until: end) }?.description
        }
        #expect(message(until: 0.25) == "the end 0.25 is not a whole multiple of the step 0.1")
        #expect(message(until: .nan) == "the end nan is not a whole multiple of the step 0.1")
        #expect(message(until: .infinity) == "the end inf is not a whole multiple of the step 0.1")
        #expect(message(until: -1) == "the end -1.0 lies before the present time 0.0")
        try simulation.run(until: 0.3)
        #expect(message(until: 0.2) == "the end 0.2 lies before the present time 0.3")
        #expect(message(until: 0.25) == "the end 0.25 lies before the present time 0.3")
        try simulation.run(until: 0.1 + 0.2)
        #expect(simulation.moment.step == 3)
    }

    @Test func numbersOfStepsAtTheLimits() throws {
        let simulation = try counting()
        watcher.observe(try simulation.every(steps: 1)) { [unowned simulation] in
            if $0.step == 3 { simulation.stop() }
        }
        try simulation.run(steps: -5)
        #expect(simulation.moment.step == 0)
        try simulation.run(steps: 2)
        try simulation.run(steps: .max)
        #expect(simulation.moment.step == 3)
    }

    @Test func aSimulationWithoutNodesRuns() throws {
        let simulation = try counting([])
        watcher.observe(simulation.quantities.total) { [watcher] _ in watcher.note("total") }
        watcher.observe(try simulation.every(steps: 1)) { [watcher] in watcher.note("\($0.step)") }
        try simulation.run(steps: 1)
        #expect(watcher.log == ["0", "1"])
        #expect(simulation.nodes.isEmpty)
        #expect(simulation.nodes["a"] == nil)
    }

    @Test func anObserverCannotRunTheSimulation() throws {
        let simulation = try counting()
        var message: String?
        watcher.observe(simulation.nodes[0].state) { [unowned simulation] _ in
            do { try simulation.run(steps: 1) } catch { message = "\(error)" }
        }
        try simulation.run(steps: 1)
        #expect(message == "the simulation is already running: an observer cannot run it")
        #expect(simulation.moment.step == 1)
        try simulation.run(steps: 1)
        #expect(simulation.moment.step == 2)
    }

    @Test func aBadStepIsRefused() {
        #expect(throws: SimulationError.invalidStep(0)) { try counting(step: 0) }
        #expect(throws: SimulationError.invalidStep(-1)) { try counting(step: -1) }
    }
}
