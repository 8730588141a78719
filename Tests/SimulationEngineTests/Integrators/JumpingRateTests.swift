import Foundation
import GSL
import SimulationEngine
import Testing

/// Rates that jump or have kinks and tell it: no method of adaptive steps misses that, though its estimate of the error does.
@Suite struct JumpingRateTests {
    /// A model whose rates have two branches, and which tells of them.
    private final class Switched: PlainModel {
        typealias Condition = (Double, Span<Double>) -> Bool

        let state: StateVector
        private let condition: Condition
        private let rates: (Double, Span<Double>, inout MutableSpan<Double>) -> Void
        private let tellsJumps: Bool

        /// Rates that follow from a truth value, too, and jump with it.
        init(
            _ initial: [Double], if condition: @escaping Condition,
            _ rates: @escaping (Bool, Span<Double>, inout MutableSpan<Double>) -> Void
        ) {
            state = StateVector(initial)
            self.condition = condition
            self.rates = { rates(condition($0, $1), $1, &$2) }
            tellsJumps = true
        }

        /// Rates with a kink, which is told to those who ask for kinks, and to nobody else.
        init(
            _ initial: [Double], kinkWhere condition: @escaping Condition,
            _ rates: @escaping (Double, Span<Double>, inout MutableSpan<Double>) -> Void
        ) {
            state = StateVector(initial)
            (self.condition, self.rates, tellsJumps) = (condition, rates, false)
        }

        func derivative(at time: Double, of state: Span<Double>, into rates: inout MutableSpan<Double>) {
            self.rates(time, state, &rates)
        }

        func branches(at time: Double, of state: Span<Double>, withKinks: Bool) -> UInt64? {
            tellsJumps || withKinks ? (condition(time, state) ? 1 : 0) : nil
        }
    }

    private func run(_ model: Switched, _ stepper: ODEStepper, until end: Double, steps: Int = 1) throws
        -> AdaptiveIntegrator<Switched>
    {
        let integrator = try AdaptiveIntegrator(
            model, stepper: stepper, control: .state(absolute: 1e-9, relative: 1e-9))
        try Simulation(model, integrator: integrator, step: end / Double(steps)).run(steps: steps)
        return integrator
    }

    /// Between rates of the same size the stages of rk4 cancel, whatever the step.
    @Test(arguments: [0.5, 0.3, 0.11, 1.7]) func aJumpThatHoldsTheStateIsSeen(start: Double) throws {
        let model = Switched([start], if: { $1[0] > 0 }) { $2[0] = $0 ? -1 : 1 }
        let error = #expect(throws: IntegrationError.self) { _ = try run(model, .rk4, until: 100) }
        guard case .sliding(let stall) = error else { throw error ?? .interrupted(time: 0) }
        #expect(abs(stall.failure.lastTime - start) < 0.01)
        #expect(abs(stall.failure.lastValues[0].value) < 1e-6)
    }

    /// Each half of the wave is a decay toward 1 or −1.
    private func decay(until end: Double, halfPeriod: Double) -> Double {
        var (state, time, sign) = (1.0, 0.0, 1.0)
        while time < end {
            let next = min(time + halfPeriod, end)
            state = sign + (state - sign) * exp(time - next)
            (time, sign) = (next, -sign)
        }
        return state
    }

    @Test(arguments: ODEStepper.allCases, [1, 7]) func aSquareWaveIsFollowed(stepper: ODEStepper, steps: Int) throws {
        let model = Switched([1], if: { time, _ in sin(3 * time) >= 0 }) { $2[0] = ($0 ? 1 : -1) - $1[0] }
        _ = try run(model, stepper, until: 20, steps: steps)
        // Each of 20 jumps is found by some hundred steps, each of which may be wrong by the tolerance.
        #expect(abs(model.numbers[0] - decay(until: 20, halfPeriod: .pi / 3)) < 5e-6)
    }

