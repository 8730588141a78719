import Foundation
import GSL
import Testing

/// The implicit methods on stiff systems.
@Suite struct StiffSystemTests {
    private static let implicit = ODEStepper.allCases.filter(\.isImplicit)

    @Test func theImplicitMethodsAreThree() {
        #expect(Self.implicit == [.msbdf, .bsimp, .rk4imp])
    }

    // MARK: Published values

    private static func robertson(_ state: ODEProblems.State, _ derivative: inout ODEProblems.Derivative) {
        derivative[0] = -0.04 * state[0] + 1e4 * state[1] * state[2]
        derivative[2] = 3e7 * state[1] * state[1]
        derivative[1] = -derivative[0] - derivative[2]
    }

    private static func robertsonJacobian(_ state: ODEProblems.State, _ matrix: inout ODEProblems.Derivative) {
        let rows = [
            -0.04, 1e4 * state[2], 1e4 * state[1],
            0.04, -1e4 * state[2] - 6e7 * state[1], -1e4 * state[1],
            0, 6e7 * state[1], 0,
        ]
        for (index, number) in rows.enumerated() { matrix[index] = number }
    }

    /// Robertson's reactions at t = 40 and 4000: 0.71583, 9.1850e-6, 0.28416 and 0.18321, 8.9422e-7, 0.81679, as the example
    /// `cvRoberts_dns` of SUNDIALS prints them (A. C. Hindmarsh et al., *SUNDIALS*, ACM Trans. Math. Softw. 31 (2005) 363,
    /// DOI 10.1145/1089014.1089020).
    @Test(arguments: implicit, [false, true])
    func robertsonsReactions(stepper: ODEStepper, knowsJacobian: Bool) throws {
        var evaluations = 0
        let driver = try ODEDriver(
            dimension: 3, stepper: stepper,
            control: .scaled(absolute: 1e-8, relative: 1e-7, scales: [1, 1e-4, 1]), initialStep: 1e-4,
            jacobian: { _, state, matrix, _ in
                if knowsJacobian { Self.robertsonJacobian(state, &matrix) }
                return knowsJacobian
            },
            rightHandSide: { _, state, derivative in
                evaluations += 1
                Self.robertson(state, &derivative)
            })
        var time = 0.0
        var state = [1.0, 0, 0]
        try driver.advance(from: &time, to: 40, state: &state)
        #expect(abs(state[0] - 0.71583) < 1e-5)
        #expect(abs(state[1] - 9.1850e-6) < 1e-9)
        #expect(abs(state[2] - 0.28416) < 1e-5)
        try driver.advance(from: &time, to: 4000, state: &state)
        #expect(abs(state[0] - 0.18321) < 2e-5)
        #expect(abs(state[1] - 8.9422e-7) < 1e-10)
        let sum = state.reduce(0, +)
        #expect(abs(sum - 1) < 1e-9)
        // Stability would keep steps of an explicit method below some 3 / 2000, which makes more than 10 million calls.
        #expect(evaluations < (stepper == .rk4imp ? 500_000 : 60_000))
    }

    /// Van der Pol's oscillator with μ = 1000, scaled to ε = 10⁻⁶: y(2) = 1.706167732170483, y′(2) = −0.8928097010247975
    /// (F. Mazzia and C. Magherini, *Test Set for Initial Value Problem Solvers*, release 2.4, problem VDPOL).
    @Test(arguments: implicit) func vanDerPolsOscillator(stepper: ODEStepper) throws {
        let driver = try ODEDriver(
            dimension: 2, stepper: stepper, control: .state(absolute: 1e-8, relative: 1e-8), initialStep: 1e-6
        ) { _, state, derivative in
            derivative[0] = state[1]
            derivative[1] = ((1 - state[0] * state[0]) * state[1] - state[0]) * 1e6
        }
        var time = 0.0
        var state = [2.0, 0]
        try driver.advance(from: &time, to: 2, state: &state)
        #expect(abs(state[0] - 1.706167732170483) < 1e-5)
        #expect(abs(state[1] + 0.8928097010247975) < 1e-5)
    }

