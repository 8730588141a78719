import SimulationEngine
import Testing

/// A state that was not right from the beginning.
@Suite("Initial states") struct InitialStateTests {
    @Test(
        "what is not a number at the beginning is told as such, and no step is blamed",
        arguments: [Double.nan, .infinity])
    func notFinite(value: Double) throws {
        let model = Motion.oscillating([1, 2, 3])
        model.state[1, 2] = value
        let simulation = try Simulation(model, integrator: Leapfrog(), step: 0.1)
        let error = #expect(throws: SimulationError.self) { try simulation.run(steps: 1) }
        let number = value.isNaN ? "nan" : "inf"
        #expect(error?.description == "'v' of node 2 is \(number) in the initial state, but must be a finite number")
        #expect(simulation.moment.step == 0)
        // Once it is mended, the run begins.
        model.state[1, 2] = 0
        simulation.stateWasChanged()
        try simulation.run(steps: 1)
        #expect(simulation.moment.step == 1)
    }
}