    /// Whole periods are not jumped over where nothing else asks for short steps: rates are constant but for jumps.
    @Test(arguments: ODEStepper.allCases) func constantRatesThatJumpAreSummedUp(stepper: ODEStepper) throws {
        let model = StepsOfTime()
        let integrator = try AdaptiveIntegrator(
            model, stepper: stepper, control: .state(absolute: 1e-9, relative: 1e-9))
        try Simulation(model, integrator: integrator, step: 20).run(steps: 1)
        #expect(abs(model.numbers[0] - 29.5) < 2e-5)
    }

    /// Rates 1, 1.5 and 2 for a unit of time each, again and again.
    private final class StepsOfTime: PlainModel {
        let state = StateVector([0])

        func derivative(at time: Double, of state: Span<Double>, into rates: inout MutableSpan<Double>) {
            rates[0] = 1 + 0.5 * time.rounded(.down).truncatingRemainder(dividingBy: 3)
        }

        func branches(at time: Double, of state: Span<Double>, withKinks: Bool) -> UInt64? {
            UInt64(bitPattern: Int64(time.rounded(.down)))
        }
    }

    /// Between two forces of the same size the state moves along parabolas, with a period of 4.
    @Test(arguments: ODEStepper.allCases) func jumpsThatAreCrossedChangeNothing(stepper: ODEStepper) throws {
        let model = Switched([0.5, 0], if: { $1[0] > 0 }) { isPositive, state, rates in
            rates[0] = state[1]
            rates[1] = isPositive ? -1 : 1
        }
        _ = try run(model, stepper, until: 23.7)
        #expect(abs(model.numbers[0] - 0.455) < 2e-5)
        #expect(abs(model.numbers[1] - 0.3) < 2e-5)
    }

    /// Differences for the Jacobian are taken on the other side of a jump as well, where no step leads.
    @Test(arguments: ODEStepper.allCases) func aStateThatRestsAtAJumpStaysThere(stepper: ODEStepper) throws {
        let model = Switched([0, 1], if: { $1[0] > 0 }) { isPositive, state, rates in
            rates[0] = isPositive ? 1 - state[0] : 0
            rates[1] = -state[1]
        }
        let integrator = try run(model, stepper, until: 5)
        #expect(model.numbers[0] == 0)
        #expect(abs(model.numbers[1] - exp(-5)) < 1e-7)
        #expect(integrator.acceptedSteps + integrator.rejectedSteps < 3000)
    }

    /// Where a rate has a kink, nothing is taken back for long.
    @Test(arguments: ODEStepper.allCases) func aKinkIsNoJump(stepper: ODEStepper) throws {
        let model = Switched([-1, 0], if: { $1[0] > 0 }) { isPositive, state, rates in
            rates[0] = 1
            rates[1] = isPositive ? state[0] : 0
        }
        let integrator = try run(model, stepper, until: 3)
        #expect(abs(model.numbers[1] - 2) < 1e-7)
        #expect(integrator.rejectedSteps < 100)
    }

    /// The trajectory does not depend on where it is looked at, also where steps are taken back.
    @Test(arguments: [ODEStepper.rk4, .bsimp, .rk4imp]) func stepsThatAreTakenBackLeaveTheSameBits(
        stepper: ODEStepper
    ) throws {
        func wave() -> Switched {
            Switched([1], if: { time, _ in sin(3 * time) >= 0 }) { $2[0] = ($0 ? 1 : -1) - $1[0] }
        }
        let (once, often) = (wave(), wave())
        let first = try run(once, stepper, until: 4)
        let second = try run(often, stepper, until: 4, steps: 16)
        #expect(once.bits == often.bits)
        #expect(first.acceptedSteps == second.acceptedSteps)
    }

    // MARK: Kinks

