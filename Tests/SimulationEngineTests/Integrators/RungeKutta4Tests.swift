import SimulationEngine
import Testing

@Suite struct RungeKutta4Tests {
    private func error(steps: Int) throws -> Double {
        let simulation = try Simulation(Equation.bell(), integrator: RungeKutta4(), step: 2 / Double(steps))
        try simulation.run(steps: steps)
        return abs(simulation.model.numbers[0] - 1 / 5.0)
    }

    @Test func theOrderIsFour() throws {
        let orders = try orders(ofErrors: [32, 64, 128, 256].map(error))
        for order in orders { #expect(abs(order - 4) < 0.15, "\(orders)") }
    }

    /// On dy/dt = y a step multiplies by the first five terms of the exponential series.
    @Test func aStepIsTheSeriesOfTheExponential() throws {
        let model = Equation([1, -3, 0]) { _, y in y }
        try RungeKutta4().advance(model, from: 5, to: 5.5)
        let factor = 1 + 0.5 + 0.125 + 0.125 / 6 + 0.0625 / 24
        #expect(zip(model.numbers, [factor, -3 * factor, 0]).allSatisfy { abs($0 - $1) < 1e-15 * 8 })
    }

    @Test func nothingToIntegrate() throws {
        let simulation = try Simulation(Equation.bell(count: 0), integrator: RungeKutta4(), step: 0.1)
        try simulation.run(steps: 3)
        #expect(simulation.moment.step == 3)
    }

    @Test func oneIntegratorServesModelsOfDifferentSize() throws {
        let integrator = RungeKutta4<Equation>()
        for size in [1, 3, 2] {
            let model = Equation.bell(count: size)
            try integrator.advance(model, from: 0, to: 0.125)
            let alone = Equation.bell()
            try RungeKutta4().advance(alone, from: 0, to: 0.125)
            #expect(model.bits == [UInt64](repeating: alone.bits[0], count: size))
        }
    }
}
