import Foundation
import ObserverCore
import SimulationEngine
import Testing

@Suite struct ScheduleTests {
    let watcher = Watcher()

    /// The steps at which a schedule is due in a run.
    private func steps(
        _ schedule: Schedule, step: Double = 0.1, of simulation: Simulation<CountingModel>? = nil, until end: Double = 2
    ) throws -> [Int] {
        let simulation = try simulation ?? counting(step: step)
        var steps: [Int] = []
        watcher.observe(try simulation.trigger(schedule)) { steps.append($0.step) }
        try simulation.run(until: end)
        return steps
    }

    @Test func momentsOnTheGrid() throws {
        #expect(try steps(.every(time: 0.5)) == [0, 5, 10, 15, 20])
        #expect(try steps(.every(steps: 7)) == [0, 7, 14])
        #expect(try steps(.at(times: [1.9, 0, 0.3, 0.3])) == [0, 3, 19])
        #expect(try steps(.start) == [0])
        #expect(try steps(.end) == [20])
        #expect(try steps(.eachStep).count == 21)
    }

    @Test func windowsIncludeBothEnds() throws {
        #expect(try steps(.every(time: 0.5).during(0.5...1.5)) == [5, 10, 15])
        #expect(try steps(.every(time: 0.5).from(time: 1)) == [10, 15, 20])
        #expect(try steps(.during(0.6...0.8)) == [6, 7, 8])
    }

    @Test func schedulesAreCombined() throws {
        #expect(try steps(.every(steps: 4) || .end || .start) == [0, 4, 8, 12, 16, 20])
        #expect(try steps(.every(steps: 4) && .every(steps: 6)) == [0, 12])
        #expect(try steps(.every(steps: 4) && !.every(steps: 8)) == [4, 12, 20])
        #expect(try steps(.every(steps: 10) && !.end) == [0, 10])
    }

    /// 10^(k/4) in steps of 0.1, each to the nearest step.
    @Test func logarithmicTimes() throws {
        func rounded(_ first: Double, _ perDecade: Int, upTo last: Int) -> [Int] {
            let steps = (0...10 * perDecade).map { (index: Int) -> Int in
                Int((first * pow(10, Double(index) / Double(perDecade))).rounded())
            }
            return Set(steps).filter { (1...last).contains($0) }.sorted()
        }
        let expected = rounded(1, 4, upTo: 2000)
        #expect(try steps(.logarithmic(from: 0.1, perDecade: 4), until: 200) == expected)
        // From a tenth of a step on: those that are nearer to 0 than to a step are not there.
        let fine = rounded(0.1, 10, upTo: 300)
        #expect(try steps(.logarithmic(from: 0.01, perDecade: 10), until: 30) == fine)
    }

    @Test func theEndOfAStoppedRun() throws {
        let simulation = try counting(step: 0.1)
        watcher.observe(try simulation.trigger(.at(times: [0.7]))) { [unowned simulation] _ in simulation.stop() }
        #expect(try steps(.every(steps: 7) || .end, of: simulation) == [0, 7])
        let other = try counting(step: 0.1)
        watcher.observe(try other.trigger(.at(times: [0.7]))) { [unowned other] _ in other.stop() }
        #expect(try steps(.end, of: other) == [7])
    }

    @Test func conditionsAndChanges() throws {
        let simulation = try counting([0])
        let model = simulation.model
        #expect(try steps(.when { model.numbers[0] % 3 == 2 }, of: simulation, until: 9) == [2, 5, 8])
        let second = try counting([0])
        let other = second.model
        let change = Schedule.whenChanged(by: 2) { Double(other.numbers[0]) }
        #expect(try steps(change, of: second, until: 10) == [0, 3, 6, 9])
        #expect(throws: SimulationError.invalidDeadBand(-1)) { try second.trigger(.whenChanged(by: -1) { 0 }) }
    }

