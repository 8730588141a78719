import Foundation
import GSL
import Testing

/// Resets, limits, counts and lifetimes.
@Suite struct ODEDriverTests {
    /// A multistep method predicts from its history, which an intervention makes worthless.
    @Test(arguments: ODEStepper.allCases)
    func changedStateIsTakenUpWithoutReset(stepper: ODEStepper) throws {
        let driver = try ODEDriver(
            dimension: 2, stepper: stepper, control: .state(absolute: 1e-8, relative: 0), initialStep: 1e-3,
            rightHandSide: ODEProblems.oscillator)
        var time = 0.0
        var state = [1.0, 0.0]
        try driver.advance(from: &time, to: 1, state: &state)
        state = [0, 2]
        try driver.advance(from: &time, to: 3, state: &state)
        // The estimate of the error of `bsimp` is less strict than those of the others.
        let allowed = stepper == .bsimp ? 3e-5 : 1e-5
        #expect(hypot(state[0] - 2 * sin(2), state[1] - 2 * cos(2)) < allowed)
        time = 0
        try driver.advance(from: &time, to: 1, state: &state)
        #expect(hypot(state[0] - 2 * sin(3), state[1] - 2 * cos(3)) < allowed)
    }

    /// The price of an intervention shows that a method with history does carry on from it otherwise.
    @Test func adamsCarriesOnBetweenAdvances() throws {
        var calls = 0
        func callsOfTwentyAdvances(resetting: Bool) throws -> Int {
            calls = 0
            let driver = try ODEDriver(
                dimension: 2, stepper: .msadams, control: .state(absolute: 1e-8, relative: 0), initialStep: 1e-3
            ) { _, state, derivative in
                calls += 1
                derivative[0] = state[1]
                derivative[1] = -state[0]
            }
            var time = 0.0
            var state = [1.0, 0.0]
            for target in 1...20 {
                try driver.advance(from: &time, to: Double(target), state: &state)
                if resetting { driver.reset() }
            }
            return calls
        }
        #expect(try 2 * callsOfTwentyAdvances(resetting: false) < callsOfTwentyAdvances(resetting: true))
    }

    @Test func resetRestoresTheInitialStepAndKeepsTheCounts() throws {
        let driver = try ODEDriver(
            dimension: 2, stepper: .rkf45, control: .state(absolute: 1e-10, relative: 0), initialStep: 4,
            rightHandSide: ODEProblems.oscillator)
        var time = 0.0
        var state = [1.0, 0.0]
        try driver.advance(from: &time, to: 10, state: &state)
        #expect(driver.currentStep != 4)
        let (accepted, rejected) = (driver.acceptedSteps, driver.rejectedSteps)
        #expect(rejected > 0)
        driver.reset()
        #expect(driver.currentStep == 4)
        #expect(driver.acceptedSteps == accepted)
        #expect(driver.rejectedSteps == rejected)
    }

    @Test func maximumStepHolds() throws {
        let driver = try ODEDriver(
            dimension: 1, stepper: .rk8pd, control: .state(absolute: 1, relative: 0), initialStep: 0.125,
            maximumStep: 0.125, rightHandSide: ODEProblems.exponential)
        var time = 0.0
        var state = [1.0]
        try driver.advance(from: &time, to: 2, state: &state)
        #expect(driver.acceptedSteps == 16)
        #expect(driver.currentStep == 0.125)
    }

    @Test func targetReachedAlreadyIsNoStep() throws {
        let driver = try ODEDriver(
            dimension: 1, stepper: .rk4, control: .state(absolute: 1, relative: 0), initialStep: 1,
            rightHandSide: { time, _, _ in throw ODEProblems.Refusal(time: time) })
        var time = 3.0
        var state = [1.0]
        try driver.advance(from: &time, to: 3, state: &state)
        #expect(driver.acceptedSteps == 0)
    }

    /// The closure lives as long as the driver, and no longer.
    @Test func rightHandSideIsReleasedWithTheDriver() throws {
        final class Token {
            let rate = 1.0
        }
        weak var observed: Token?
        do {
            let token = Token()
            observed = token
            var driver: ODEDriver? = try ODEDriver(
                dimension: 1, stepper: .rk4, control: .state(absolute: 1e-6, relative: 0), initialStep: 0.1
            ) { [token] _, state, derivative in derivative[0] = token.rate * state[0] }
            var time = 0.0
            var state = [1.0]
            try driver?.advance(from: &time, to: 1, state: &state)
            #expect(observed != nil)
            driver = nil
        }
        #expect(observed == nil)
    }

    /// A first step of just the length that is left, which by rounding leads beyond the target.
    @Test func aStepOfJustTheRightLengthEndsAtTheTarget() throws {
        var cases = 0
        for index in 1...2000 {
            let (start, target) = (-0.1 * Double(index), Double(index) / 7)
            guard start + (target - start) > target else { continue }
            cases += 1
            for direction in [1.0, -1] {
                let driver = try ODEDriver(
                    dimension: 1, stepper: .rkf45, control: .state(absolute: 1, relative: 0),
                    initialStep: direction * (target - start)
                ) { _, _, derivative in derivative[0] = 1 }
                var time = direction * start
                var state = [0.0]
                try driver.advance(from: &time, to: direction * target, state: &state)
                #expect(time == direction * target)
                #expect(driver.acceptedSteps == 1)
            }
        }
        #expect(cases > 10)
    }
}
