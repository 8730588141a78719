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
            #expect(integrator.acceptedSteps >= 2)
        }
    }

    /// What was before the intervention does not matter after it.
    @Test(arguments: ODEStepper.allCases) func anInterventionIsABeginning(stepper: ODEStepper) throws {
        let bits = try [Pendulums.rising(), Pendulums(angles: [3], velocities: [-1])].map { model in
            let simulation = try Simulation(model, integrator: integrator(model, stepper), step: 0.1)
            try simulation.run(steps: 10)
            simulation.nodes[0].state.value = [1, -0.5]
            try simulation.run(steps: 10)
            return model.bits
        }
        #expect(bits[0] == bits[1])
    }

    // MARK: When the state is asked for

    /// The state at a time does not depend on the other times at which there is one.
    @Test(arguments: ODEStepper.allCases, [nil, 0.01]) func theGridDoesNotMatter(
        stepper: ODEStepper, initialStep: Double?
    ) throws {
        let bits = try [2, 0.5, 0.1, 0.001].map { step in
            let model = Pendulums.rising()
            let integrator = try AdaptiveIntegrator(
                model, stepper: stepper, control: .state(absolute: 1e-9, relative: 0), initialStep: initialStep)
            try Simulation(model, integrator: integrator, step: step).run(until: 2)
            return model.bits
        }
        #expect(Set(bits).count == 1)
    }

    @Test(arguments: ODEStepper.allCases) func statesWithinAStepKeepToTheTolerance(stepper: ODEStepper) throws {
        let model = Pendulums.rising()
        let integrator = try integrator(model, stepper, tolerance: 1e-7)
        let simulation = try Simulation(model, integrator: integrator, step: 0.01)
        for _ in 0..<200 {
            try simulation.run(steps: 1)
            let error = abs(model.numbers[0] - Pendulums.risen(at: simulation.moment.time))
            #expect(error < 1e-5)
        }
        // There were fewer steps than states, except for the method of the lowest order.
        #expect(integrator.acceptedSteps < (stepper == .rk2 ? 1000 : 150))
    }

    // MARK: The first step

    /// The first step shrinks with the tolerance, and none of the first ones has to be taken again.
    @Test(arguments: ODEStepper.allCases) func theFirstStepIsFitting(stepper: ODEStepper) throws {
        for (tolerance, most) in [(1e-4, 100), (1e-10, 4000)] {
            let model = Pendulums.rising()
            let integrator = try AdaptiveIntegrator(
                model, stepper: stepper, control: .state(absolute: tolerance, relative: tolerance))
            try Simulation(model, integrator: integrator, step: 1).run(until: 1)
            #expect(abs(model.numbers[0] - Pendulums.risen(at: 1)) < 100 * tolerance)
            #expect(integrator.rejectedSteps <= 3)
            #expect(integrator.acceptedSteps < most)
        }
    }

    @Test func aSystemAtRestHasAFirstStep() throws {
        let model = Equation([0, 0]) { _, _ in 0 }
        let integrator = try AdaptiveIntegrator(model, stepper: .rkf45, control: .state(absolute: 1e-9, relative: 1e-9))
        try Simulation(model, integrator: integrator, step: 1e6).run(steps: 2)
        #expect(model.numbers == [0, 0])
        #expect(integrator.acceptedSteps < 100)
    }

    // MARK: Giving up

    @Test(arguments: ODEStepper.allCases) func aToleranceThatCannotBeReachedEnds(stepper: ODEStepper) throws {
        let model = Pendulums.rising()
        let integrator = try AdaptiveIntegrator(
            model, stepper: stepper, control: .state(absolute: 1e-30, relative: 0), maximumSteps: 1000)
        let simulation = try Simulation(model, integrator: integrator, step: 1)
        let error = #expect(throws: (any Error).self) { try simulation.run(steps: 1) }
        // Some methods reach the spacing of numbers first.
        switch error as? IntegrationError {
        case .tooManySteps(1000, start: 0, let time, end: 1, let fastest):
            #expect((0..<0.01).contains(time))
            #expect(fastest?.node == 0 && fastest?.step == 1 && fastest?.lastValues.count == 2)
        case .cannotGoOn(_, let fastest):
            #expect(fastest.node == 0 && fastest.step == 1 && fastest.lastValues.count == 2)
        default: Issue.record("\(String(describing: error))")
        }
        #expect(model.numbers == [0, 2])
    }

    @Test func tooManyStepsAreToldWithWhatToDo() throws {
        let model = Pendulums.rising()
        let integrator = try AdaptiveIntegrator(
            model, stepper: .rkf45, control: .state(absolute: 1e-9, relative: 0), initialStep: 0.01, maximumSteps: 3)
        let simulation = try Simulation(model, integrator: integrator, step: 10)
        let error = #expect(throws: IntegrationError.self) { try simulation.run(steps: 1) }
        #expect(error?.description.hasPrefix("3 steps of the method led from time 0.0 only to 0.") == true)
        #expect(error?.description.hasSuffix("if so many steps are what it takes, write a shorter 'step'") == true)
        // The number is that of one step of the simulation: the next may take as many.
        #expect(throws: IntegrationError.self) { try simulation.run(steps: 1) }
        #expect(integrator.acceptedSteps == 6)
        #expect(model.numbers == [0, 2])
    }

    /// y = 1/(1 − t) for the second node, of which no method gets beyond 1.
    @Test func aSolutionThatExplodesIsToldWithNodeAndFieldAndStep() throws {
        let model = Equation([0.25, 1]) { _, y in y * y }
        let integrator = try AdaptiveIntegrator(
            model, stepper: .rkf45, control: .state(absolute: 1e-9, relative: 1e-9), maximumSteps: 300)
        let simulation = try Simulation(model, integrator: integrator, step: 0.75)
        let error = #expect(throws: IntegrationError.self) { try simulation.run(steps: 3) }
        let description = try #require(error?.description)
        #expect(description.contains("in step 2"), "\(description)")
        #expect(description.contains("'y' of node 1"), "\(description)")
        #expect(description.contains("the last good state of the node, at time 0.99"), "\(description)")
        #expect(abs(model.numbers[1] - 4) < 1e-6)
    }

    @Test func anInterruptedStepCanBeTakenUpAgain() throws {
        let whole = Pendulums.rising()
        try Simulation(whole, integrator: integrator(whole, .rk2), step: 2).run(steps: 1)

        let model = Pendulums.rising()
        let integrator = try integrator(model, .rk2)
        let simulation = try Simulation(model, integrator: integrator, step: 2)
        var questions = 0
        integrator.shouldInterrupt = {
            questions += 1
            return questions == 3
        }
        let error = #expect(throws: IntegrationError.self) { try simulation.run(steps: 1) }
        guard case .interrupted(let time) = error else { throw error ?? IntegrationError.interrupted(time: 0) }
        #expect((0.01..<2).contains(time))
        #expect(integrator.acceptedSteps == 32)
        #expect(model.numbers == [0, 2])
        try simulation.run(steps: 1)
        #expect(model.bits == whole.bits)
    }

    @Test func aDerivativeThatIsNotFiniteIsToldWithNodeAndField() throws {
        let model = Equation([0, 5]) { time, y in time > 0.5 && y > 5 ? .nan : 1 }
        let integrator = try AdaptiveIntegrator(model, stepper: .rkf45, control: .state(absolute: 1e-9, relative: 0))
        let simulation = try Simulation(model, integrator: integrator, step: 0.25)
        let error = #expect(throws: IntegrationError.self) { try simulation.run(until: 1) }
        guard case .derivativeNotFinite(let failure) = error else { throw error ?? .interrupted(time: 0) }
        #expect((failure.node, failure.nodeName, failure.field) == (1, nil, "y"))
        #expect(failure.value.isNaN)
        #expect(failure.step.map(Double.init) == 1 + simulation.moment.time / 0.25)
        #expect(abs(failure.time - 0.5) < 1e-6)
        #expect(failure.lastValues.map(\.field) == ["y"])
        #expect(abs(failure.lastValues[0].value - 5 - failure.lastTime) < 1e-12)
        // The state is that of the last moment.
        #expect(simulation.moment.time <= 0.5)
        #expect(abs(model.numbers[1] - 5 - simulation.moment.time) < 1e-12)
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

    @Test(arguments: [0, -1, .nan, .infinity]) func badFirstStepsAreRefused(step: Double) {
        #expect(throws: ODEError.self) {
            try AdaptiveIntegrator(
                Pendulums.rising(), stepper: .rkf45, control: .state(absolute: 1, relative: 0), initialStep: step)
        }
    }

    @Test func atLeastOneStepMustBeAllowed() {
        #expect(throws: ODEError.maximumSteps(0)) {
            try AdaptiveIntegrator(
                Pendulums.rising(), stepper: .rkf45, control: .state(absolute: 1, relative: 0), maximumSteps: 0)
        }
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