    // MARK: Closed forms

    /// The number of calls for y′ = −λ (y − cos t) − sin t with λ = 10⁵, and the error of its solution
    /// cos t + ½ exp(−λ t) at t = 1.
    private func forced(_ stepper: ODEStepper) throws -> (evaluations: Int, error: Double) {
        var evaluations = 0
        let driver = try ODEDriver(
            dimension: 1, stepper: stepper, control: .state(absolute: 1e-7, relative: 1e-7), initialStep: 1e-7
        ) { time, state, derivative in
            evaluations += 1
            derivative[0] = -1e5 * (state[0] - cos(time)) - sin(time)
        }
        var time = 0.0
        var state = [1.5]
        try driver.advance(from: &time, to: 1, state: &state)
        return (evaluations, abs(state[0] - cos(1)))
    }

    /// The price of stability: an explicit method asks for a hundred times as many derivatives.
    @Test(arguments: implicit) func aForcedDecayNeedsFarFewerCallsThanByAnExplicitMethod(stepper: ODEStepper) throws {
        let explicit = try forced(.rkf45)
        let implicit = try forced(stepper)
        #expect(implicit.error < 1e-5)
        #expect(explicit.error < 1e-5)
        #expect(implicit.evaluations * 50 < explicit.evaluations)
    }

    /// y′ = A y with eigenvalues −1 and −10⁶: y = (2 e⁻ᵗ − e⁻λᵗ, −e⁻ᵗ + e⁻λᵗ) for y(0) = (1, 0).
    @Test(arguments: implicit, [1e-4, 1e-8]) func aLinearSystemFollowsItsClosedForm(
        stepper: ODEStepper, tolerance: Double
    ) throws {
        let driver = try ODEDriver(
            dimension: 2, stepper: stepper, control: .state(absolute: tolerance, relative: tolerance), initialStep: 1e-8
        ) { _, state, derivative in
            derivative[0] = 999_998 * state[0] + 1_999_998 * state[1]
            derivative[1] = -999_999 * state[0] - 1_999_999 * state[1]
        }
        var time = 0.0
        var state = [1.0, 0]
        try driver.advance(from: &time, to: 3, state: &state)
        #expect(abs(state[0] - 2 * exp(-3.0)) < 100 * tolerance)
        #expect(abs(state[1] + exp(-3.0)) < 100 * tolerance)
        #expect(driver.acceptedSteps < 5000)
    }

    // MARK: Failing

    @Test(arguments: implicit) func whatTheJacobianThrowsIsPassedOn(stepper: ODEStepper) throws {
        let driver = try ODEDriver(
            dimension: 1, stepper: stepper, control: .state(absolute: 1e-6, relative: 0), initialStep: 0.1,
            jacobian: { time, _, _, _ in throw ODEProblems.Refusal(time: time) },
            rightHandSide: ODEProblems.exponential)
        var time = 0.0
        var state = [1.0]
        #expect(throws: ODEProblems.Refusal.self) { try driver.advance(from: &time, to: 1, state: &state) }
        #expect(time == 0)
        #expect(state == [1])
    }

    @Test(arguments: implicit) func tooManyEquationsAreRefusedWithTheLimit(stepper: ODEStepper) {
        let error = #expect(throws: ODEError.self) {
            try ODEDriver(
                dimension: 501, stepper: stepper, control: .state(absolute: 1, relative: 0), initialStep: 1,
                rightHandSide: ODEProblems.exponential)
        }
        #expect(error == .denseDimension(501, stepper: stepper, maximum: 500))
        #expect(
            error?.description
                == "'\(stepper.rawValue)' solves dense equations in each step and takes at most 500 numbers, not 501: "
                + "use a method that is not implicit, or a smaller system")
    }
}
