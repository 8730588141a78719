import ObserverCore
import SimulationEngine
import Testing

@Suite struct QuantityColumnTests {
    @Test("The columns of a quantity are known before there is a simulation")
    func columns() throws {
        let x = try FieldExpression("x", fields: FieldTable.names)
        let quantiles = try QuantityDefinition<FieldTable, QuantityVector>("q", .quantiles([0.5, 1]), of: x)
        let number = try QuantityDefinition<FieldTable, Double>("n", .mean, of: x)
        let vector = QuantityDefinition<FieldTable, SIMD3<Double>>("v") { _ in .zero }
        let simulation = try Simulation(FieldTable(count: 2), integrator: RungeKutta4(), step: 1)
        for definition in [quantiles, number, vector] as [any AnyQuantityDefinition<FieldTable>] {
            #expect(definition.columns == definition.quantity(of: simulation).columns)
        }
        #expect(quantiles.columns == ["q-0.5", "q-1"])
        #expect(number.columns == ["n"])
        #expect(vector.columns == ["v-x", "v-y", "v-z"])
    }

    @Test("The time of the state that is shown is that inside of the step while crossings are looked for")
    func shownTime() throws {
        final class Watcher: Observer {
            let receiver = Receiver()
        }
        let simulation = try Simulation(FieldTable(count: 1), integrator: RungeKutta4(), step: 1)
        let watcher = Watcher()
        var crossed: [Double] = []
        let crossing = try simulation.crossing(of: "time", level: 1.75) { $0.shownTime }
        watcher.observe(crossing) { crossed.append($0.time) }
        try simulation.run(until: 3)
        #expect(crossed.count == 1 && abs(crossed[0] - 1.75) < 1e-12)
        #expect(simulation.shownTime == 3)
    }
}
