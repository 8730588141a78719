import GSL
import ObserverCore
import SimulationEngine
import Testing

/// The same input gives the same bytes, whoever watches.
@Suite struct TrajectoryTests {
    private func model() -> Pendulums {
        Pendulums(angles: (0..<20).map { 0.15 * Double($0) }, velocities: (0..<20).map { 0.9 - 0.075 * Double($0) })
    }

    private func bits(
        _ integrator: (Pendulums) throws -> any Integrator<Pendulums>, runs: [Int] = [60],
        watch: (Simulation<Pendulums>, Watcher) throws -> Void = { _, _ in }
    ) throws -> [UInt64] {
        let simulation = try Simulation(model(), integrator: integrator(model()), step: 0.1)
        let watcher = Watcher()
        try watch(simulation, watcher)
        for steps in runs { try simulation.run(steps: steps) }
        return simulation.model.bits
    }

    private func watchEverything(_ simulation: Simulation<Pendulums>, _ watcher: Watcher) throws {
        for node in simulation.nodes { watcher.watch(node.state, as: "\(node.index)") }
        watcher.observe(try simulation.every(time: 0.5)) { [unowned simulation, watcher] _ in
            for node in simulation.nodes.prefix(10) {
                let state = node.state
                watcher.stopObserving(state)
                watcher.watch(state, as: "\(state.value)")
                // No change, no intervention.
                state.value = state.value
            }
        }
    }

    private static var integrators: [(Pendulums) throws -> any Integrator<Pendulums>] {
        let adaptive = ODEStepper.allCases.map { stepper in
            { (model: Pendulums) throws -> any Integrator<Pendulums> in
                try AdaptiveIntegrator(
                    model, stepper: stepper, control: .state(absolute: 1e-6, relative: 0), initialStep: 0.01)
            }
        }
        return [{ _ in RungeKutta4() }, { _ in Leapfrog() }] + adaptive
    }

    @Test(arguments: 0..<11) func observersDoNotChangeIt(integrator: Int) throws {
        let integrator = Self.integrators[integrator]
        let alone = try bits(integrator)
        #expect(alone != model().bits)
        #expect(try bits(integrator) == alone)
        #expect(try bits(integrator, watch: watchEverything) == alone)
        #expect(try bits(integrator, runs: [1, 0, 29, 30], watch: watchEverything) == alone)
    }

    @Test func theIntegratorsAreAll() {
        #expect(Self.integrators.count == 11)
    }
}
