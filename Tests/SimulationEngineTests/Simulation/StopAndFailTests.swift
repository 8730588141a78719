import ObserverCore
import SimulationEngine
import Testing

@Suite struct StopAndFailTests {
    let watcher = Watcher()

    private struct Problem: Error, Equatable {
        var number = 0
    }

    @Test func stopEndsTheRunAfterTheStep() throws {
        let simulation = try counting()
        watcher.observe(simulation.nodes[0].state) { [unowned simulation] in if $0.new == 2 { simulation.stop() } }
        watcher.watch(simulation.nodes[1].state, as: "1")
        watcher.observe(try simulation.every(steps: 1)) { [watcher] in watcher.note("\($0.step)") }
        try simulation.run(steps: 10)
        #expect(watcher.takeLog() == ["0", "1: 10 -> 11", "1", "1: 11 -> 12", "2"])
        try simulation.run(steps: 1)
        #expect(watcher.log == ["1: 12 -> 13", "3"])
    }

    @Test func stopInTheBeginningLeavesTheInitialState() throws {
        let simulation = try counting()
        watcher.observe(try simulation.every(steps: 5)) { [unowned simulation] _ in simulation.stop() }
        try simulation.run(steps: 10)
        #expect(simulation.moment.step == 0)
        try simulation.run(steps: 10)
        #expect(simulation.moment.step == 5)
    }

    @Test func stopBetweenRunsDoesNothing() throws {
        let simulation = try counting()
        simulation.stop()
        try simulation.run(steps: 3)
        simulation.stop()
        try simulation.run(steps: 3)
        #expect(simulation.moment.step == 6)
    }

    @Test func failEndsTheRunWithTheFirstError() throws {
        let simulation = try counting()
        watcher.observe(simulation.nodes[0].state) { [unowned simulation] update in
            guard update.new == 2 else { return }
            simulation.stop()
            simulation.fail(with: Problem(number: 1))
            simulation.stop()
            simulation.fail(with: Problem(number: 2))
        }
        #expect(throws: Problem(number: 1)) { try simulation.run(steps: 10) }
        #expect(simulation.moment.step == 2)
        #expect(simulation.model.numbers == [2, 12, 22])
        try simulation.run(steps: 1)
        #expect(simulation.moment.step == 3)
    }

    @Test func failInTheLastStepIsNotLost() throws {
        let simulation = try counting()
        watcher.observe(try simulation.every(steps: 3)) { [unowned simulation] in
            if $0.step == 3 { simulation.fail(with: Problem()) }
        }
        #expect(throws: Problem()) { try simulation.run(steps: 3) }
    }

    @Test func failBetweenRunsHasTheNextRunThrow() throws {
        let simulation = try counting()
        watcher.observe(try simulation.every(steps: 1)) { [watcher] in watcher.note("\($0.step)") }
        watcher.observe(simulation.nodes[0].state) { [unowned simulation] in
            if $0.new == 7 { simulation.fail(with: Problem()) }
        }
        simulation.nodes[0].state.value = 7
        #expect(throws: Problem()) { try simulation.run(steps: 3) }
        #expect(watcher.log == [])
        try simulation.run(steps: 1)
        #expect(watcher.log == ["0", "1"])
    }

    @Test func anErrorOfTheIntegratorLeavesTheLastMoment() throws {
        let integrator = Counting()
        integrator.failsAtTime = 3
        let simulation = try counting(by: integrator)
        watcher.observe(try simulation.every(steps: 1)) { [watcher] in watcher.note("\($0.step)") }
        #expect(throws: Counting.Failure()) { try simulation.run(steps: 5) }
        #expect(simulation.moment == Moment(step: 2, time: 2))
        #expect(watcher.log == ["0", "1", "2"])
        integrator.failsAtTime = nil
        try simulation.run(until: 5)
        #expect(watcher.log == ["0", "1", "2", "3", "4", "5"])
    }
}
