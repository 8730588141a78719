import ObserverCore
import SimulationEngine
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

    /// The first observation keeps the observer, which ends the others when it dies with that.
    @Test func observersThatDieWithWhatTheyObserveMayEndOtherObservations() throws {
        weak var gone: Watcher?
        for kind in 0..<3 {
            do {
                let simulation = try counting([0, 1])
                let observer = Watcher()
                gone = observer
                for number in 0..<3 {
                    let keeps = number == 0 ? observer : nil
                    switch kind {
                    case 0:
                        let crossing = try simulation.crossing(of: "\(number)", level: 9) { _ in 1 }
                        observer.observe(crossing) { _ in keeps?.note("crossing") }
                    case 1: observer.observe(simulation.allNodes) { _ in keeps?.note("group") }
                    default:
                        let passages = try simulation.firstPassages(of: "number", level: 9)
                        observer.observe(passages) { _ in keeps?.note("passage") }
                    }
                }
                try simulation.run(steps: 1)
            }
            #expect(gone == nil, "kind \(kind)")
        }
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
