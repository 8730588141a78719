import Foundation
import GSL
import Testing

/// The measured order of convergence in fixed steps.
///
/// If the error is C hᵖ + O(hᵖ⁺¹), halving the step divides it by 2ᵖ (1 + O(h)). GSL continues with the formula of the
/// higher order: 3 for rk2, 5 for rkf45 and rkck, 8 for rk8pd; rk4's two half steps are not extrapolated, so 4.
/// Measured: 2.99, 4.00, 4.94, 4.98 and 8.08 for rk2, rk4, rkf45, rkck and rk8pd.
@Suite struct ODEConvergenceTests {
    /// The error at t = 2 of y′ = y cos t after a number of steps. The tolerance is that of implicit formulas only.
    static func error(of stepper: ODEStepper, steps: Int) throws -> Double {
        let driver = try ODEDriver(
            dimension: 1, stepper: stepper, control: .state(absolute: 1e-13, relative: 0), initialStep: 1,
            rightHandSide: ODEProblems.modulated)
        var time = 0.0
        var state = [1.0]
        try driver.advanceFixed(from: &time, step: 2 / Double(steps), count: steps, checksError: false, state: &state)
        return abs(state[0] - exp(sin(2.0)))
    }

    @Test(arguments: ODEStepper.allCases.filter { $0.order != nil })
    func errorShrinksWithTheOrder(stepper: ODEStepper) throws {
        let order = try #require(stepper.order)
        // Steps so large that rounding does not show at order 8, and so small that the leading term rules at order 3.
        let steps = order == 8 ? 8 : 64
        let coarse = try Self.error(of: stepper, steps: steps)
        let fine = try Self.error(of: stepper, steps: 2 * steps)
        #expect(abs(log2(coarse / fine) - Double(order)) < 0.15)
    }

    @Test(arguments: ODEStepper.allCases)
    func fixedTimesAreNotSummedUp(stepper: ODEStepper) throws {
        let driver = try ODEDriver(
            dimension: 1, stepper: stepper, control: .state(absolute: 1e-3, relative: 0), initialStep: 1
        ) { _, _, derivative in derivative[0] = 1 }
        var time = 0.0
        var state = [0.0]
        try driver.advanceFixed(from: &time, step: 0.1, count: 1000, state: &state)
        #expect(time == 100)
        #expect(abs(state[0] - 100) < 1e-9)
        #expect(driver.acceptedSteps == 1000)
        try driver.advanceFixed(from: &time, step: -0.1, count: 1000, state: &state)
        #expect(abs(time) < 1e-12)
        #expect(abs(state[0]) < 1e-9)
        try driver.advanceFixed(from: &time, step: 0.1, count: 0, state: &state)
        #expect(driver.acceptedSteps == 2000)
    }
}
