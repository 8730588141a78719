import ObserverCore
import SimulationEngine
import Testing

/// Quantities that must not change, or not by much.
@Suite("Quantities that are required not to change") struct QuantityRequirementTests {
    private let sum = QuantityDefinition<CountingModel, Double>("sum") { Double($0.numbers.reduce(0, +)) }

    /// Three numbers that count on by 1 a step: 10, 13, 16, ….
    @Test("the error names the quantity, the step and both values")
    func error() throws {
        let simulation = try counting([3, 7, 0], step: 0.5)
        try simulation.require(simulation.quantity(sum), relativeChange: 0.5)
        let error = #expect(throws: SimulationError.self) { try simulation.run(until: 10) }
        #expect(
            error?.description
                == "'sum' is 16.0 after step 2, at time 1.0; it was 10.0 at the beginning, and the change is 0.6 of that, "
                + "more than 0.5")
        guard case .quantityHasChanged(let failure) = error else { throw error ?? .alreadyRunning }
        #expect(failure.moment == Moment(step: 2, time: 1))
        #expect(failure.value == [16] && failure.firstValue == [10])
    }

    @Test("a change that is not relative, and only now and then")
    func absolute() throws {
        let simulation = try counting([3, 7, 0])
        try simulation.require(simulation.quantity(sum), change: 5, every: 4)
        let error = #expect(throws: SimulationError.self) { try simulation.run(until: 10) }
        #expect(error?.description.contains("22.0 after step 4, at time 4.0") == true)
        #expect(error?.description.contains("the change is 12.0 from that, more than 5.0") == true)
    }

    @Test("a vector has the length of its change")
    func vector() throws {
        let simulation = try counting([3, 4, 0])
        let vector = QuantityDefinition<CountingModel, SIMD3<Double>>("vector") {
            SIMD3(Double($0.numbers[0]), Double($0.numbers[1]), Double($0.numbers[2]))
        }
        // The change after n steps is n times the root of 3, and the vector is 5 long: 0.69 after 2 steps.
        try simulation.require(simulation.quantity(vector), relativeChange: 0.69)
        let error = #expect(throws: SimulationError.self) { try simulation.run(until: 10) }
        #expect(error?.description.contains("(5.0, 6.0, 2.0) after step 2") == true)
    }

    @Test("what is not a number is told, at the beginning and later")
    func notANumber() throws {
        let root = QuantityDefinition<CountingModel, Double>("root") { Double(5 - $0.numbers[0]).squareRoot() }
        let simulation = try counting([3])
        try simulation.require(simulation.quantity(root), relativeChange: 1e9)
        let error = #expect(throws: SimulationError.self) { try simulation.run(until: 10) }
        #expect(error?.description.contains("'root' is nan after step 3") == true)
        #expect(error?.description.contains("the change is not a number") == true)
        let late = try counting([6])
        let refused = #expect(throws: SimulationError.self) {
            try late.require(late.quantity(root), relativeChange: 1e9)
        }
        #expect(refused?.description == "'root' is nan at the beginning, but must be finite")
    }

    /// The number is the time, and the step of the method that leads past its limit does not depend on that of the grid.
    @Test("an adaptive method is looked at after each of its own steps, whatever the step")
    func ownSteps() throws {
        let failures = try [0.01, 1, 50].map { step in
            let model = Motion([.init(x: 1, v: 1)])
            let integrator = try AdaptiveIntegrator(
                model, stepper: .rkf45, control: .state(absolute: 1e-6, relative: 0))
            let simulation = try Simulation(model, integrator: integrator, step: step)
            let place = try simulation.quantity(QuantityDefinition<Motion, Double>("x") { $0.state[0, 0] })
            try simulation.require(place, relativeChange: 1.5)
            let error = #expect(throws: SimulationError.self) { try simulation.run(until: 100) }
            guard case .quantityHasChanged(let failure) = error else { throw error ?? .alreadyRunning }
            return failure
        }
        #expect(Set(failures.map(\.moment.time)).count == 1)
        #expect(Set(failures.map(\.value)).count == 1)
    }

    @Test("what cannot be required is refused")
    func refused() throws {
        let simulation = try counting([0])
        let sum = try simulation.quantity(sum)
        let error = #expect(throws: SimulationError.self) { try simulation.require(sum, relativeChange: 1) }
        #expect(error?.description.contains("'sum' is 0 at the beginning") == true)
        #expect(throws: SimulationError.self) { try simulation.require(sum, change: -1) }
        #expect(throws: SimulationError.self) { try simulation.require(sum, change: .nan) }
        #expect(throws: SimulationError.invalidInterval(steps: 0)) { try simulation.require(sum, change: 1, every: 0) }
        try simulation.require(sum, change: 0.5)
        #expect(throws: SimulationError.self) { try simulation.run(steps: 1) }
    }

    @Test("what it was at the beginning is kept in a checkpoint")
    func checkpoint() throws {
        // An oscillator whose velocity is required to stay near to what it was.
        func make() throws -> Simulation<Motion> {
            let simulation = try Simulation(Motion.oscillating([1]), integrator: RungeKutta4(), step: 0.01)
            let place = QuantityDefinition<Motion, Double>("place") { $0.state[0, 0] }
            try simulation.require(simulation.quantity(place), change: 0.5)
            return simulation
        }
        let whole = try make()
        let expected = #expect(throws: SimulationError.self) { try whole.run(until: 10) }
        let step = whole.moment.step
        try #require(step > 20)
        let first = try make()
        try first.run(steps: step - 3)
        let second = try make()
        try second.resume(from: try first.checkpoint())
        let error = #expect(throws: SimulationError.self) { try second.run(until: 10) }
        #expect(error == expected)
        #expect(error?.description.contains("at the beginning") == true)
    }
}
