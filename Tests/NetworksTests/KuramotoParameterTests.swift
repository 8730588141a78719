import Networks
import ObserverCore
import SimulationEngine
import Testing

/// The coupling of oscillators can be changed during a run.
@Suite struct KuramotoParameterTests {
    private final class Controller: Observer {
        let receiver = Receiver()
        var log: [String] = []
    }

    private func simulation() throws -> Simulation<KuramotoModel> {
        let model = try KuramotoModel(
            graph: Graph(vertexCount: 2, edges: [(0, 1)]), coupling: 0, frequencies: [0, 1], phases: [0, 0])
        return try Simulation(model, integrator: RungeKutta4(), step: 0.01)
    }

    /// Uncoupled until 2, the phases differ by 2; from then on d∆/dt = 1 − 2K sin ∆ has a fixed point at sin ∆ = 1 / 2K.
    @Test func aParameterIsAVariableThatAnObserverSets() throws {
        let simulation = try simulation()
        let controller = Controller()
        let coupling = try #require(simulation.parameters["coupling"])
        #expect(simulation.parameters["coupling"] === coupling)
        #expect(simulation.parameters["mass"] == nil)
        #expect(simulation.parameters.names == ["coupling"])
        controller.observe(coupling) { [unowned controller] update, author in
            controller.log.append("\(update.old) -> \(update.new) \(author === controller)")
        }
        controller.observe(simulation.interventions) { [unowned controller] intervention in
            controller.log.append("\(intervention.moment.time) \(intervention.subject)")
        }
        controller.observe(try simulation.trigger(.at(times: [2]))) { [unowned controller] _ in
            coupling.set(1, as: controller)
        }
        try simulation.run(until: 2)
        #expect(abs(simulation.nodes[1].state.value - 2) < 1e-12)
        try simulation.run(until: 40)
        let difference = simulation.nodes[1].state.value - simulation.nodes[0].state.value
        #expect(abs(difference - .pi / 6) < 1e-10)
        #expect(controller.log == ["2.0 parameter(\"coupling\")", "0.0 -> 1.0 true"])
        #expect(coupling.value == 1)
    }
}
