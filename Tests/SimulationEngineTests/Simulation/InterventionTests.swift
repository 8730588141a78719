import ObserverCore
import SimulationEngine
import Testing

@Suite struct InterventionTests {
    let watcher = Watcher()

    /// Notes updates with their authors.
    private func watch(_ node: Int, of simulation: Simulation<CountingModel>) {
        let state = simulation.nodes[node].state
        watcher.observe(state) { [watcher, unowned state] update, author in
            let name = author === watcher ? "watcher" : author === state ? "itself" : "other"
            watcher.note("\(node): \(update.old) -> \(update.new) by \(name)")
        }
    }

    @Test func betweenRunsTheyTakeEffectAtOnce() throws {
        let integrator = Counting()
        let simulation = try counting(by: integrator)
        let changes = integrator.changes
        watch(0, of: simulation)
        let state = simulation.nodes[0].state
        state.value = 5
        #expect(simulation.model.numbers == [5, 10, 20])
        state.set(6, as: watcher)
        state.set(7, as: simulation)
        #expect(watcher.takeLog() == ["0: 0 -> 5 by itself", "0: 5 -> 6 by watcher", "0: 6 -> 7 by other"])
        #expect(integrator.changes == changes + 3)
        try simulation.run(steps: 1)
        #expect(watcher.log == ["0: 7 -> 8 by itself"])
        #expect(integrator.changes == changes + 3)
    }

    @Test func nothingHappensWithoutAChange() throws {
        let integrator = Counting()
        let simulation = try counting(by: integrator)
        let changes = integrator.changes
        watch(0, of: simulation)
        simulation.nodes[0].state.set(0, as: watcher)
        #expect(watcher.log == [])
        #expect(integrator.changes == changes)
    }

    @Test func nodesThatNobodyHoldsCanBeSet() throws {
        let simulation = try counting()
        simulation.nodes[1].state.value = 5
        watcher.observe(try simulation.every(steps: 1)) { [unowned simulation] in
            if $0.step == 1 { simulation.nodes[2].state.value = 50 }
        }
        try simulation.run(steps: 2)
        #expect(simulation.model.numbers == [2, 7, 51])
    }

    @Test func duringARunTheyWaitForTheNextStep() throws {
        let integrator = Counting()
        let simulation = try counting(by: integrator)
        integrator.onAdvance = { [watcher] time, _ in watcher.note("advance from \(time)") }
        watch(0, of: simulation)
        watcher.observe(try simulation.every(steps: 1)) { [watcher, unowned simulation] moment in
            let state = simulation.nodes[0].state
            guard moment.step == 1 else { return }
            state.set(100, as: watcher)
            watcher.note("set, still \(state.value)")
        }
        let changes = integrator.changes
        try simulation.run(steps: 2)
        #expect(
            watcher.log == [
                "advance from 0.0", "0: 0 -> 1 by itself", "set, still 1", "0: 1 -> 100 by watcher",
                "advance from 1.0", "0: 100 -> 101 by itself",
            ])
        #expect(integrator.changes == changes + 1)
    }

    @Test func theyAreAppliedInTheirOrder() throws {
        let simulation = try counting()
        watch(0, of: simulation)
        watch(1, of: simulation)
        for number in [100, 200] {
            watcher.observe(simulation.nodes[1].state) { [unowned simulation] update in
                guard update.new == 11 else { return }
                simulation.nodes[0].state.value = number
                simulation.nodes[1].state.value = -number
            }
        }
        try simulation.run(steps: 1)
        #expect(
            watcher.log == [
                "0: 0 -> 1 by itself", "1: 10 -> 11 by itself", "0: 1 -> 100 by itself", "1: 11 -> -100 by itself",
                "0: 100 -> 200 by itself", "1: -100 -> -200 by itself",
            ])
        #expect(simulation.model.numbers[0] == 200)
    }

    @Test func aControllerNeedNotHearItself() throws {
        let simulation = try counting([0])
        let state = simulation.nodes[0].state
        watcher.observe(state) { [watcher, unowned state] update, author in
            guard author !== watcher else { return }
            watcher.note("\(update.new)")
            state.set(update.new * 2, as: watcher)
        }
        try simulation.run(steps: 4)
        #expect(watcher.log == ["1", "3", "7", "15"])
        #expect(simulation.model.numbers == [30])
    }

    @Test func theLastStepIsFollowedByItsInterventions() throws {
        let simulation = try counting()
        watcher.observe(try simulation.every(steps: 2)) { [unowned simulation] _ in
            simulation.nodes[0].state.value = 100
        }
        watch(0, of: simulation)
        try simulation.run(steps: 2)
        #expect(simulation.model.numbers[0] == 100)
        #expect(watcher.log.last == "0: 102 -> 100 by itself")
        #expect(simulation.quantities.total.value == 134)
    }

    @Test func answersAreAppliedBeforeTimeGoesOn() throws {
        let simulation = try counting([0])
        let state = simulation.nodes[0].state
        watcher.observe(state) { [unowned state] update in
            if update.new < 1000 { state.value = update.new + 100 }
        }
        try simulation.run(steps: 1)
        #expect(simulation.model.numbers == [1001])
        state.value = 7
        #expect(simulation.model.numbers == [1007])
    }

    @Test func anAuthorMaySetWhileItDies() throws {
        let simulation = try counting()
        watch(0, of: simulation)
        final class Dying {
            let state: Var<Int>
            init(_ state: Var<Int>) { self.state = state }
            deinit { state.set(100, as: self) }
        }
        var dying: Dying? = Dying(simulation.nodes[0].state)
        watcher.observe(try simulation.every(steps: 1)) { _ in dying = nil }
        #expect(dying != nil)
        try simulation.run(steps: 1)
        #expect(watcher.log == ["0: 0 -> 100 by itself", "0: 100 -> 101 by itself"])
    }
}
