import GSL
import Testing

@testable import SimulationEngine

/// The rates of change that a method has computed at the ends of its steps.
@Suite struct StepSlopeTests {
    @Test(
        "they are those of the model, to the last bit, where they are known",
        arguments: [ODEStepper.rk2, .rk4, .rkf45, .rkck, .rk8pd, .msadams])
    func slopes(stepper: ODEStepper) throws {
        let model = Equation.bell(count: 3)
        let integrator = try AdaptiveIntegrator(
            model, stepper: stepper, control: .state(absolute: 1e-8, relative: 1e-8))
        #expect(integrator.lastSlopes == nil)
        var time = 0.0
        for _ in 0..<20 {
            let start = time
            let before = Array(model.state.elements)
            time = try integrator.advanceByStep(model, from: time, toward: 100)
            let slopes = try #require(integrator.lastSlopes)
            var rates = [Double](repeating: 0, count: before.count)
            model.rates(at: start, of: before, into: &rates)
            #expect(rates == Array(UnsafeBufferPointer(start: slopes.start, count: before.count)))
            model.rates(at: time, of: Array(model.state.elements), into: &rates)
            #expect(rates == Array(UnsafeBufferPointer(start: slopes.end, count: before.count)))
        }
        // A step from another state is not known before it is taken.
        integrator.stateWasChanged()
        try integrator.advance(model, from: time, to: time)
        #expect(integrator.lastSlopes == nil)
    }
}
