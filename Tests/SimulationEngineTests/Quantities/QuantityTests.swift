import ObserverCore
import SimulationEngine
import Testing

@Suite struct QuantityTests {
    let watcher = Watcher()

    private func watchTotal(of simulation: Simulation<CountingModel>, as name: String = "total") {
        watcher.observe(simulation.quantities.total) { [watcher] in watcher.note("\(name): \($0.old) -> \($0.new)") }
    }

    @Test func computedOnlyWhenPulledAndOnceForAState() throws {
        let simulation = try counting()
        let total = simulation.quantities.total
        try simulation.run(steps: 10)
        #expect(simulation.model.totalsComputed == 0)
        #expect(total.value == 60)
        #expect(total.value == 60)
        #expect(total.latestMessage == Update(60, 60))
        #expect(simulation.model.totalsComputed == 1)
        try simulation.run(steps: 10)
        #expect(simulation.model.totalsComputed == 1)
        #expect(total.value == 90)
        #expect(simulation.model.totalsComputed == 2)
    }

    @Test func computedOnceForAStepWhileObserved() throws {
        let simulation = try counting()
        watchTotal(of: simulation)
        watchTotal(of: simulation, as: "again")
        let before = simulation.model.totalsComputed
        watcher.observe(try simulation.every(steps: 1)) { [unowned simulation] _ in
            _ = simulation.quantities.total.value
        }
        try simulation.run(steps: 5)
        #expect(simulation.model.totalsComputed == before + 5)
        #expect(watcher.log.count == 10)
        watcher.stopObserving()
        try simulation.run(steps: 5)
        #expect(simulation.model.totalsComputed == before + 5)
    }

    @Test func updatesGoFromWhatWasPublishedLast() throws {
        let integrator = Counting()
        let simulation = try counting(by: integrator)
        watchTotal(of: simulation)
        try simulation.run(steps: 1)
        integrator.resting = [0, 1, 2]
        try simulation.run(steps: 3)
        integrator.resting = [0]
        try simulation.run(steps: 1)
        watcher.stopObserving()
        try simulation.run(steps: 1)
        watchTotal(of: simulation, as: "later")
        try simulation.run(steps: 1)
        #expect(watcher.log == ["total: 30.0 -> 33.0", "total: 33.0 -> 35.0", "later: 37.0 -> 39.0"])
    }

    @Test func anInterventionCountsAsAChange() throws {
        let simulation = try counting()
        let total = simulation.quantities.total
        #expect(total.value == 30)
        simulation.nodes[0].state.value = 100
        #expect(total.value == 130)
        watchTotal(of: simulation)
        simulation.nodes[0].state.value = 0
        #expect(watcher.log == [])
        try simulation.run(steps: 1)
        #expect(watcher.log == ["total: 130.0 -> 33.0"])
    }

    @Test func membersAndNamesLeadToTheSameQuantity() throws {
        let simulation = try counting()
        let total = simulation.quantities.total
        #expect(simulation.quantities["total"] === total)
        #expect(simulation.quantities["edges"] === simulation.quantities.edges)
        #expect(simulation.quantities["Total"] == nil)
        #expect(simulation.quantities.names == ["total", "edges"])
        #expect(try simulation.quantity(CountingModel.quantities.total) === total)
        #expect(total.name == "total")
    }

    @Test func quantitiesOfOnesOwn() throws {
        let simulation = try counting()
        let largest = QuantityDefinition<CountingModel, Double>("largest") { Double($0.numbers.max() ?? 0) }
        #expect(try simulation.quantity(largest) === simulation.quantity(largest))
        #expect(try simulation.quantity(largest).value == 20)
        #expect(simulation.quantities["largest"] == nil)
        // A name may stand for one quantity of each type.
        let vector = QuantityDefinition<CountingModel, SIMD3<Double>>("total") { _ in .zero }
        _ = simulation.quantities.total
        #expect(try simulation.quantity(vector) === simulation.quantity(vector))
        #expect(try simulation.quantity(vector).value == .zero)
    }

    @Test func anotherDefinitionOfANameIsTold() throws {
        let simulation = try counting()
        let foreign = QuantityDefinition<CountingModel, Double>("total") { _ in 0 }
        #expect(throws: SimulationError.conflictingDefinitions("total")) { try simulation.quantity(foreign) }
        let largest = QuantityDefinition<CountingModel, Double>("largest") { Double($0.numbers.max() ?? 0) }
        let smallest = QuantityDefinition<CountingModel, Double>("largest") { Double($0.numbers.min() ?? 0) }
        #expect(try simulation.quantity(largest).value == 20)
        #expect(throws: SimulationError.conflictingDefinitions("largest")) { try simulation.quantity(smallest) }
        let reduction = { (kind: Reduction) in
            try QuantityDefinition<CountingModel, Double>(
                "reduced", kind, of: FieldExpression("1", for: simulation.model))
        }
        let sum = try simulation.quantity(reduction(.sum))
        #expect(try simulation.quantity(reduction(.sum)) === sum)
        #expect(throws: SimulationError.conflictingDefinitions("reduced")) { try simulation.quantity(reduction(.mean)) }
    }

    @Test func columns() throws {
        let simulation = try counting()
        let quantities: [any AnyQuantity] = [simulation.quantities.total, simulation.quantities.edges]
        #expect(quantities.flatMap(\.columns) == ["total", "edges-x", "edges-y", "edges-z"])
        var row: [Double] = []
        for quantity in quantities { quantity.appendColumns(to: &row) }
        #expect(row == [30, 0, 0.5, 20])
    }

    @Test func quantitiesArePublishedInTheOrderInWhichTheyWereAskedFor() throws {
        let simulation = try counting()
        _ = simulation.quantities.edges
        watchTotal(of: simulation)
        watcher.observe(simulation.quantities.edges) { [watcher] _ in watcher.note("edges") }
        try simulation.run(steps: 1)
        #expect(watcher.log == ["edges", "total: 30.0 -> 33.0"])
    }

    @Test func whoBeginsInAStepHearsOfTheNext() throws {
        let simulation = try counting()
        watcher.observe(simulation.nodes[0].state) { [unowned simulation] in
            if $0.new == 1 { watchTotal(of: simulation) }
        }
        try simulation.run(steps: 2)
        #expect(watcher.log == ["total: 33.0 -> 36.0"])
    }
}
