import Networks
import SimulationEngine
import Testing

/// What brings about the events of epidemics.
@Suite struct CauseTests {
    enum Method: CaseIterable, Sendable { case outbreak, rejection, graphical }

    private func simulation(
        _ method: Method, on graph: Graph, infected: Int, infection: Double
    ) throws -> Simulation<CompartmentModel<SIRCompartment>> {
        let streams = try RandomStreams(seed: 12)
        let table: TransitionTable<SIRCompartment> =
            try method == .outbreak
            ? .sir(infection: infection, recovery: 1) : .sirs(infection: infection, recovery: 1, waning: 0.5)
        let model = try CompartmentModel(
            graph: graph, transitions: table,
            states: CompartmentModel.initialStates(
                [(.infected, infected)], vertexCount: graph.vertexCount, from: streams))
        let integrator = EventDrivenIntegrator<SIRCompartment>(streams: streams, isAligned: method == .graphical)
        return try Simulation(model, integrator: integrator, step: 0.5)
    }

    @Test("whoever is infected was so by a neighbour that was infected then", arguments: Method.allCases)
    func parents(_ method: Method) throws {
        let graph = try Graph.barabasiAlbert(nodes: 200, edgesPerNode: 3, from: RandomStreams(seed: 3))
        let simulation = try simulation(method, on: graph, infected: 5, infection: 0.4)
        var states = (0..<200).map(simulation.model.nodeState)
        var time = 0.0
        var infections = 0
        let cases = SIRCompartment.allCases
        let trace = JumpTrace { jumps in
            for jump in jumps {
                #expect(jump.time >= time)
                time = jump.time
                #expect(cases[Int(jump.old)] == states[Int(jump.node)])
                states[Int(jump.node)] = cases[Int(jump.new)]
                guard cases[Int(jump.new)] == .infected else {
                    #expect(jump.source == -1)
                    continue
                }
                infections += 1
                #expect(graph.neighbours(of: Int(jump.node)).contains(jump.source))
                #expect(states[Int(jump.source)] == .infected)
            }
        }
        simulation.model.addTrace(trace)
        try simulation.run(until: 6)
        trace.handOver()
        #expect(infections > 50)
        #expect(states == (0..<200).map(simulation.model.nodeState))
    }

    @Test("watching causes changes nothing", arguments: Method.allCases)
    func tracing(_ method: Method) throws {
        let graph = try Graph.barabasiAlbert(nodes: 100, edgesPerNode: 2, from: RandomStreams(seed: 3))
        let (plain, traced) = (
            try simulation(method, on: graph, infected: 20, infection: 0.4),
            try simulation(method, on: graph, infected: 20, infection: 0.4)
        )
        let watch = CauseTreeWatch(traced)
        try plain.run(until: 4)
        try traced.run(until: 4)
        #expect((0..<100).allSatisfy { plain.model.nodeState(at: $0) == traced.model.nodeState(at: $0) })
        #expect(watch.tree.vertices.count > 40)
    }

    /// In the early generations of an epidemic on a random 5-regular graph each vertex has 4 susceptible neighbours, and infects
    /// each with the probability β/(β + γ): M. E. J. Newman, Physical Review E 66 (2002) 016128, DOI
    /// 10.1103/PhysRevE.66.016128. Given how long it is infected, secondary cases are binomial, so that their variance is at most
    /// 4² / 4 + 4 / 4 = 5: a correct program would fail with a probability below 3e-5 (4.2 standard errors).
    @Test("secondary cases on a configuration model are those of theory")
    func secondaryCases() throws {
        let graph = try Graph.randomRegular(nodes: 40_000, degree: 5, from: RandomStreams(seed: 3))
        let simulation = try simulation(.outbreak, on: graph, infected: 60, infection: 0.6)
        let watch = CauseTreeWatch(simulation)
        try simulation.run(until: 30)
        let early = watch.tree.vertices.filter { (1...3).contains($0.generation) }
        let mean = early.reduce(0) { $0 + Double($1.childCount) } / Double(early.count)
        #expect(early.count > 200)
        let (expected, deviation): (Double, Double) = (4 * 0.6 / 1.6, (5 / Double(early.count)).squareRoot())
        #expect(abs(mean - expected) < 4.2 * deviation)
    }

    @Test("a tree is written as Newick, its roots apart, with names in quotation marks where they are not plain")
    func newick() {
        var tree = CauseTree()
        tree.addRoot(0, at: 0)
        tree.addRoot(5, at: 0)
        tree.add(1, by: 0, at: 1)
        tree.add(2, by: 0, at: 1.5)
        tree.add(3, by: 1, at: 3)
        #expect(tree.newick { $0 == 3 ? "it's" : "\($0)" } == "(('it''s':2.0)1:1.0,2:1.5)0;\n5;\n")
        #expect(tree.vertices.map(\.generation) == [0, 0, 1, 1, 2])
        #expect(tree.vertices.map(\.childCount) == [2, 0, 1, 0, 0])
        #expect(tree.interval(of: tree.vertices[4]) == 2)
    }

    @Test("a node that an intervention has infected is a root, and one that it has cured no longer stands in the tree")
    func interventions() throws {
        let graph = try Graph.path(nodes: 3)
        let simulation = try simulation(.outbreak, on: graph, infected: 0, infection: 20)
        let watch = CauseTreeWatch(simulation)
        simulation.nodes[0].state.set(.infected, as: watch)
        try simulation.run(until: 20)
        let tree = watch.tree
        #expect(tree.vertices.map(\.node).elementsEqual(0..<Int32(tree.vertices.count)))
        #expect(tree.vertices.first?.parent == -1)
        #expect(tree.vertices.count > 1)
    }
}
