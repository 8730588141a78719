import EngineTestSupport
import Foundation
import Networks
import SimulationEngine
import Testing

/// Rates of ready-made compartment models can be changed during a run.
@Suite struct RateChangeTests {
    private func simulation(
        _ table: TransitionTable<SIRCompartment>, _ graph: Graph, infectedEach spacing: Int, leaping: Bool
    ) throws -> Simulation<CompartmentModel<SIRCompartment>> {
        let model = try CompartmentModel(
            graph: graph, transitions: table,
            states: (0..<graph.vertexCount).map { $0 % spacing == 0 ? .infected : .susceptible })
        let streams = try RandomStreams(seed: 11)
        let integrator: any Integrator<CompartmentModel<SIRCompartment>> =
            leaping ? TauLeapingIntegrator(.fixed(0.1), streams: streams) : EventDrivenIntegrator(streams: streams)
        return try Simulation(model, integrator: integrator, step: 0.5)
    }

    /// With the rate 1 until t = 1 and 3 from then on exp(−1) of all are infected at 1, and exp(−4) at 2. Leaps are exact for decay.
    /// Each is exceeded by chance with a probability of 1e-5.
    @Test("recovery becomes faster", arguments: [false, true])
    func recovery(leaping: Bool) throws {
        let count = 40_000
        let simulation = try simulation(
            .sir(infection: 0, recovery: 1), Graph(vertexCount: count, edges: []), infectedEach: 1, leaping: leaping)
        let check = { (exponent: Double) in
            let share = exp(-exponent)
            let deviation = (Double(count) * share * (1 - share)).squareRoot()
            #expect(abs(Double(simulation.model.count(of: .infected)) - Double(count) * share) < 4.42 * deviation)
        }
        try simulation.run(until: 1)
        check(1)
        simulation.parameters["recovery"]?.value = 3
        #expect(simulation.model.parameter(at: 1) == 3)
        try simulation.run(until: 2)
        check(4)
        simulation.parameters["recovery"]?.value = 0
        let rest = simulation.model.count(of: .infected)
        try simulation.run(until: 4)
        #expect(simulation.model.count(of: .infected) == rest)
    }

    @Test("nobody is infected in a lockdown, and many are after it", arguments: [false, true])
    func lockdown(leaping: Bool) throws {
        let simulation = try simulation(
            .sir(infection: 0.1, recovery: 0), .ring(nodes: 2000), infectedEach: 10, leaping: leaping)
        try simulation.run(until: 1)
        let before = simulation.model.count(of: .susceptible)
        #expect(before < 1800)
        simulation.parameters["infection"]?.value = 0
        try simulation.run(until: 20)
        #expect(simulation.model.count(of: .susceptible) == before)
        simulation.parameters["infection"]?.value = 1
        try simulation.run(until: 120)
        #expect(simulation.model.count(of: .susceptible) < before - 200)
    }

    @Test("rates that cannot be, and those of transitions that there are not, are refused")
    func refusals() throws {
        for (name, value, message) in [
            ("recovery", -1.0, "recovery is -1.0, but must be a finite number that is 0 or greater"),
            ("waning", 1.0, "'waning' is a rate of transitions from recovered to susceptible, of which the model has"),
        ] {
            let simulation = try simulation(
                .sir(infection: 1, recovery: 1), .ring(nodes: 5), infectedEach: 5, leaping: false)
            simulation.parameters[name]?.value = value
            let error = #expect(throws: (any Error).self) { try simulation.run(steps: 1) }
            #expect(error.map { "\($0)" }?.contains(message) == true)
        }
    }

    @Test("the names are those of the transitions")
    func names() {
        #expect(CompartmentModel<SICompartment>.names.parameters == ["infection", "recovery"])
        #expect(CompartmentModel<SIRCompartment>.names.parameters == ["infection", "recovery", "waning"])
        #expect(CompartmentModel<SEIRCompartment>.names.parameters == ["infection", "onset", "recovery"])
        #expect(CompartmentModel<NamedCompartment>.names.parameters.isEmpty)
    }
}
