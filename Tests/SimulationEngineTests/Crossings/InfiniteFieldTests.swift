import Foundation
import GSL
import ObserverCore
import SimulationEngine
import Testing

/// Fields that pass through −∞ between finite values.
@Suite struct InfiniteFieldTests {
    let watcher = Watcher()

    /// Shows ln |y|, where y grows by 1 in a unit of time.
    private final class Logarithm: PlainModel {
        let state: StateVector

        init(_ starts: [Double]) { state = StateVector(starts) }

        func derivative(at time: Double, of state: Span<Double>, into derivative: inout MutableSpan<Double>) {
            for node in 0..<nodeCount { derivative[node] = 1 }
        }

        func value(ofField field: Int, at node: Int) -> Double { log(abs(state[0, node])) }

        func copyField(
            _ field: Int, of nodes: Span<Int>, into values: inout MutableSpan<Double>
        ) {
            for position in nodes.indices { values[position] = value(ofField: field, at: nodes[position]) }
        }

        func copyField(_ field: Int, in states: Span<[Double]>, into values: inout MutableSpan<Double>) {
            for position in states.indices { values[position] = log(abs(states[position][0])) }
        }
    }

    @Test(
        "First passages have times, at the latest in the step at whose end the value is infinite",
        arguments: [0.5, 0.05])
    func passages(step: Double) throws {
        let starts = [-1, -1.0625, -1.5]
        for isAdaptive in [false, true] {
            let model = Logarithm(starts)
            let adaptive = try AdaptiveIntegrator(model, stepper: .rkf45, control: .state(absolute: 1e-9, relative: 0))
            let simulation = try Simulation(
                model, integrator: isAdaptive ? adaptive : RungeKutta4() as any Integrator<Logarithm>, step: step)
            let down = try simulation.firstPassages(of: "y", level: -1, .downwards)
            let up = try simulation.firstPassages(of: "y", level: 0.5)
            try simulation.run(until: 6)
            let error = isAdaptive ? 1e-8 : step
            for (node, start) in starts.enumerated() {
                #expect(abs(down.times[node] - (-start - exp(-1))) <= error)
                #expect(abs(up.times[node] - (exp(0.5) - start)) <= error)
            }
        }
    }

    @Test("A value that comes from infinity has reached its level when it is seen")
    func fromInfinity() throws {
        let simulation = try Simulation(Logarithm([-1]), integrator: RungeKutta4(), step: 0.5)
        var time = Double.nan
        // At −∞ at time 1, and at ln ½ at 1.5.
        try simulation.run(until: 1)
        watcher.observe(try simulation.firstPassages(of: "y", level: -1)) { time = $0.time }
        try simulation.run(until: 2)
        #expect(time == 1.5)
    }
}
