import Foundation
import GSL
import Testing

/// What is thrown while integrating, and what remains.
@Suite struct ODEFailureTests {
    static func driver(
        _ stepper: ODEStepper, minimumStep: Double = 0, maximumSteps: Int = .max,
        _ rightHandSide: @escaping ODEDriver.RightHandSide
    ) throws -> ODEDriver {
        try ODEDriver(
            dimension: 1, stepper: stepper, control: .state(absolute: 1e-8, relative: 1e-8), initialStep: 1e-2,
            minimumStep: minimumStep, maximumSteps: maximumSteps, rightHandSide: rightHandSide)
    }

    /// The state that is left solves y′ = y up to the time that is left, and the driver can go on from there.
    @Test(arguments: ODEStepper.allCases, [0.0, 0.005, 1.5])
    func throwingRightHandSideLeavesTheLastGoodStep(stepper: ODEStepper, limit: Double) throws {
        var refuses = true
        let driver = try Self.driver(stepper) { time, state, derivative in
            if refuses && time >= limit { throw ODEProblems.Refusal(time: time) }
            derivative[0] = state[0]
        }
        var time = 0.0
        var state = [1.0]
        let error = #expect(throws: ODEProblems.Refusal.self) {
            try driver.advance(from: &time, to: 2, state: &state)
        }
        #expect(try #require(error).time >= limit)
        #expect(time <= limit)
        #expect(abs(state[0] / exp(time) - 1) < 1e-6)
        refuses = false
        try driver.advance(from: &time, to: 2, state: &state)
        #expect(time == 2)
        #expect(abs(state[0] / exp(2) - 1) < 3e-6)
    }

    /// However slowly the state moves: also where that is less than rounding.
    @Test(arguments: ODEStepper.allCases, [1e-14, 1e-16, 1e-18, 1e-40])
    func slowMotionIsNoFailure(stepper: ODEStepper, rate: Double) throws {
        let driver = try Self.driver(stepper) { time, _, derivative in derivative[0] = rate * (1 + time / 1000) }
        var (time, state) = (0.0, [1.0])
        try driver.advance(from: &time, to: 1000, state: &state)
        #expect(abs(state[0] - 1 - 1500 * rate) < max(1e-14, 1000 * rate))
    }

    @Test(arguments: ODEStepper.allCases)
    func throwingInFixedStepsLeavesTheLastGoodStep(stepper: ODEStepper) throws {
        let driver = try ODEDriver(
            dimension: 1, stepper: stepper, control: .state(absolute: 1e-2, relative: 0), initialStep: 1
        ) { time, state, derivative in
            if time > 0.55 { throw ODEProblems.Refusal(time: time) }
            derivative[0] = state[0]
        }
        var time = 0.0
        var state = [1.0]
        #expect(throws: ODEProblems.Refusal.self) {
            try driver.advanceFixed(from: &time, step: 1.0 / 64, count: 64, checksError: false, state: &state)
        }
        #expect(time * 64 == 35)
        #expect(driver.acceptedSteps == 35)
        #expect(abs(state[0] / exp(time) - 1) < 1e-2)
    }

    @Test(arguments: ODEStepper.allCases, [Double.nan, .infinity, -.infinity])
    func nonFiniteDerivativeIsAnError(stepper: ODEStepper, value: Double) throws {
        let driver = try ODEDriver(
            dimension: 5, stepper: stepper, control: .state(absolute: 1e-8, relative: 0), initialStep: 1e-2
        ) { time, _, derivative in
            derivative.update(repeating: 1)
            if time > 0.5 { derivative[3] = value }
        }
        var time = 0.0
        var state = [0.0, 0, 0, 0, 0]
        let error = #expect(throws: ODEError.self) { try driver.advance(from: &time, to: 1, state: &state) }
        guard case .nonFiniteDerivative(let given, component: 3, time: let place) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(given == value || given.isNaN && value.isNaN)
        // Differences look ahead by 2⁻²⁶ of the time, and a step of an implicit method ends where its formula can be solved.
        let allowed = stepper.isImplicit ? 3e-8 : 1e-9
        #expect(abs(place - 0.5) < allowed)
        #expect(time <= 0.5 && time > 0.5 - allowed)
        #expect(state.allSatisfy { abs($0 - time) < 1e-9 })
        #expect(driver.rejectedSteps > 10)
    }

    @Test(arguments: ODEStepper.allCases)
    func nonFiniteDerivativeInFixedStepsIsAnError(stepper: ODEStepper) throws {
        let driver = try Self.driver(stepper) { time, _, derivative in derivative[0] = time > 0.6 ? .nan : 1 }
        var time = 0.0
        var state = [0.0]
        #expect(throws: ODEError.self) {
            try driver.advanceFixed(from: &time, step: 0.25, count: 4, state: &state)
        }
        #expect(time == 0.5)
        #expect(abs(state[0] - 0.5) < 1e-12)
    }

    /// y′ = −√y reaches 0 at t = 2; a large step before that looks at a negative state, a smaller one does not.
    @Test(arguments: ODEStepper.allCases)
    func smallerStepsAvoidALeaveOfTheDomain(stepper: ODEStepper) throws {
        let driver = try ODEDriver(
            dimension: 1, stepper: stepper, control: .state(absolute: 1e-6, relative: 0), initialStep: 8
        ) { _, state, derivative in derivative[0] = -state[0].squareRoot() }
        var time = 0.0
        var state = [1.0]
        try driver.advance(from: &time, to: 1.9, state: &state)
        #expect(abs(state[0] - 0.05 * 0.05) < 1e-4)
    }

    @Test(arguments: ODEStepper.allCases)
    func singularityIsAnErrorAtItsTime(stepper: ODEStepper) throws {
        let driver = try Self.driver(stepper, ODEProblems.explosion)
        var time = 0.0
        var state = [1.0]
        #expect(throws: ODEError.self) { try driver.advance(from: &time, to: 2, state: &state) }
        #expect(abs(time - 1) < 1e-5)
        #expect(state[0].isFinite)
    }

    /// No step over a jump of the derivative is accurate. GSL gives up with the inaccurate step in place. Implicit methods do
    /// not look at the point where the step begins, and see no jump.
    @Test(arguments: ODEStepper.allCases.filter { $0.order != nil && !$0.isImplicit })
    func unreachableToleranceLeavesTheLastGoodStep(stepper: ODEStepper) throws {
        let driver = try ODEDriver(
            dimension: 1, stepper: stepper, control: .state(absolute: 1e-12, relative: 0), initialStep: 1e-2
        ) { time, _, derivative in derivative[0] = time > 1 ? 1e9 : 0 }
        var time = 1.0
        var state = [0.5]
        let error = #expect(throws: ODEError.self) { try driver.advance(from: &time, to: 2, state: &state) }
        #expect(error == .toleranceNotReached(time: 1, step: driver.currentStep))
        #expect(time == 1)
        #expect(state == [0.5])
    }

    @Test(arguments: ODEStepper.allCases)
    func minimumStepEndsTheStruggle(stepper: ODEStepper) throws {
        let driver = try Self.driver(stepper, minimumStep: 1e-4, ODEProblems.explosion)
        var time = 0.0
        var state = [1.0]
        let error = #expect(throws: ODEError.self) { try driver.advance(from: &time, to: 2, state: &state) }
        #expect(error == .stepTooSmall(time: time, step: driver.currentStep, minimum: 1e-4))
        #expect(time < 1)
        #expect(abs(state[0] * (1 - time) - 1) < 1e-2)
    }

    /// Where the state reaches the end of its domain while its rate is not 0, good steps become shorter and shorter.
    @Test(arguments: ODEStepper.allCases)
    func theEndOfADomainIsAnErrorNotAHang(stepper: ODEStepper) throws {
        let driver = try Self.driver(stepper) { _, state, derivative in
            derivative[0] = state[0] <= 2 ? (state[0] + 6) / 2 : .nan
        }
        var time = 0.0
        var state = [1.0]
        #expect(throws: ODEError.self) { try driver.advance(from: &time, to: 4, state: &state) }
        // x + 6 grows by half of itself, here from 7 to 8.
        #expect(abs(time - 2 * log(8.0 / 7)) < 1e-3)
        #expect(state[0] <= 2)
    }

    @Test func stepBelowTheSpacingOfTimesIsAnErrorNotAHang() throws {
        let driver = try ODEDriver(
            dimension: 1, stepper: .rk4, control: .state(absolute: 1, relative: 0), initialStep: 1e-20,
            maximumStep: 1e-20, rightHandSide: ODEProblems.exponential)
        var time = 1.0
        var state = [1.0]
        let error = #expect(throws: ODEError.self) { try driver.advance(from: &time, to: 2, state: &state) }
        #expect(error == .stepTooSmall(time: 1, step: 1e-20, minimum: 0x1p-52))
        #expect(state == [1])
    }

    /// Steps are counted exactly: the limit that just suffices passes, one less throws, and the rest can follow.
    @Test(arguments: ODEStepper.allCases)
    func maximumStepsIsExact(stepper: ODEStepper) throws {
        let unlimited = try Self.driver(stepper, ODEProblems.exponential)
        var time = 0.0
        var state = [1.0]
        try unlimited.advance(from: &time, to: 1, state: &state)
        let needed = unlimited.acceptedSteps

        let sufficient = try Self.driver(stepper, maximumSteps: needed, ODEProblems.exponential)
        (time, state) = (0, [1])
        try sufficient.advance(from: &time, to: 1, state: &state)

        let scarce = try Self.driver(stepper, maximumSteps: needed - 1, ODEProblems.exponential)
        (time, state) = (0, [1])
        let error = #expect(throws: ODEError.self) { try scarce.advance(from: &time, to: 1, state: &state) }
        #expect(error == .tooManySteps(limit: needed - 1, time: time, target: 1))
        #expect(scarce.acceptedSteps == needed - 1)
        try scarce.advance(from: &time, to: 1, state: &state)
        #expect(abs(state[0] - exp(1)) < 1e-5)
    }

    @Test func inaccurateFixedStepIsTakenBack() throws {
        let driver = try Self.driver(.rkf45, ODEProblems.exponential)
        var time = 0.0
        var state = [1.0]
        let error = #expect(throws: ODEError.self) {
            try driver.advanceFixed(from: &time, step: 1, count: 1, state: &state)
        }
        #expect(error == .fixedStepInaccurate(time: 0, step: 1))
        #expect(time == 0)
        #expect(state == [1])
        #expect(driver.rejectedSteps == 1)
        try driver.advanceFixed(from: &time, step: 1, count: 1, checksError: false, state: &state)
        #expect(abs(state[0] - exp(1)) < 1e-2)
    }

    /// Here GSL calls its error handler ("errlev <= zero"), which would end the process by default.
    @Test func errorHandlerDoesNotEndTheProcess() throws {
        let driver = try ODEDriver(
            dimension: 2, stepper: .msadams, control: .state(absolute: 0, relative: 1e-6), initialStep: 1e-3,
            rightHandSide: ODEProblems.oscillator)
        var time = 0.0
        var state = [1.0, 0.0]
        #expect(throws: ODEError.self) { try driver.advance(from: &time, to: 1, state: &state) }
        #expect(time == 0)
        #expect(state == [1, 0])
    }

    @Test func lackOfMemoryIsAnError() {
        let error = #expect(throws: ODEError.self) {
            try ODEDriver(
                dimension: 1 << 55, stepper: .rk4, control: .state(absolute: 1, relative: 0), initialStep: 1,
                rightHandSide: ODEProblems.exponential)
        }
        #expect(
            error?.description == "there is not enough memory (gsl_odeiv2_driver_alloc_standard_new of GSL, status 8)")
    }
}
