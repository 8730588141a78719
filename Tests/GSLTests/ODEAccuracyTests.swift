import Foundation
import GSL
import Testing

/// Solutions against closed forms.
///
/// Control bounds the error of a step, not the sum of the errors. The sum stays below the number of steps times the
/// tolerance, times what the system makes of an error: nothing more for the oscillator, e^(remaining time) for the
/// exponential. `tolerance` is allowed a tenfold excess over steps × tolerance for the estimates' being estimates.
@Suite struct ODEAccuracyTests {
    static let cases = ODEStepper.allCases.flatMap { stepper in [1e-4, 1e-7, 1e-10].map { (stepper, $0) } }

    @Test(arguments: cases)
    func oscillatorFollowsItsCircle(stepper: ODEStepper, tolerance: Double) throws {
        let driver = try ODEDriver(
            dimension: 2, stepper: stepper, control: .state(absolute: tolerance, relative: 0), initialStep: 1e-3,
            rightHandSide: ODEProblems.oscillator)
        var time = 0.0
        var state = [1.0, 0.0]
        for target in [1.0, 2.5, 10] {
            try driver.advance(from: &time, to: target, state: &state)
            #expect(time == target)
            let bound = 10 * tolerance * Double(driver.acceptedSteps)
            #expect(abs(state[0] - cos(target)) < bound)
            #expect(abs(state[1] + sin(target)) < bound)
        }
    }

    @Test(arguments: cases)
    func exponentialGrows(stepper: ODEStepper, tolerance: Double) throws {
        let driver = try ODEDriver(
            dimension: 1, stepper: stepper, control: .state(absolute: 0, relative: tolerance), initialStep: 1e-3,
            rightHandSide: ODEProblems.exponential)
        var time = 0.0
        var state = [1.0]
        try driver.advance(from: &time, to: 5, state: &state)
        #expect(abs(state[0] / exp(5) - 1) < 10 * tolerance * Double(driver.acceptedSteps))
    }

    @Test(arguments: ODEStepper.allCases)
    func backwardsAndForwardsReturns(stepper: ODEStepper) throws {
        let driver = try ODEDriver(
            dimension: 1, stepper: stepper, control: .state(absolute: 1e-10, relative: 1e-10), initialStep: -1e-3,
            rightHandSide: ODEProblems.modulated)
        var time = 2.0
        var state = [exp(sin(2.0))]
        try driver.advance(from: &time, to: -1, state: &state)
        #expect(time == -1)
        #expect(driver.currentStep < 0)
        #expect(abs(state[0] - exp(sin(-1.0))) < 1e-10 * 10 * Double(driver.acceptedSteps))
        try driver.reset(initialStep: 1e-3)
        try driver.advance(from: &time, to: 2, state: &state)
        #expect(abs(state[0] - exp(sin(2.0))) < 1e-10 * 10 * Double(driver.acceptedSteps))
    }

    @Test(arguments: ODEStepper.allCases)
    func tighterToleranceCostsSteps(stepper: ODEStepper) throws {
        let steps = try [1e-4, 1e-8].map { tolerance in
            let driver = try ODEDriver(
                dimension: 2, stepper: stepper, control: .state(absolute: tolerance, relative: 0), initialStep: 1e-3,
                rightHandSide: ODEProblems.oscillator)
            var time = 0.0
            var state = [1.0, 0.0]
            try driver.advance(from: &time, to: 20, state: &state)
            return driver.acceptedSteps
        }
        #expect(steps[1] > steps[0])
    }

    static let controls: [StepSizeControl] = [
        .state(absolute: 1e-8, relative: 1e-8),
        .derivative(absolute: 1e-8, relative: 1e-8),
        .standard(absolute: 1e-8, relative: 1e-8, stateWeight: 0.5, derivativeWeight: 0.5),
        .scaled(absolute: 1e-8, relative: 0, scales: [1, 2]),
    ]

    @Test(arguments: ODEStepper.allCases, controls)
    func everyControlKeepsItsTolerance(stepper: ODEStepper, control: StepSizeControl) throws {
        let driver = try ODEDriver(
            dimension: 2, stepper: stepper, control: control, initialStep: 1e-3, rightHandSide: ODEProblems.oscillator)
        var time = 0.0
        var state = [1.0, 0.0]
        try driver.advance(from: &time, to: 3, state: &state)
        let bound = 10 * 4e-8 * Double(driver.acceptedSteps)
        #expect(hypot(state[0] - cos(3), state[1] + sin(3)) < bound)
    }

    @Test func scalesLoosenTheToleranceOfTheirComponent() throws {
        let steps = try [1.0, 1e4].map { scale in
            let driver = try ODEDriver(
                dimension: 2, stepper: .rkf45, control: .scaled(absolute: 1e-9, relative: 0, scales: [scale, scale]),
                initialStep: 1e-3, rightHandSide: ODEProblems.oscillator)
            var time = 0.0
            var state = [1.0, 0.0]
            try driver.advance(from: &time, to: 20, state: &state)
            return driver.acceptedSteps
        }
        #expect(steps[1] < steps[0] / 2)
    }
}
