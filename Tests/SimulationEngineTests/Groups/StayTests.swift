import Foundation
import GSL
import ObserverCore
import SimulationEngine
import Testing

/// Who joins a group by a condition and leaves it again within one step of the method.
@Suite struct StayTests {
    let watcher = Watcher()

    private static let startValues = [0, 0.01, -0.2, 0.0004]

    /// y = y₀ + sin 3 t for several y₀.
    private func sines(_ stepper: ODEStepper, tolerance: Double, step: Double) throws -> Simulation<Equation> {
        let model = Equation(Self.startValues) { time, _ in 3 * cos(3 * time) }
        let integrator = try AdaptiveIntegrator(
            model, stepper: stepper, control: .state(absolute: tolerance, relative: tolerance))
        return try Simulation(model, integrator: integrator, step: step)
    }

    /// How often y₀ + sin 3 t comes to lie in a range, until a time at which it does not.
    private func visits(from start: Double, to range: ClosedRange<Double>, until end: Double) -> Int {
        var (count, wasInside) = (0, false)
        for step in 0...Int(end * 8000) {
            let isInside = range.contains(start + sin(3 / 8000 * Double(step)))
            if isInside, !wasInside { count += 1 }
            wasInside = isInside
        }
        return count
    }

    @Test(
        "All who join and leave within a step are told of, at any step of the grid",
        arguments: [ODEStepper.rkf45, .rk8pd, .rk4, .bsimp],
        // The second node touches −0.99.
        [(0.98, 2.0), (0.995, 2), (-2, -0.985), (-2, -0.9905), (0.9, 0.97), (0.5, 0.503), (-0.9, -0.3)]
            as [(Double, Double)])
    func stays(stepper: ODEStepper, range: (Double, Double)) throws {
        var reference: [String] = []
        for step in [23.25, 0.75] {
            let simulation = try sines(stepper, tolerance: 1e-5, step: step)
            let condition = try FieldExpression("y >= \(range.0) and y <= \(range.1)", for: simulation.model)
            var told: [String] = []
            var joined = Self.startValues.map { _ in 0 }
            watcher.observe(try simulation.group(where: condition)) { [unowned simulation] change in
                guard change.membership != .lasting else { return }
                told.append("\(change.node) \(change.membership) \(simulation.moment.time)")
                guard change.membership == .joined else { return }
                joined[change.node] += 1
                #expect(simulation.model.state[0, change.node] == change.new[0])
                #expect((range.0...range.1).contains(change.new[0]))
            }
            try simulation.run(until: 23.25)
            watcher.stopObserving()
            for (node, start) in Self.startValues.enumerated() {
                #expect(joined[node] == visits(from: start, to: range.0...range.1, until: 23.25))
            }
            if reference.isEmpty { reference = told } else { #expect(told == reference) }
        }
        #expect(!reference.isEmpty)
    }
}
