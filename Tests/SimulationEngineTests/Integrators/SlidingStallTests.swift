import Foundation
import GSL
import SimulationEngine
import Testing

/// Rates that jump: where they hold the state at the jump, methods of adaptive steps are stopped, and nowhere else.
@Suite struct SlidingStallTests {
    /// A model by a function of time, state and rates.
    private final class ModelByFunction: PlainModel {
        typealias Rates = (Double, Span<Double>, inout MutableSpan<Double>) -> Void

        let state: StateVector
        private let rates: Rates

        init(_ initial: [Double], _ rates: @escaping Rates) {
            state = StateVector(initial)
            self.rates = rates
        }

        func derivative(at time: Double, of state: Span<Double>, into rates: inout MutableSpan<Double>) {
            self.rates(time, state, &rates)
        }
    }

    private func run(_ model: ModelByFunction, _ stepper: ODEStepper, tolerance: Double = 1e-10, until end: Double)
        throws
    {
        let integrator = try AdaptiveIntegrator(
            model, stepper: stepper, control: .state(absolute: tolerance, relative: tolerance))
        try Simulation(model, integrator: integrator, step: end).run(steps: 1)
    }

    private func stall(
        of model: ModelByFunction, _ stepper: ODEStepper = .rkf45, until end: Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> SlidingStall {
        let error = #expect(throws: IntegrationError.self, sourceLocation: sourceLocation) {
            try run(model, stepper, until: end)
        }
        guard case .sliding(let stall) = error else { throw error ?? .interrupted(time: 0) }
        return stall
    }

    /// It comes to 0 at 0.5, from where it can't go anywhere. The rates differ in size: between 1 and −1 the stages of rk4 cancel, and
    /// it goes on, if it is not told of the jump.
    private func switched() -> ModelByFunction {
        ModelByFunction([-0.5, 0]) { _, state, rates in
            rates[0] = state[0] > 0 ? -2 : 1
            rates[1] = 1
        }
    }

    @Test(arguments: ODEStepper.allCases) func aStateThatIsHeldAtAJumpStopsTheMethod(stepper: ODEStepper) throws {
        let model = switched()
        let stall = try stall(of: model, stepper, until: 100)
        #expect(stall.failure.node == 0)
        #expect(Set([stall.failure.value, stall.otherRate]) == [1, -2])
        #expect((0.5..<0.6).contains(stall.failure.lastTime))
        #expect(abs(stall.failure.lastValues[0].value) < 1e-5)
        #expect((stall.start, stall.end) == (0, 100))
        #expect(model.numbers == [-0.5, 0])
    }