    @Test(arguments: ODEStepper.allCases) func aRectifiedSineIsSummedUp(stepper: ODEStepper) throws {
        let model = Switched([0], kinkWhere: { time, _ in sin(time) >= 0 }) { time, _, rates in
            rates[0] = abs(sin(time))
        }
        let integrator = try run(model, stepper, until: 29)
        // Nine arcs, and a part of the tenth.
        #expect(abs(model.numbers[0] - (19 - cos(29 - 9 * .pi))) < 5e-6)
        if stepper.overlooksKinks { #expect(integrator.acceptedSteps + integrator.rejectedSteps < 1500) }
    }

    /// A spring that is three times as stiff on one side.
    @Test(arguments: ODEStepper.allCases) func aKinkOfTheStateIsSeen(stepper: ODEStepper) throws {
        let model = Switched([1, 0], kinkWhere: { $1[0] > 0 }) { _, state, rates in
            rates[0] = state[1]
            rates[1] = max(-3 * state[0], 0) - max(state[0], 0)
        }
        _ = try run(model, stepper, until: 20)
        // A little more than four periods.
        #expect(abs(model.numbers[0] - cos(20 - 4 * (Double.pi + .pi / sqrt(3)))) < 2e-6)
    }

    /// What rests at a kink, but for rounding, asks for no short steps of what goes on beside it once it has come to rest.
    @Test(arguments: [ODEStepper.msadams, .msbdf, .bsimp, .rk4imp]) func aStateThatRestsAtAKinkCostsNothing(
        stepper: ODEStepper
    ) throws {
        func steps(isTold: Bool, until end: Double) throws -> Int {
            let model = Switched([1, 1, 0], kinkWhere: { isTold && $1[0] < 0 }) { _, state, rates in
                rates[0] = -20 * state[0]
                rates[1] = state[2] + max(state[0], 0)
                rates[2] = -state[1]
            }
            let integrator = try run(model, stepper, until: end)
            return integrator.acceptedSteps + integrator.rejectedSteps
        }
        func cost(until end: Double) throws -> Int {
            try steps(isTold: true, until: end) - steps(isTold: false, until: end)
        }
        let (short, long) = (try cost(until: 40), try cost(until: 160))
        #expect(short < 60)
        #expect(long < short + 10, "\(short), then \(long)")
    }

    /// Of many numbers each has kinks of its own: steps are those of who is not told.
    @Test(arguments: [ODEStepper.msadams, .msbdf, .bsimp, .rk4imp]) func kinksOfLargeSystemsAreLeftToTheMethod(
        stepper: ODEStepper
    ) throws {
        func state(isTold: Bool) throws -> [UInt64] {
            let initial = (0..<20).map { Double($0) / 20 - 0.5 }
            let model = Switched(initial, kinkWhere: { isTold && $1[3] > 0 }) { _, state, rates in
                for i in 0..<10 {
                    rates[2 * i] = state[2 * i + 1]
                    rates[2 * i + 1] = -state[2 * i] - 0.3 * abs(state[2 * i])
                }
            }
            _ = try run(model, stepper, until: 5)
            return model.bits
        }
        #expect(try state(isTold: true) == state(isTold: false))
    }

    // MARK: What is driven

    /// Two numbers, of which the first one decays toward the second one.
    private final class Follower: PlainModel {
        let state = StateVector([1, 0])

        func derivative(at time: Double, of state: Span<Double>, into rates: inout MutableSpan<Double>) {
            rates[0] = state[1] - state[0]
            rates[1] = 0
        }
    }

    /// Whether its branches are known, or where they end, or both.
    @Test(arguments: ODEStepper.allCases, [(true, false), (false, true), (true, true)])
    func aSquareWaveThatDrivesIsFollowed(stepper: ODEStepper, known: (branches: Bool, ends: Bool)) throws {
        let model = Follower()
        let integrator = try AdaptiveIntegrator(
            model, stepper: stepper, control: .state(absolute: 1e-9, relative: 1e-9))
        let simulation = try Simulation(model, integrator: integrator, step: 5)
        let branches: (Double) -> UInt64 = { sin(3 * $0) >= 0 ? 1 : 0 }
        let ends: (Double, Double) -> SmoothStretch = { time, end in
            let next = ((3 * time / .pi).rounded(.down) + 1) * .pi / 3
            return SmoothStretch(end: min(next, end), endsAtSwitch: next <= end)
        }
        try simulation.drive(
            "y", ofNode: 1, derivative: { _ in 0 }, branches: known.branches ? branches : nil,
            smoothStretch: known.ends ? ends : nil, { sin(3 * $0) >= 0 ? 1 : -1 })
        try simulation.run(steps: 1)
        #expect(abs(model.numbers[0] - decay(until: 5, halfPeriod: .pi / 3)) < 1e-6)
    }
}
