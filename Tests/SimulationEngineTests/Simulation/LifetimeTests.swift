import Foundation
import ObserverCore
import SimulationEngine
import TestSupport
import Testing

@Suite struct LifetimeTests {
    let watcher = Watcher()

    /// What dies with a simulation.
    private struct Remains {
        weak var simulation: Simulation<CountingModel>?
        weak var model: CountingModel?
        weak var integrator: Counting?
        weak var variable: Var<Int>?
        weak var quantity: Quantity<Double>?
        weak var trigger: Trigger?

        var areGone: Bool {
            simulation == nil && model == nil && integrator == nil && variable == nil && quantity == nil
                && trigger == nil
        }
    }

    private func remains(_ use: (Simulation<CountingModel>) throws -> Void) throws -> Remains {
        let integrator = Counting()
        let simulation = try counting(by: integrator)
        try use(simulation)
        return Remains(
            simulation: simulation, model: simulation.model, integrator: integrator,
            variable: simulation.nodes[0].state, quantity: simulation.quantities.total,
            trigger: try simulation.every(steps: 1))
    }

    @Test func nothingIsLeftOfAnUnusedSimulation() throws {
        #expect(try remains { _ in }.areGone)
    }

    @Test func nothingIsLeftWhereObserversLiveOn() throws {
        let remains = try remains { simulation in
            watcher.watch(simulation.nodes[0].state, as: "0")
            watcher.observe(simulation.quantities.total) { [watcher] _ in watcher.note("total") }
            watcher.observe(try simulation.every(steps: 1)) { [watcher] _ in watcher.note("trigger") }
            try simulation.run(steps: 1)
            simulation.nodes[0].state.set(7, as: watcher)
        }
        #expect(watcher.log.count == 5)
        #expect(remains.areGone)
    }

    /// What an observer can observe in these tests.
    private enum Observed: CaseIterable {
        case crossing, group, passages, moments, condition, quantity, variable

        /// Observes one more of a simulation, by which somebody else is kept alive.
        func observe(of simulation: Simulation<CountingModel>, by observer: Watcher, keeping kept: Watcher?) throws {
            let note = { _ = kept?.log }
            switch self {
            case .crossing:
                let number = simulation.model.numbers.count
                observer.observe(try simulation.crossing(of: "\(number)", level: 9) { _ in 1 }) { _ in note() }
            case .group: observer.observe(simulation.allNodes) { _ in note() }
            case .passages:
                observer.observe(try simulation.firstPassages(of: "number", level: 9)) { _ in note() }
            case .moments: observer.observe(try simulation.every(steps: 1)) { _ in note() }
            case .condition: observer.observe(try simulation.trigger(.when { true })) { _ in note() }
            case .quantity: observer.observe(simulation.quantities.total) { _ in note() }
            case .variable: observer.observe(simulation.nodes[0].state) { _ in note() }
            }
        }
    }

