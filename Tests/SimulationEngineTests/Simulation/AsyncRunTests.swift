import Foundation
import ObserverCore
import SimulationEngine
import Testing

/// Runs that let other tasks of their isolation domain go on.
@MainActor @Suite struct AsyncRunTests {
    let watcher = Watcher()

    @Test func itIsTheSameRun() async throws {
        func watch(_ simulation: Simulation<CountingModel>) throws {
            watcher.watch(simulation.nodes[0].state, as: "0")
            let trigger = try simulation.trigger(.every(steps: 2) || .end)
            watcher.observe(trigger) { [watcher] in watcher.note("\($0.step)") }
            watcher.observe(simulation.nodes[1].state) { [watcher, unowned simulation] in
                if $0.new == 12 { simulation.nodes[0].state.set(100, as: watcher) }
            }
        }
        let alone = try counting()
        try watch(alone)
        try alone.run(steps: 5)
        let expected = watcher.takeLog()
        #expect(expected.contains("0: 2 -> 100") && expected.last == "5")
        let other = try counting()
        try watch(other)
        try await other.run(until: 5, yieldingEvery: 1)
        #expect(watcher.log == expected)
        #expect(other.model.numbers == alone.model.numbers)
    }

    @Test func loopsOverMessagesGoOnMeanwhile() async throws {
        let simulation = try counting()
        let loop = Task {
            var numbers: [Int] = []
            for await update in simulation.nodes[0].state.messages {
                numbers.append(update.new)
                if numbers.count == 3 { break }
            }
            simulation.stop()
            return numbers
        }
        await Task.yield()
        try await simulation.run(steps: 1_000_000, yieldingEvery: 1)
        #expect(await loop.value == [1, 2, 3])
        #expect(simulation.moment.step < 1_000_000)
    }

    @Test func promisesAreKeptMeanwhile() async throws {
        let simulation = try counting()
        let waiting = Task {
            let moment = await simulation.firstTime { $0.quantities.total.value > 40 }.value
            simulation.stop()
            return moment.step
        }
        await Task.yield()
        try await simulation.run(steps: 1_000_000, yieldingEvery: 1)
        #expect(await waiting.value == 4)
        #expect(simulation.moment.step < 1_000_000)
    }

    @Test func whatOtherTasksChangeIsAppliedBeforeTheNextStep() async throws {
        let simulation = try counting()
        watcher.watch(simulation.nodes[0].state, as: "0")
        let other = Task {
            #expect(throws: SimulationError.alreadyRunning) { try simulation.run(steps: 1) }
            simulation.nodes[0].state.value = 100
            #expect(simulation.nodes[0].state.value == 2)
        }
        try await simulation.run(steps: 4, yieldingEvery: 2)
        await other.value
        #expect(watcher.log == ["0: 0 -> 1", "0: 1 -> 2", "0: 2 -> 100", "0: 100 -> 101", "0: 101 -> 102"])
    }

    @Test func aCancelledRunEndsWellAndCanBeGoneOnWith() async throws {
        let simulation = try counting()
        watcher.observe(try simulation.trigger(.end)) { [watcher] in watcher.note("end \($0.step)") }
        let run = Task { try await simulation.run(steps: 100, yieldingEvery: 10) }
        watcher.observe(simulation.nodes[0].state) { if $0.new == 13 { run.cancel() } }
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(simulation.moment.step == 20)
        try simulation.run(until: 100)
        #expect(watcher.log == ["end 20", "end 100"])
        #expect(simulation.model.numbers[0] == 100)
    }

    /// The equation cancels the task in the middle of the only step.
    @Test func aRunIsCancelledWithinAStep() async throws {
        var cancel: () -> Void = {}
        var evaluations = 0
        func make(_ count: @escaping () -> Void) throws -> Simulation<Equation> {
            let model = Equation([1]) { _, y in
                count()
                return 10 * (0.5 - y)
            }
            let method = try AdaptiveIntegrator(
                model, stepper: .rkf45, control: .state(absolute: 1e-10, relative: 1e-10))
            return try Simulation(model, integrator: method, step: 1000)
        }
        let simulation = try make {
            evaluations += 1
            if evaluations == 1000 { cancel() }
        }
        watcher.observe(try simulation.trigger(.end)) { [watcher] in watcher.note("end \($0.step)") }
        let run = Task { try await simulation.run(steps: 1, yieldingEvery: 1) }
        cancel = run.cancel
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(simulation.moment.step == 0 && evaluations < 1200)
        try simulation.run(until: 1000)
        #expect(watcher.log == ["end 0", "end 1"])
        let whole = try make {}
        try whole.run(until: 1000)
        #expect(simulation.model.state.elements[0] == whole.model.state.elements[0])
    }

    @Test func aTurnTakesAtLeastOneStep() async throws {
        let simulation = try counting()
        await #expect(throws: SimulationError.invalidInterval(steps: 0)) {
            try await simulation.run(steps: 5, yieldingEvery: 0)
        }
        try simulation.run(steps: 1)
    }
}
