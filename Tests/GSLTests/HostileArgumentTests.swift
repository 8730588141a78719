import GSL
import Testing

/// Arguments that nobody should give, which are told and do not end the process.
@Suite struct HostileArgumentTests {
    @Test("a search that may not iterate gives up", arguments: [0, -1, Int.min])
    func iterations(count: Int) {
        let line = { (x: Double) in x }
        let root = #expect(throws: GSLError.self) {
            try findRoot(between: (-1, -1), and: (2, 2), tolerance: 1e-9, maximumIterations: count, of: line)
        }
        #expect(root?.isIterationLimit == true)
        let square = { (x: Double) in x * x }
        let minimum = #expect(throws: GSLError.self) {
            try findMinimum(
                between: (-1, 1), guess: (0.1, 0.01), and: (2, 4), tolerance: 1e-9, maximumIterations: count, of: square
            )
        }
        #expect(minimum?.isIterationLimit == true)
        let several = #expect(throws: GSLError.self) { try descent(from: [1, 1], iterations: count) }
        #expect(several?.isIterationLimit == true)
    }

    @Test("a search of many variables has variables, and steps that are possible")
    func descents() throws {
        #expect(throws: GSLError.self) { try descent(from: []) }
        for step in [0, -1, .nan, .infinity] {
            #expect(throws: GSLError.self) { try descent(from: [1], firstStep: step) }
        }
        #expect(throws: GSLError.self) { try descent(from: [1], lineTolerance: .nan) }
        let found = try descent(from: [1, -3])
        #expect(found.arguments.allSatisfy { abs($0) < 1e-3 })
    }

    /// Of the sum of squares.
    private func descent(
        from start: [Double], firstStep: Double = 0.1, lineTolerance: Double = 0.1, iterations: Int = 100
    ) throws -> MultidimensionalMinimum {
        try findMinimum(
            from: start, by: .conjugatePolakRibiere, firstStep: firstStep, lineTolerance: lineTolerance,
            maximumIterations: iterations, until: { $0.allSatisfy { abs($0) < 1e-3 } }
        ) { x, gradient in
            for index in start.indices { gradient[index] = 2 * x[index] }
            return start.indices.reduce(0) { $0 + x[$1] * x[$1] }
        }
    }

    @Test("orders whose squares there cannot be, and elements that are not finite, are refused")
    func matrices() {
        for order in [1 << 33, 1 << 32, Int.max, -1, Int.min] {
            #expect(throws: GSLError.self) { try symmetricEigenvalues(of: [], order: order) }
            #expect(throws: GSLError.self) { try symmetricEigenvalues(of: [1], order: order) }
        }
        #expect(throws: GSLError.self) { try symmetricEigenvalues(of: [.nan], order: 1) }
        #expect(throws: GSLError.self) { try symmetricEigenvalues(of: [1, 0, .infinity, 1], order: 2) }
        #expect(throws: Never.self) { try symmetricEigenvalues(of: [1, .nan, 0, 1], order: 2) }
    }

    @Test("a right-hand side that advances its own driver is refused, by every method", arguments: ODEStepper.allCases)
    func driverWithinItself(_ stepper: ODEStepper) throws {
        let own = Own()
        let driver = try ODEDriver(
            dimension: 1, stepper: stepper, control: .state(absolute: 1e-6, relative: 0), initialStep: 0.1
        ) { _, state, derivative in
            derivative[0] = -state[0]
            var (time, other) = (0.0, [1.0])
            try own.driver?.advance(from: &time, to: 0.1, state: &other)
        }
        own.driver = driver
        var (time, state) = (0.0, [1.0])
        #expect(throws: ODEError.advancing) { try driver.advance(from: &time, to: 1, state: &state) }
        #expect(throws: ODEError.advancing) { try driver.advanceFixed(from: &time, step: 0.1, count: 1, state: &state) }
        // The driver is as good as before.
        own.driver = nil
        try driver.advance(from: &time, to: 1, state: &state)
        #expect(abs(state[0] - 0.36787944) < 1e-3)
    }

    @Test("a reset within an advance waits for its end, by every method", arguments: ODEStepper.allCases)
    func resetWithinAdvance(_ stepper: ODEStepper) throws {
        let own = Own()
        let driver = try ODEDriver(
            dimension: 1, stepper: stepper, control: .state(absolute: 1e-6, relative: 0), initialStep: 0.1
        ) { _, state, derivative in
            derivative[0] = -state[0]
            own.driver?.reset()
        }
        own.driver = driver
        var (time, state) = (0.0, [1.0])
        try driver.advance(from: &time, to: 1, state: &state)
        #expect(abs(state[0] - 0.36787944) < 1e-3)
        #expect(driver.currentStep == 0.1)
    }

    private final class Own {
        weak var driver: ODEDriver?
    }
}