    /// What is told beyond a dead band is the change since the last time that was told, whoever asked meanwhile.
    @Test func aChangeIsThatSinceTheScheduleWasDue() throws {
        let simulation = try counting([0])
        let model = simulation.model
        let change = Schedule.whenChanged(by: 2) { Double(model.numbers[0]) }
        #expect(try steps(.every(steps: 4) && change, of: simulation, until: 12) == [0, 4, 8, 12])
    }

    @Test func aChangeBesideOtherMomentsIsThatSinceTheLastOfAll() throws {
        let simulation = try counting([0])
        let model = simulation.model
        let change = Schedule.whenChanged(by: 3.5) { Double(model.numbers[0]) }
        #expect(try steps(.every(steps: 5) || change, of: simulation, until: 15) == [0, 4, 5, 9, 10, 14, 15])
    }

    /// The number is that of the step, so that it moves out of the band around 0 for good, and turns back to it where it is taken
    /// modulo 6.
    @Test func whatHasNotChangedIsComparedWithTheLastTimeThatItWasDue() throws {
        for (modulus, expected) in [(100, [0, 1, 2]), (6, [0, 1, 2, 6, 7, 8, 12])] {
            for negations in [1, 3] {
                let simulation = try counting([0])
                let model = simulation.model
                var schedule = Schedule.whenChanged(by: 0.5) { Double(model.numbers[0] % modulus / 3) }
                for _ in 0..<negations { schedule = !schedule }
                #expect(try steps(schedule, of: simulation, until: 12) == expected)
            }
        }
        let simulation = try counting([0])
        let model = simulation.model
        let neither = !(Schedule.every(steps: 2) || .whenChanged(by: 2) { Double(model.numbers[0]) })
        #expect(try steps(neither, of: simulation, until: 9) == [1, 3, 5, 7, 9])
        let unknown = try counting([0])
        #expect(try steps(!.whenChanged(by: 1) { .nan }, of: unknown, until: 3) == [])
    }

    @Test func aConditionIsAskedOnlyWhereItMatters() throws {
        var count = 0
        let condition = Schedule.when {
            count += 1
            return true
        }
        #expect(try steps(.every(steps: 10) && condition) == [0, 10, 20])
        #expect(count == 3)
        let simulation = try counting()
        _ = try simulation.trigger(condition)
        try simulation.run(steps: 5)
        #expect(count == 3)
    }

    @Test(arguments: [0.15, -0.1, .nan]) func timesBesideTheGridAreRefused(time: Double) throws {
        let simulation = try counting(step: 0.1)
        let error = #expect(throws: SimulationError.self) { try simulation.trigger(.at(times: [0.1, time])) }
        #expect(error?.description == "the time \(time) is not a whole multiple of the step 0.1")
        #expect(throws: SimulationError.self) { try simulation.trigger(.every(time: time) || .end) }
    }

    @Test func impossibleSchedulesAreRefused() throws {
        let simulation = try counting()
        #expect(throws: SimulationError.self) { try simulation.trigger(.logarithmic(from: 0, perDecade: 10)) }
        #expect(throws: SimulationError.self) { try simulation.trigger(.logarithmic(from: 1, perDecade: 0)) }
        #expect(throws: SimulationError.invalidInterval(steps: 0)) { try simulation.trigger(!.every(steps: 0)) }
    }

    @Test func theFirstTimeThatAConditionHolds() async throws {
        let simulation = try counting([0], step: 0.5)
        let promise = simulation.firstTime { $0.model.numbers[0] == 7 }
        let never = simulation.firstTime { $0.model.numbers[0] < 0 }
        try simulation.run(until: 10)
        #expect(await promise.value == Moment(step: 7, time: 3.5))
        guard case .unfulfilled = never.state else {
            Issue.record("it never holds")
            return
        }
    }

    @Test func theClockIsOneObject() throws {
        let simulation = try counting()
        #expect(simulation.clock === simulation.clock)
        #expect(simulation.clock === (try simulation.every(steps: 1)))
    }
}
