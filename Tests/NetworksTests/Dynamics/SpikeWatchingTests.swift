import GSL
import Networks
import ObserverCore
import SimulationEngine
import Testing

/// Spikes of neurons are found by methods of adaptive step, with any step of the simulation.
@Suite struct SpikeWatchingTests {
    final class Listener: Observer { let receiver = Receiver() }

    private func neuron(step: Double) throws -> Simulation<CoupledDynamics<FitzHughNagumo>> {
        var dynamics = FitzHughNagumo()
        dynamics.current = 0.5
        let rest = SIMD2(FitzHughNagumo.variables[0].initial, FitzHughNagumo.variables[1].initial)
        let model = try CoupledDynamics(
            graph: Graph(vertexCount: 1, edges: []), dynamics: [dynamics], states: [rest])
        let method = try AdaptiveIntegrator(
            model, stepper: .rkf45, control: .state(absolute: 1e-9, relative: 1e-9))
        return try Simulation(model, integrator: method, step: step)
    }

    /// A dense reference with a fixed step has 26 spikes until 1000, of which the first is at 2.7467.
    @Test("All spikes are found, at the same times to the last bit")
    func spikes() throws {
        var all: [[Double]] = []
        for step in [0.1, 50, 1000] {
            let listener = Listener()
            let simulation = try neuron(step: step)
            var times: [Double] = []
            listener.observe(try simulation.crossings(of: "v", ofNodes: [0], level: 1, .upwards)) {
                times.append($0.time)
            }
            let passages = try simulation.firstPassages(of: "v", level: 1)
            try simulation.run(until: 1000)
            #expect(times.count == 26)
            #expect(abs((times.first ?? 0) - 2.7467) < 1e-4)
            #expect(abs(passages.times[0] - (times.first ?? 0)) < 1e-7)
            all.append(times + passages.times)
        }
        #expect(all[1] == all[0] && all[2] == all[0])
    }

    @Test("A run stops at the first spike, not at the next moment")
    func stop() throws {
        let listener = Listener()
        let simulation = try neuron(step: 100)
        listener.observe(try simulation.crossings(of: "v", ofNodes: [0], level: 1, .upwards)) {
            [unowned simulation] _ in simulation.stop()
        }
        try simulation.run(until: 1000)
        #expect(abs(simulation.moment.time - 2.7467) < 1e-4)
        #expect(simulation.moment.step == 0)
    }
}
