import Foundation
import GSL
import SimulationEngine
import Testing

/// Stiff models by implicit methods, and by explicit ones that stall.
@Suite struct StiffIntegrationTests {
    private static let implicit = ODEStepper.allCases.filter(\.isImplicit)

    /// Decays towards cos t at a rate of 10⁶: y = cos t + ½ exp(−10⁶ t) for y(0) = 3/2.
    private final class ForcedDecay: PlainModel {
        static let rate = 1e6
        let state: StateVector
        let knowsJacobian: Bool
        private(set) var evaluations = 0
        private(set) var jacobians = 0

        init(count: Int = 1, knowsJacobian: Bool = false) {
            state = StateVector([Double](repeating: 1.5, count: count))
            self.knowsJacobian = knowsJacobian
        }

        func derivative(at time: Double, of state: Span<Double>, into rates: inout MutableSpan<Double>) {
            evaluations += 1
            for index in 0..<self.state.count { rates[index] = -Self.rate * (state[index] - cos(time)) - sin(time) }
        }

        func jacobian(
            at time: Double, of state: Span<Double>, into matrix: inout MutableSpan<Double>,
            timeDerivative: inout MutableSpan<Double>
        ) -> Bool {
            guard knowsJacobian else { return false }
            jacobians += 1
            for index in 0..<self.state.count {
                matrix[index * (self.state.count + 1)] = -Self.rate
                timeDerivative[index] = -Self.rate * sin(time) - cos(time)
            }
            return true
        }
    }

    private func simulation<Model: DifferentialEquations>(
        of model: Model, _ stepper: ODEStepper, step: Double, maximumSteps: Int = 100_000
    ) throws -> Simulation<Model> {
        let integrator = try AdaptiveIntegrator(
            model, stepper: stepper, control: .state(absolute: 1e-7, relative: 1e-7), maximumSteps: maximumSteps)
        return try Simulation(model, integrator: integrator, step: step)
    }

    @Test(arguments: implicit) func statesWithinStepsKeepToTheTolerance(stepper: ODEStepper) throws {
        let model = ForcedDecay()
        let simulation = try simulation(of: model, stepper, step: 0.01)
        for _ in 0..<100 {
            try simulation.run(steps: 1)
            #expect(abs(model.numbers[0] - cos(simulation.moment.time)) < 1e-5)
        }
    }

    @Test(arguments: implicit) func theModelsJacobianSavesEvaluations(stepper: ODEStepper) throws {
        let models = [ForcedDecay(count: 20), ForcedDecay(count: 20, knowsJacobian: true)]
        for model in models {
            try simulation(of: model, stepper, step: 1).run(steps: 1)
            for number in model.numbers { #expect(abs(number - cos(1)) < 1e-5) }
        }
        #expect(models[1].jacobians > 0)
        // Differences take 22 calls each; hardly anything else differs.
        let saved = models[0].evaluations - models[1].evaluations
        #expect(saved > 15 * models[1].jacobians)
    }

    /// What is held does not move, and the Jacobian of the free equations is not used for it.
    @Test(arguments: implicit) func whatIsHeldStays(stepper: ODEStepper) throws {
        let model = ForcedDecay(count: 2, knowsJacobian: true)
        let simulation = try simulation(of: model, stepper, step: 1)
        _ = try simulation.pin(nodes: [0])
        try simulation.run(steps: 1)
        #expect(model.numbers[0] == 1.5)
        #expect(abs(model.numbers[1] - cos(1)) < 1e-5)
    }

    // MARK: Explicit methods

    @Test(arguments: ODEStepper.allCases.filter { !$0.isImplicit })
    func anExplicitMethodThatStallsIsStoppedWithAdvice(stepper: ODEStepper) throws {
        let model = ForcedDecay()
        let simulation = try simulation(of: model, stepper, step: 100, maximumSteps: 10_000)
        let error = #expect(throws: IntegrationError.self) { try simulation.run(steps: 1) }
        guard case .stiff(let stall) = error else { throw error ?? .interrupted(time: 0) }
        #expect(stall.steps == 1000)
        #expect((stall.start, stall.end) == (0, 100))
        #expect(stall.time < 1)
        #expect(abs(stall.decayRate / ForcedDecay.rate - 1) < 0.01)
        let words = error?.description ?? ""
        #expect(words.hasPrefix("1000 steps of the method led from time 0.0 only to "))
        #expect(words.contains("the system is stiff, for something in it decays at a rate of about 1000000.0, which"))
        #expect(words.hasSuffix("take an implicit method, 'msbdf', 'bsimp' or 'rk4imp'"))
        #expect(model.numbers == [1.5])
    }

    /// The same system by an implicit method, within the same number of steps.
    @Test func theAdviceHelps() throws {
        let model = ForcedDecay()
        try simulation(of: model, .msbdf, step: 100, maximumSteps: 10_000).run(steps: 1)
        #expect(abs(model.numbers[0] - cos(100)) < 1e-5)
    }

    /// RK4 is stable for rates up to 2.785 over the step: with what it advises, 2.5, the part of a decay that is left after a step
    /// is 1 − 2.5 + 2.5²/2 − 2.5³/6 + 2.5⁴/24 = 0.648.
    @Test func theAdviceForALargeSystemHelps() throws {
        let model = ForcedDecay(count: 501)
        let simulation = try simulation(of: model, .rkf45, step: 100, maximumSteps: 1000)
        let error = #expect(throws: IntegrationError.self) { try simulation.run(steps: 1) }
        let advice =
            "implicit methods are for at most 500 numbers, and the state has 501: take 'runge-kutta-4' with a 'step' of at "
            + "most 2.5e-06, which is stable, and several 'threads', or a model without the fastest decay"
        #expect(error?.description.hasSuffix(advice) == true, "\(error?.description ?? "")")
        let stable = ForcedDecay(count: 501)
        try Simulation(stable, integrator: RungeKutta4(), step: 2.5e-6).run(steps: 10)
        #expect(abs(stable.numbers[500] - 1 - 0.5 * pow(0.6484375, 10)) < 1e-6)
    }

    /// An oscillation that takes many steps is not stiff: no method would take fewer.
    @Test func anOscillationIsNotTakenForStiff() throws {
        let model = Pendulums(angles: [1], velocities: [0])
        let simulation = try simulation(of: model, .rkf45, step: 1e6, maximumSteps: 1000)
        let error = #expect(throws: IntegrationError.self) { try simulation.run(steps: 1) }
        guard case .tooManySteps(limit: 1000, _, _, _, _) = error else { throw error ?? .interrupted(time: 0) }
    }
}
