import GSL
import Testing

/// The words for arguments that do not fit.
@Suite struct ODEArgumentTests {
    struct Arguments: Sendable {
        var dimension = 2
        var control = StepSizeControl.state(absolute: 1e-6, relative: 0)
        var initialStep = 0.1
        var minimumStep = 0.0
        var maximumStep = 1.0
        var maximumSteps = 100

        init(_ change: (inout Arguments) -> Void = { _ in }) {
            change(&self)
        }

        func driver() throws(ODEError) -> ODEDriver {
            try ODEDriver(
                dimension: dimension, stepper: .rkf45, control: control, initialStep: initialStep,
                minimumStep: minimumStep, maximumStep: maximumStep, maximumSteps: maximumSteps,
                rightHandSide: ODEProblems.oscillator)
        }
    }

    static let refusals: [(Arguments, String)] = [
        (Arguments { $0.dimension = 0 }, "a system needs between 1 and 88686269585142075 equations, not 0"),
        (Arguments { $0.dimension = -1 }, "a system needs between 1 and 88686269585142075 equations, not -1"),
        (
            Arguments { $0.dimension = 1 << 61 },
            "a system needs between 1 and 88686269585142075 equations, not 2305843009213693952"
        ),
        (
            Arguments { $0.control.absolute = -1 },
            "the absolute tolerance must be 0 or more and finite, not -1.0"
        ),
        (
            Arguments { $0.control.relative = .nan },
            "the relative tolerance must be 0 or more and finite, not nan"
        ),
        (
            Arguments { $0.control.stateWeight = -2 },
            "the weight of the state must be 0 or more and finite, not -2.0"
        ),
        (
            Arguments { $0.control.derivativeWeight = .infinity },
            "the weight of the derivative must be 0 or more and finite, not inf"
        ),
        (
            Arguments { $0.control = .state(absolute: 0, relative: 0) },
            "no step is free of error: give an absolute or a relative tolerance above 0"
        ),
        (
            Arguments { $0.control = .standard(absolute: 0, relative: 1, stateWeight: 0, derivativeWeight: 0) },
            "no step is free of error: give an absolute or a relative tolerance above 0"
        ),
        (
            Arguments { $0.control = .scaled(absolute: 1, relative: 0, scales: [1]) },
            "a system of 2 equations needs as many scales for its tolerance, not 1"
        ),
        (
            Arguments { $0.control = .scaled(absolute: 1, relative: 0, scales: [1, 0]) },
            "the scale of the tolerance of component 1 must be above 0 and finite, not 0.0"
        ),
        (
            Arguments { $0.minimumStep = -1 },
            "the step needs limits 0 <= minimum <= maximum with a maximum above 0, not -1.0 and 1.0"
        ),
        (
            Arguments { $0.minimumStep = 2 },
            "the step needs limits 0 <= minimum <= maximum with a maximum above 0, not 2.0 and 1.0"
        ),
        (
            Arguments { $0.maximumStep = 0 },
            "the step needs limits 0 <= minimum <= maximum with a maximum above 0, not 0.0 and 0.0"
        ),
        (
            Arguments { $0.initialStep = 0 },
            "the initial step must be finite, not 0, and in size between 0.0 and 1.0, not 0.0"
        ),
        (
            Arguments { $0.initialStep = -2 },
            "the initial step must be finite, not 0, and in size between 0.0 and 1.0, not -2.0"
        ),
        (
            Arguments { $0.initialStep = .nan },
            "the initial step must be finite, not 0, and in size between 0.0 and 1.0, not nan"
        ),
        (Arguments { $0.maximumSteps = 0 }, "an advance needs at least 1 step, not at most 0"),
    ]

    @Test(arguments: refusals)
    func unsoundArgumentIsNamed(_ arguments: Arguments, message: String) {
        let error = #expect(throws: ODEError.self) { try arguments.driver() }
        #expect(error?.description == message)
    }

    @Test func unlimitedStepIsSound() throws {
        let driver = try Arguments { $0.maximumStep = .infinity }.driver()
        #expect(driver.currentStep == 0.1)
    }

    struct Call: Sendable {
        let message: String
        let make: @Sendable (ODEDriver, inout Double, inout [Double]) throws -> Void
    }

    static let calls: [Call] = [
        Call(message: "a system of 2 equations needs a state of as many numbers, not 3") { driver, time, _ in
            var state = [1.0, 2, 3]
            try driver.advance(from: &time, to: 1, state: &state)
        },
        Call(message: "a system of 2 equations needs a state of as many numbers, not 0") { driver, time, _ in
            var state: [Double] = []
            try driver.advanceFixed(from: &time, step: 1, count: 1, state: &state)
        },
        Call(message: "a time must be finite, not inf") { driver, time, state in
            try driver.advance(from: &time, to: .infinity, state: &state)
        },
        Call(message: "a time must be finite, not nan") { driver, _, state in
            var time = Double.nan
            try driver.advance(from: &time, to: 1, state: &state)
        },
        Call(
            message: "the time -1.0 cannot be reached from 0.0 by steps such as 0.1: "
                + "an initial step of the other sign integrates the other way"
        ) { driver, time, state in
            try driver.advance(from: &time, to: -1, state: &state)
        },
        Call(message: "a fixed step must be finite and not 0, not 0.0") { driver, time, state in
            try driver.advanceFixed(from: &time, step: 0, count: 1, state: &state)
        },
        Call(message: "the number of fixed steps must be 0 or more, not -1") { driver, time, state in
            try driver.advanceFixed(from: &time, step: 1, count: -1, state: &state)
        },
        Call(message: "the initial step must be finite, not 0, and in size between 0.0 and 1.0, not 3.0") {
            driver, _, _ in
            try driver.reset(initialStep: 3)
        },
    ]

    @Test(arguments: calls)
    func unsoundCallIsNamedAndChangesNothing(_ call: Call) throws {
        let driver = try Arguments().driver()
        var time = 0.0
        var state = [1.0, 0]
        let error = #expect(throws: ODEError.self) { try call.make(driver, &time, &state) }
        #expect(error?.description == call.message)
        #expect(time == 0)
        #expect(state == [1, 0])
        #expect(driver.currentStep == 0.1)
    }

    @Test(
        arguments: [
            (
                .nonFiniteDerivative(.nan, component: 3, time: 1.5),
                "the derivative of component 3 at time 1.5 is nan: "
                    + "the state has left the domain of the equations, or grows beyond all bounds"
            ),
            (
                .toleranceNotReached(time: 1, step: 1e-17),
                "at time 1.0 a step of 1e-17 still misses the tolerance: "
                    + "allow a larger error, or look for a singularity at this time"
            ),
            (
                .fixedStepInaccurate(time: 1, step: 0.5),
                "at time 1.0 a fixed step of 0.5 misses the tolerance: take a smaller step or allow a larger error"
            ),
            (
                .stepTooSmall(time: 1, step: 0.25, minimum: 0.5),
                "at time 1.0 a step of 0.25 is smaller than 0.5: "
                    + "allow a larger error or smaller steps, or look for a singularity at this time"
            ),
            (
                .tooManySteps(limit: 10, time: 0.5, target: 1),
                "10 steps led only to time 0.5, not to 1.0: allow more steps or a larger error"
            ),
        ] as [(ODEError, String)])
    func failureIsPutIntoWords(_ error: ODEError, message: String) {
        #expect(error.description == message)
    }
}