    /// An observer of everything is kept by one of its own observations, and ends the others when it dies with that: what is
    /// observed is asked who observes it while it is being let go of. Swift ends the process if that is still being changed.
    @Test func observersThatDieWithWhatTheyObserveMayEndOtherObservations() async {
        await #expect(processExitsWith: .success) {
            for keeping in Observed.allCases {
                // Before the first run nothing of what is watched takes part in a step.
                for (isFirst, runs) in [(true, false), (true, true), (false, false), (false, true)] {
                    weak var gone: Watcher?
                    do {
                        let simulation = try counting([0, 1])
                        let observer = Watcher()
                        gone = observer
                        if isFirst { try keeping.observe(of: simulation, by: observer, keeping: observer) }
                        for observed in Observed.allCases {
                            try observed.observe(of: simulation, by: observer, keeping: nil)
                        }
                        if !isFirst { try keeping.observe(of: simulation, by: observer, keeping: observer) }
                        if runs { try simulation.run(steps: 1) }
                    }
                    #expect(gone == nil, "kept by \(keeping)")
                }
            }
        }
    }

    /// Where nobody uses it any more, the optimiser may end what is taken before the array is no longer being changed. It does so
    /// in few builds, such as those with the thread sanitizer, in which the test above ends then: so the sources are asked.
    @Test func whatIsTakenFromAnArrayIsHeldUntilThatHasBeenChanged() throws {
        let folder = packageFolder + "/Sources/SimulationEngine"
        let forgetting = /_ = [\w.]+\.takeAll\(\)/
        var heldCount = 0
        for case let path as String in FileManager.default.enumerator(atPath: folder) ?? .init()
        where path.hasSuffix(".swift") {
            let source = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
            heldCount += source.matches(of: /withExtendedLifetime\([\w.]+\.takeAll\(\)\)/).count
            let isForgotten = source.contains(forgetting)
            #expect(!isForgotten, "\(path): hold what is taken by withExtendedLifetime(_:_:)")
        }
        #expect(heldCount > 0)
    }

    @Test func interventionsThatWaitDieWithARunThatFails() throws {
        final class Author {}
        weak var author: Author?
        let simulation = try counting()
        watcher.observe(simulation.nodes[0].state) { [unowned simulation] update in
            let new = Author()
            author = new
            simulation.nodes[0].state.set(update.new + 1, as: new)
            #expect(author != nil)
            simulation.fail(with: Counting.Failure())
        }
        #expect(throws: Counting.Failure()) { try simulation.run(steps: 1) }
        #expect(author == nil)
        watcher.stopObserving()
        try simulation.run(steps: 1)
        #expect(simulation.model.numbers == [2, 12, 22])
    }

    @Test func aVariableThatOutlivesItsSimulationShowsTheModelAndCannotSetIt() throws {
        var simulation: Simulation? = try counting()
        let held = try #require(simulation?.nodes[0].state)
        weak let model = simulation?.model
        watcher.watch(held, as: "0")
        try simulation?.run(steps: 1)
        weak let dead = simulation
        simulation = nil
        #expect(dead == nil)
        #expect(held.value == 1)
        held.value = 5
        held.set(6, as: watcher)
        model?.numbers[0] = 9
        #expect(held.value == 9)
        watcher.watch(held, as: "again")
        watcher.stopObserving(held)
        watcher.watch(held, as: "once more")
        #expect(watcher.log == ["0: 0 -> 1"])
    }

    @Test func aVariableThatIsObservedLateDoesNotKeepItselfAlive() throws {
        weak var weakVariable: Var<Int>?
        weak var model: CountingModel?
        do {
            var simulation: Simulation? = try counting()
            let held = try #require(simulation?.nodes[0].state)
            weakVariable = held
            model = simulation?.model
            simulation = nil
            watcher.watch(held, as: "late")
        }
        #expect(weakVariable == nil)
        #expect(model == nil)
    }

    @Test func aQuantityMayOutliveItsSimulationAndItsMessengerTheQuantity() throws {
        var simulation: Simulation? = try counting()
        var quantity = simulation?.quantities.total
        simulation = nil
        #expect(quantity?.value == 30)
        let messenger = try #require(quantity?.messenger)
        quantity = nil
        watcher.observe(messenger) { [watcher] _ in watcher.note("sent") }
        messenger.send(Update(1, 2))
        #expect(watcher.log == ["sent"])
    }

    @Test func observersMayDieInTheRun() throws {
        let simulation = try counting()
        var others: [Watcher]? = (0..<3).map { _ in Watcher() }
        for (index, other) in (others ?? []).enumerated() {
            other.observe(simulation.nodes[index].state) { [watcher] in watcher.note("other \(index): \($0.new)") }
        }
        watcher.observe(simulation.nodes[1].state) { [watcher] _ in
            watcher.note("the others die")
            others = nil
        }
        #expect(others?.count == 3)
        try simulation.run(steps: 2)
        #expect(watcher.log == ["other 0: 1", "other 1: 11", "the others die", "the others die"])
    }

    @Test func theSimulationMayBeLetGoInItsRun() throws {
        var simulation: Simulation? = try counting()
        weak let observed = simulation
        watcher.observe(try #require(simulation).nodes[0].state) { [watcher] in
            watcher.note("\($0.new)")
            simulation = nil
        }
        try simulation?.run(steps: 2)
        #expect(watcher.log == ["1", "2"])
        #expect(observed == nil)
    }
}
