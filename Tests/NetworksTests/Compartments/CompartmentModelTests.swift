import Networks
import SimulationEngine
import Testing

@Suite struct CompartmentModelTests {
    typealias SIR = CompartmentModel<SIRCompartment>

    private func simulation(
        of graph: Graph, _ table: TransitionTable<SIRCompartment>, infected: Int, seed: UInt64 = 1, step: Double
    ) throws -> (Simulation<SIR>, EventDrivenIntegrator<SIRCompartment>) {
        let streams = try RandomStreams(seed: seed)
        let states = try SIR.initialStates([(.infected, infected)], vertexCount: graph.vertexCount, from: streams)
        let model = try SIR(graph: graph, transitions: table, states: states)
        let integrator = EventDrivenIntegrator<SIRCompartment>(streams: streams)
        return (try Simulation(model, integrator: integrator, step: step), integrator)
    }

    private func states(of simulation: Simulation<SIR>) -> [SIRCompartment] {
        (0..<simulation.model.nodeCount).map(simulation.model.nodeState)
    }

    @Test("what happens does not depend on how often one looks")
    func steps() throws {
        let graph = try Graph.barabasiAlbert(nodes: 300, edgesPerNode: 3, from: RandomStreams(seed: 2))
        let table = try TransitionTable.sirs(infection: 0.4, recovery: 1, waning: 0.5)
        let (coarse, coarseEvents) = try simulation(of: graph, table, infected: 10, step: 2)
        let (fine, fineEvents) = try simulation(of: graph, table, infected: 10, step: 0.001)
        for _ in 0..<3 {
            try coarse.run(steps: 1)
            try fine.run(until: coarse.moment.time)
            #expect(states(of: coarse) == states(of: fine))
            #expect(coarseEvents.eventCount == fineEvents.eventCount)
        }
        #expect(coarseEvents.eventCount > 300)
    }

    @Test("quantities bear the names of the compartments and are the numbers of vertices in them")
    func quantities() throws {
        let graph = try Graph.barabasiAlbert(nodes: 200, edgesPerNode: 3, from: RandomStreams(seed: 2))
        let (simulation, _) = try simulation(of: graph, .sir(infection: 1, recovery: 1), infected: 5, step: 0.5)
        #expect(simulation.quantities.names == ["susceptible", "infected", "recovered"])
        for _ in 0..<6 {
            let states = states(of: simulation)
            for state in SIRCompartment.allCases {
                let count = states.count { $0 == state }
                #expect(simulation.model.count(of: state) == count)
                #expect(try simulation.quantity(SIR.quantities.count(of: state)).value == Double(count))
            }
            try simulation.run(steps: 1)
        }
        #expect(simulation.model.count(of: .recovered) > 100)
    }

    /// Edges that were given up because a neighbour was immune must be there again.
    @Test("an intervention makes a vertex susceptible, which is then infected again")
    func interventions() throws {
        let graph = try Graph.star(nodes: 4)
        let (simulation, integrator) = try simulation(
            of: graph, .sir(infection: 1e6, recovery: 0), infected: 1, step: 1)
        try simulation.run(steps: 1)
        #expect(simulation.model.count(of: .infected) == 4)
        #expect(integrator.eventCount == 3)
        simulation.nodes[2].state.value = .susceptible
        simulation.nodes[3].state.value = .recovered
        #expect(simulation.model.count(of: .infected) == 2)
        try simulation.run(steps: 1)
        #expect(states(of: simulation) == [.infected, .infected, .infected, .recovered])
        #expect(integrator.eventCount == 4)
    }

    @Test("when nothing can happen any more, time costs nothing")
    func rest() throws {
        let graph = try Graph.complete(nodes: 50)
        let streams = try RandomStreams(seed: 1)
        let states = [SICompartment.infected] + [SICompartment](repeating: .susceptible, count: 49)
        let model = try CompartmentModel(graph: graph, transitions: .si(infection: 1), states: states)
        let integrator = EventDrivenIntegrator<SICompartment>(streams: streams)
        // Contacts go on for ever, 2450 in a unit of time, if those that come to nothing are not given up.
        try Simulation(model, integrator: integrator, step: 1e12).run(steps: 1)
        #expect(model.count(of: .infected) == 50)
        #expect(integrator.eventCount == 49)
        let idle = try CompartmentModel(graph: graph, transitions: .si(infection: 0), states: states)
        let nothing = EventDrivenIntegrator<SICompartment>(streams: streams)
        try Simulation(idle, integrator: nothing, step: 1).run(steps: 1)
        #expect(nothing.eventCount == 0)
    }

    @Test("vertices are chosen at random, as many as were asked for")
    func initialStates() throws {
        let streams = try RandomStreams(seed: 4)
        let states = try SIR.initialStates([(.infected, 30), (.recovered, 20)], vertexCount: 100, from: streams)
        #expect(states.count { $0 == .infected } == 30)
        #expect(states.count { $0 == .recovered } == 20)
        #expect(throws: NetworkModelError.tooManyChosen(101, vertexCount: 100)) {
            try SIR.initialStates([(.infected, 60), (.recovered, 41)], vertexCount: 100, from: streams)
        }
    }

    @Test("parameters that cannot be are refused")
    func errors() throws {
        #expect(throws: NetworkModelError.invalidRate("the rate from susceptible to infected", value: -1)) {
            try TransitionTable<SICompartment>.si(infection: -1)
        }
        #expect(throws: NetworkModelError.invalidRate("the rate from infected to recovered", value: .infinity)) {
            try TransitionTable<SIRCompartment>.sir(infection: 1, recovery: .infinity)
        }
        #expect(throws: NetworkModelError.idleTransition("infected")) {
            try TransitionTable<SIRCompartment>([.spontaneous(from: .infected, to: .infected, rate: 1)])
        }
        var edges = EdgeColumns(hasWeights: true)
        edges.append(0, 1, weight: -2)
        let graph = try Graph(vertexCount: 2, edges: edges)
        #expect(throws: NetworkModelError.negativeWeight(-2, vertex: 0)) {
            try SIR(graph: graph, transitions: .sir(infection: 1, recovery: 1), states: [.infected, .susceptible])
        }
        #expect(throws: NetworkModelError.wrongCount(of: "compartments", count: 1, vertexCount: 2)) {
            try SIR(graph: graph, transitions: .sir(infection: 1, recovery: 1), states: [.infected])
        }
    }
}