    @Test func theMessageTellsWhatHoldsItAndWhatHelps() throws {
        let error = #expect(throws: IntegrationError.self) { try run(switched(), .rkf45, until: 100) }
        let words = error?.description ?? ""
        #expect(
            words.contains(
                "not to 100.0: the rate of 'y' of node 0 jumps between -2.0 and 1.0, which pushes the state back"
            ))
        #expect(words.contains("take 'runge-kutta-4' with a 'step'"))
        let model = switched()
        try Simulation(model, integrator: RungeKutta4(), step: 0.01).run(steps: 1000)
        #expect(abs(model.numbers[0]) < 0.03)
        #expect(abs(model.numbers[1] - 10) < 1e-9)
    }

    /// Where the steps that are allowed lead to the end, they do, whether many or few moments are looked at.
    @Test(arguments: [1, 20]) func aRunThatCanEndEnds(steps: Int) throws {
        let model = switched()
        let integrator = try AdaptiveIntegrator(
            model, stepper: .rkf45, control: .state(absolute: 3e-6, relative: 3e-6))
        try Simulation(model, integrator: integrator, step: 20 / Double(steps)).run(steps: steps)
        #expect(integrator.acceptedSteps > 100_000)
        #expect(abs(model.numbers[0]) < 1e-3)
        #expect(abs(model.numbers[1] - 20) < 1e-6)
    }

    /// Near a pole rates change their sign and size from step to step, but nothing holds the state: y = 1 − √(1 − 2t). Steps of
    /// msbdf may lead over the pole.
    @Test(arguments: ODEStepper.allCases.filter { $0 != .msbdf }) func aPoleIsNotTakenForAJump(stepper: ODEStepper)
        throws
    {
        let model = ModelByFunction([0]) { _, state, rates in rates[0] = 1 / (1 - state[0]) }
        let integrator = try AdaptiveIntegrator(
            model, stepper: stepper, control: .state(absolute: 1e-8, relative: 1e-8), maximumSteps: 300_000)
        let simulation = try Simulation(model, integrator: integrator, step: 1)
        let error = #expect(throws: IntegrationError.self) { try simulation.run(steps: 1) }
        if case .sliding = error { throw error ?? .interrupted(time: 0) }
    }

    /// The jump lies across both directions; the state goes along it.
    @Test func aJumpAcrossSeveralNumbersIsFound() throws {
        let model = ModelByFunction([-1, 0.5]) { _, state, rates in
            let isAbove = state[0] + state[1] > 0
            rates[0] = isAbove ? -1 : 1
            rates[1] = isAbove ? 0.25 : 0.75
        }
        let stall = try stall(of: model, until: 100)
        #expect((0.5 / 1.75..<0.3).contains(stall.failure.lastTime))
    }

    /// A block that is drawn too weakly sticks by Coulomb's friction.
    @Test func dryFrictionThatSticksIsFound() throws {
        let model = ModelByFunction([1, 0]) { _, state, rates in
            rates[0] = state[1]
            rates[1] = -state[0] - 0.3 * (state[1] > 0 ? 1 : -1)
        }
        let stall = try stall(of: model, until: 1000)
        // It turns at 1, −0.4 and −0.2, where 0.2 < 0.3 no more moves it.
        #expect(abs(stall.failure.lastTime - 2 * Double.pi) < Double.pi)
        #expect(stall.failure.node == 1)
        #expect(abs(stall.failure.lastValues[0].value) < 1e-6)
    }

    /// Jumps that the state crosses, also many of them, come to the end.
    @Test func jumpsThatAreCrossedStopNothing() throws {
        // An oscillator between two forces: its energy |x| + v²/2 is 1/2, but for some 1e-9 at each of 8,000 crossings.
        let relay = ModelByFunction([0.5, 0]) { _, state, rates in
            rates[0] = state[1]
            rates[1] = state[0] > 0 ? -1 : 1
        }
        try run(relay, .rkf45, until: 16_000)
        #expect(abs(abs(relay.numbers[0]) + relay.numbers[1] * relay.numbers[1] / 2 - 0.5) < 1e-4)
        let wave = ModelByFunction([0]) { time, _, rates in rates[0] = sin(50 * time) > 0 ? 1 : -1 }
        try run(wave, .rkf45, tolerance: 1e-8, until: 200 * .pi)
        #expect(abs(wave.numbers[0]) < 1e-3)
    }

    /// A stiff system turns its rates to and fro as well, but they do not jump.
    @Test(arguments: ODEStepper.allCases.filter { !$0.isImplicit }) func whatIsStiffIsNotTakenForAJump(
        stepper: ODEStepper
    ) throws {
        let model = ModelByFunction([1.5]) { time, state, rates in rates[0] = -1e6 * (state[0] - cos(time)) - sin(time)
        }
        let integrator = try AdaptiveIntegrator(
            model, stepper: stepper, control: .state(absolute: 1e-7, relative: 1e-7), maximumSteps: 1_000_000)
        let simulation = try Simulation(model, integrator: integrator, step: 100)
        let error = #expect(throws: IntegrationError.self) { try simulation.run(steps: 1) }
        guard case .stiff = error else { throw error ?? .interrupted(time: 0) }
    }
}
