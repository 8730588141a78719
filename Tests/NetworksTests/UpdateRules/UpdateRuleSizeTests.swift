import Networks
import SimulationEngine
import Testing

/// Rules on a graph that has not as many vertices as there are states, and integrators that have moved another model before.
@Suite("Sizes of update rules")
struct UpdateRuleSizeTests {
    typealias Forest = UpdateRuleTests.ForestFire
    typealias Voters = UpdateRuleTests.TwoVoters

    private let streams: RandomStreams

    init() throws { streams = try RandomStreams(seed: 1) }

    @Test("there must be a state for each vertex", arguments: [3, 99, 101])
    func mismatch(stateCount: Int) throws {
        let graph = try Graph.ring(nodes: 100)
        let states = [UInt8](repeating: 1, count: stateCount)
        let mismatch = SimulationError.sizeMismatch(of: "vertices of the graph", count: 100, nodeCount: stateCount)
        let forest = Forest(graph: graph, states: states, growth: 1)
        #expect(throws: mismatch) { try Simulation(forest, integrator: RuleSteps(streams: streams), step: 1) }
        #expect(throws: mismatch) { try RuleSteps<Forest>(streams: streams).advance(forest, from: 0, to: 1) }
        let voters = Voters(graph: graph, opinions: states)
        #expect(throws: mismatch) { try Simulation(voters, integrator: RuleSweeps(streams: streams), step: 1) }
        #expect(throws: mismatch) { try RuleSweeps<Voters>(streams: streams).advance(voters, from: 0, to: 1) }
    }

    /// With growth 1, trees stand everywhere after a step.
    @Test("an integrator that has moved a model moves a smaller or larger one")
    func reuse() throws {
        let steps = RuleSteps<Forest>(streams: streams)
        for count in [10, 2000, 3] {
            let graph = try Graph.ring(nodes: count)
            let forest = Forest(graph: graph, states: [UInt8](repeating: 0, count: count), growth: 1)
            try steps.advance(forest, from: 0, to: 1)
            #expect(Array(forest.states.elements) == [UInt8](repeating: 1, count: count))
        }
    }

    @Test("states stay where they are")
    func memory() throws {
        let forest = Forest(graph: try .ring(nodes: 2000), states: [UInt8](repeating: 0, count: 2000), growth: 1)
        let place = forest.states.elements.baseAddress
        let simulation = try Simulation(forest, integrator: RuleSteps(streams: streams, threads: 2), step: 1)
        try simulation.run(until: 1)
        #expect(forest.states.elements.baseAddress == place)
        #expect(place?[1999] == 1)
        try simulation.run(until: 4)
        #expect(forest.states.elements.baseAddress == place)
    }

    @Test("no thread at all is one")
    func threads() throws {
        let forest = Forest(graph: try .ring(nodes: 3), states: [0, 0, 0], growth: 1)
        let simulation = try Simulation(forest, integrator: RuleSteps(streams: streams, threads: -1), step: 1)
        try simulation.run(until: 1)
        #expect(Array(forest.states.elements) == [1, 1, 1])
    }
}

/// Integrators of Monte Carlo and of epidemics that have moved another model before, which is another graph.
@Suite("Integrators that move one model after the other")
struct ReusedIntegratorTests {
    private let streams: RandomStreams

    init() throws { streams = try RandomStreams(seed: 1) }

    private func magnet(_ count: Int) throws -> IsingModel {
        try IsingModel(graph: .ring(nodes: count), temperature: 1, spins: [Spin](repeating: .up, count: count))
    }

    @Test("clusters of a larger model grow in memory of their own")
    func clusters() throws {
        let clusters = WolffClusters(streams: streams)
        try clusters.advance(magnet(4), from: 0, to: 1)
        let large = try magnet(100_000)
        try clusters.advance(large, from: 0, to: 100)
        // Below the ends of all clusters lie spins that none has reached.
        #expect(clusters.clusterCount == 101)
        #expect((0..<100_000).contains { large.nodeState(at: $0) == .down })
    }

    @Test("there is at least one cluster")
    func noClusters() throws {
        #expect(throws: MonteCarloError.invalidClusterCount(0)) {
            try WolffClusters(clusters: 0, streams: streams).advance(magnet(4), from: 0, to: 1)
        }
    }

    /// Infected who only recover have all recovered after a long time.
    @Test("epidemics are moved, each of them", arguments: [true, false])
    func epidemics(exactly: Bool) throws {
        typealias SIR = CompartmentModel<SIRCompartment>
        let rates = try TransitionTable.sir(infection: 0, recovery: 1)
        let model = { (count: Int) in
            try SIR(
                graph: .ring(nodes: count), transitions: rates,
                states: [SIRCompartment](repeating: .infected, count: count))
        }
        let events = EventDrivenIntegrator<SIRCompartment>(streams: streams)
        let leaps = TauLeapingIntegrator<SIRCompartment>(.fixed(0.1), streams: streams)
        for count in [5, 50, 3] {
            let epidemic = try model(count)
            let simulation =
                exactly
                ? try Simulation(epidemic, integrator: events, step: 100)
                : try Simulation(epidemic, integrator: leaps, step: 100)
            try simulation.run(until: 100)
            #expect(epidemic.count(of: .recovered) == count)
        }
    }
}
