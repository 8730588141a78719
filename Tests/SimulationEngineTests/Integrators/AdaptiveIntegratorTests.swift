import GSL
import SimulationEngine
import Testing

@Suite struct AdaptiveIntegratorTests {
    private func integrator(
        _ model: Pendulums, _ stepper: ODEStepper, tolerance: Double = 1e-9
    ) throws -> AdaptiveIntegrator<Pendulums> {
        try AdaptiveIntegrator(
            model, stepper: stepper, control: .state(absolute: tolerance, relative: 0), initialStep: 0.01)
    }

    @Test(arguments: ODEStepper.allCases) func keepsToTheTolerance(stepper: ODEStepper) throws {
        for tolerance in [1e-6, 1e-9] {
            let model = Pendulums.rising()
            let integrator = try integrator(model, stepper, tolerance: tolerance)
            let simulation = try Simulation(model, integrator: integrator, step: 0.5)
            try simulation.run(until: 2)
            // Errors of steps add up, and the motion towards the unstable point makes them grow eᵗ times.
            let error = abs(model.numbers[0] - Pendulums.risen(at: 2))
            #expect(error < 100 * tolerance)
            #expect(integrator.acceptedSteps >= 4)
        }
    }

    /// The same as two solutions by GSL's driver: one up to the intervention, a fresh one from there on.
    @Test(arguments: ODEStepper.allCases) func anInterventionIsABeginning(stepper: ODEStepper) throws {
        let model = Pendulums.rising()
        let simulation = try Simulation(model, integrator: integrator(model, stepper), step: 0.1)
        try simulation.run(steps: 10)
        simulation.nodes[0].state.value = [1, -0.5]
        try simulation.run(steps: 10)

        let driver = try ODEDriver(
            dimension: 2, stepper: stepper, control: .state(absolute: 1e-9, relative: 0), initialStep: 0.01
        ) { time, state, derivative in
            guard let state = state.baseAddress, let derivative = derivative.baseAddress else { return }
            model.derivative(at: time, of: state, into: derivative)
        }
        var state = [1, -0.5]
        var time = 1.0
        for step in 11...20 { try driver.advance(from: &time, to: simulation.grid.time(ofStep: step), state: &state) }
        #expect(model.bits == state.map(\.bitPattern))
    }

    @Test func stepsAreKeptFromStepToStep() throws {
        let model = Pendulums.rising()
        let integrator = try integrator(model, .rkf45)
        let simulation = try Simulation(model, integrator: integrator, step: 0.01)
        try simulation.run(steps: 100)
        #expect(integrator.acceptedSteps < 150)
        #expect(integrator.rejectedSteps < 10)
    }

    @Test func theModelOfTheSimulationIsIntegratedWhicheverTheIntegratorWasMadeFor() throws {
        let other = Equation([0]) { _, _ in 3 }
        // The model for which the integrator is made is gone when it runs.
        let integrator = try AdaptiveIntegrator(
            Equation([0]) { _, _ in 1 }, stepper: .rkf45, control: .state(absolute: 1e-9, relative: 0), initialStep: 0.1
        )
        try Simulation(other, integrator: integrator, step: 1).run(until: 2)
        #expect(abs(other.numbers[0] - 6) < 1e-9)
    }

    @Test func aModelOfAnotherSizeIsRefused() throws {
        let integrator = try integrator(.rising(), .rkf45)
        let model = Pendulums(angles: [0, 1], velocities: [0, 0])
        let simulation = try Simulation(model, integrator: integrator, step: 1)
        #expect(throws: ODEError.stateSize(4, dimension: 2)) { try simulation.run(steps: 1) }
        #expect(simulation.moment.step == 0)
    }

    @Test func badTolerancesAreRefused() {
        #expect(throws: ODEError.self) { try integrator(.rising(), .rkf45, tolerance: -1) }
    }

    @Test func nothingToIntegrate() throws {
        let model = Pendulums(angles: [], velocities: [])
        let integrator = try integrator(model, .rk8pd)
        let simulation = try Simulation(model, integrator: integrator, step: 1)
        try simulation.run(steps: 3)
        #expect(simulation.moment.step == 3)
        #expect(integrator.acceptedSteps == 0)
        #expect(throws: ODEError.self) { try self.integrator(model, .rkf45, tolerance: -1) }
    }
}
