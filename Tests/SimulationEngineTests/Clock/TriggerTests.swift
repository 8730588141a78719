import ObserverCore
import SimulationEngine
import Testing

@Suite struct TriggerTests {
    let watcher = Watcher()

    private func moments(of trigger: Trigger, in simulation: Simulation<CountingModel>, until end: Double) throws
        -> [Moment]
    {
        var moments: [Moment] = []
        watcher.observe(trigger) { moments.append($0) }
        try simulation.run(until: end)
        watcher.stopObserving(trigger)
        return moments
    }

    @Test func firesAtTheStartAndAtEachMultiple() throws {
        let simulation = try counting(step: 0.1)
        let moments = try moments(of: simulation.every(steps: 3), in: simulation, until: 1)
        #expect(moments == [(0, 0), (3, 0.3), (6, 0.6), (9, 0.9)].map { Moment(step: $0, time: $1) })
    }

    @Test func firesAtTheEndIfThatIsAMultiple() throws {
        let simulation = try counting(step: 0.1)
        let moments = try moments(of: simulation.every(time: 0.5), in: simulation, until: 1)
        #expect(moments == [(0, 0), (5, 0.5), (10, 1)].map { Moment(step: $0, time: $1) })
    }

    @Test func anEmptyRunFiresForTheInitialStateOnce() throws {
        let simulation = try counting()
        let trigger = try simulation.every(steps: 2)
        #expect(try moments(of: trigger, in: simulation, until: 0) == [Moment(step: 0, time: 0)])
        #expect(try moments(of: trigger, in: simulation, until: 0).isEmpty)
    }

    @Test func aContinuedRunFiresAsAnUninterruptedOne() throws {
        let simulation = try counting()
        let trigger = try simulation.every(steps: 2)
        #expect(try moments(of: trigger, in: simulation, until: 3).map(\.step) == [0, 2])
        #expect(try moments(of: trigger, in: simulation, until: 4).map(\.step) == [4])
        #expect(try moments(of: trigger, in: simulation, until: 8).map(\.step) == [6, 8])
    }

    @Test func theSameIntervalIsTheSameObject() throws {
        let simulation = try counting(step: 0.1)
        let trigger = try simulation.every(steps: 3)
        #expect(try simulation.every(steps: 3) === trigger)
        #expect(try simulation.every(time: 0.3) === trigger)
        #expect(try simulation.every(steps: 2) !== trigger)
        #expect(trigger.interval == 3)
    }

    @Test(arguments: [0, -1, .min]) func badNumbersOfSteps(interval: Int) throws {
        let simulation = try counting()
        let error = #expect(throws: SimulationError.self) { try simulation.every(steps: interval) }
        #expect(error?.description == "an interval of \(interval) steps is too short: it must be at least 1")
    }

    @Test(arguments: [0, 0.15, 0.05, -0.1, .nan, .infinity]) func badTimes(interval: Double) throws {
        let simulation = try counting(step: 0.1)
        let error = #expect(throws: SimulationError.self) { try simulation.every(time: interval) }
        #expect(error?.description == "an interval of \(interval) is not one or more whole steps of 0.1")
    }

    @Test func triggersThatAnObserverAsksForFireFromTheNextStep() throws {
        let simulation = try counting()
        let first = try simulation.every(steps: 1)
        watcher.observe(first) { [unowned simulation, watcher] moment in
            guard moment.step == 1, let second = try? simulation.every(steps: 2) else { return }
            watcher.observe(second) { watcher.note("second at \($0.step)") }
        }
        try simulation.run(steps: 4)
        #expect(watcher.log == ["second at 2", "second at 4"])
    }

    @Test func aTriggerMayOutliveItsSimulation() throws {
        var simulation: Simulation? = try counting()
        let trigger = try #require(try simulation?.every(steps: 1))
        watcher.observe(trigger) { [watcher] in watcher.note("\($0.step)") }
        try simulation?.run(steps: 1)
        simulation = nil
        trigger.send(Moment(step: 7, time: 7))
        #expect(watcher.log == ["0", "1", "7"])
    }
}
