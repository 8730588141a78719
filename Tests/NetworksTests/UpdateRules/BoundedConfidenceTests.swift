import Networks
import SimulationEngine
import Testing

/// Opinions that are numbers, cascades and segregation.
@Suite struct BoundedConfidenceTests {
    private let streams: RandomStreams

    init() throws {
        streams = try RandomStreams(seed: 23)
    }

    private func opinions(_ count: Int) -> [Double] {
        streams.numbers(from: .uniform(lower: 0, upper: 1), for: .initialState, nodeCount: count)
    }

    /// A few opinions near the ends of the interval may be left over, so that only large clusters are counted: the integer
    /// part of 1/(2ε), as Deffuant and others found.
    @Test("opinions end in 1/(2ε) clusters, and their mean is conserved", arguments: [(0.55, 1), (0.2, 2), (0.11, 4)])
    func deffuant(tolerance: Double, clusters: Int) throws {
        let start = opinions(500)
        let model = try DeffuantModel(graph: .complete(nodes: 500), opinions: start, tolerance: tolerance)
        let simulation = try Simulation(model, integrator: RuleSweeps(streams: streams), step: 1)
        try simulation.run(until: 60)
        #expect(abs(simulation.quantities.mean.value - start.reduce(0, +) / 500) < 1e-12)
        #expect(simulation.quantities.majorClusters.value == Double(clusters))
        #expect(simulation.quantities.clusters.value >= Double(clusters))
        #expect((simulation.quantities.variance.value < 1e-3) == (clusters == 1))
    }

    @Test("one meeting")
    func meeting() throws {
        let graph = try Graph.path(nodes: 2)
        var random = streams.words(for: .sweeps)
        let model = try DeffuantModel(graph: graph, opinions: [0, 0.5], tolerance: 0.6, convergence: 0.25)
        model.update(1, &random)
        #expect(Array(model.states.elements) == [0.125, 0.375])
        let far = try DeffuantModel(graph: graph, opinions: [0, 0.6], tolerance: 0.6)
        far.update(1, &random)
        #expect(Array(far.states.elements) == [0, 0.6])
    }

    @Test("one step by Hegselmann and Krause")
    func step() throws {
        let model = try HegselmannKrauseModel(
            graph: .complete(nodes: 4), opinions: [0, 0.25, 0.5, 1], tolerance: 0.25)
        try RuleSteps(streams: streams).advance(model, from: 0, to: 1)
        #expect(Array(model.states.elements) == [0.125, 0.25, 0.375, 1])
    }

    /// Figure 3 of Hegselmann and Krause: consensus at 0.25, two camps at 0.15 and more than two at 0.05, from 0, 0.01, … 1
    /// in steps. All is symmetric but for rounding where opinions differ by just the tolerance.
    @Test("the number of camps", arguments: [(0.25, 1...1), (0.15, 2...3), (0.05, 5...10)])
    func camps(tolerance: Double, clusters: ClosedRange<Int>) throws {
        let model = try HegselmannKrauseModel(
            graph: .complete(nodes: 101), opinions: (0...100).map { Double($0) / 100 }, tolerance: tolerance)
        let simulation = try Simulation(model, integrator: RuleSteps(streams: streams), step: 1)
        try simulation.run(until: 30)
        #expect(clusters.contains(Int(simulation.quantities.clusters.value)))
        #expect(abs(simulation.quantities.mean.value - 0.5) < 1e-3)
    }

    @Test("a cascade goes on where one active neighbour of two is enough")
    func path() throws {
        for (threshold, active) in [(0.5, 5.0), (0.51, 1.0)] {
            let model = try ThresholdCascadeModel(
                graph: .path(nodes: 6), thresholds: [Double](repeating: threshold, count: 6), active: [0])
            let simulation = try Simulation(model, integrator: RuleSteps(streams: streams), step: 1)
            try simulation.run(until: 4)
            #expect(abs(simulation.quantities.active.value - active / 6) < 1e-15)
        }
    }

    /// 7 of 25 are 0.28, but 0.28 · 25 is rounded to more than 7.
    @Test("a cascade goes on where the active part is the threshold to the last bit")
    func exactPart() throws {
        let graph = try Graph(vertexCount: 26, edges: (1...25).map { (0, $0) })
        let thresholds = [0.28] + [Double](repeating: 1, count: 25)
        let model = try ThresholdCascadeModel(graph: graph, thresholds: thresholds, active: Array(1...7))
        try RuleSteps(streams: streams).advance(model, from: 0, to: 1)
        #expect(model.states.elements[0])
    }

    /// Vertices of degree k ≤ 5 are vulnerable for the threshold 0.18, and cascades are global if Σ k (k − 1) pₖ over these is
    /// greater than the mean degree z: 0.25 against 0.5, 6.9 against 4, 1.0 against 10. In the window a seed starts one if it
    /// touches the vulnerable component, which most of them do; 12 seeds would all miss it with a probability below 10⁻³.
    @Test("the cascade window of random graphs", arguments: [(0.5, false), (4, true), (10, false)])
    func window(degree: Double, isGlobal: Bool) throws {
        let sizes = try (0..<12).map { run in
            let streams = try RandomStreams(seed: UInt64(run))
            let graph = try Graph.erdosRenyi(nodes: 1000, probability: degree / 999, from: streams)
            let model = try ThresholdCascadeModel(
                graph: graph, thresholds: [Double](repeating: 0.18, count: 1000), active: [run])
            try RuleSteps(streams: streams).advance(model, from: 0, to: 60)
            return model.states.elements.count { $0 }
        }
        #expect(sizes.contains { $0 > 700 } == isGlobal)
        #expect(sizes.allSatisfy { $0 < 100 || $0 > 700 })
    }

    @Test("neighbourhoods become alike, and nobody is lost")
    func segregation() throws {
        let groups = (0..<900).map { (agent: Int) -> UInt8 in agent % 10 == 0 ? 0 : agent % 2 == 0 ? 1 : 2 }
        var random = streams.words(for: .initialState)
        let shuffled = groups.shuffled(using: &random)
        let model = try SchellingModel(
            graph: .lattice(sides: [30, 30], periodic: true), states: shuffled, wanted: 0.5)
        let simulation = try Simulation(model, integrator: RuleSweeps(streams: streams), step: 1)
        #expect(abs(simulation.quantities.similarity.value - 0.5) < 0.1)
        #expect(simulation.quantities.unhappy.value > 0.2)
        try simulation.run(until: 100)
        #expect(simulation.quantities.similarity.value > 0.75)
        #expect(simulation.quantities.unhappy.value < 0.01)
        #expect(model.states.elements.sorted() == groups.sorted())
    }

    @Test("a vertex that is vacated or filled by hand is known to be so")
    func vacancies() throws {
        let model = try SchellingModel(graph: .path(nodes: 3), states: [1, 2, 1], wanted: 1)
        let integrator = RuleSweeps<SchellingModel>(order: .sequential, streams: streams)
        try integrator.advance(model, from: 0, to: 1)
        #expect(Array(model.states.elements) == [1, 2, 1])
        model.setNodeState(0, at: 2)
        try integrator.advance(model, from: 1, to: 4)
        #expect(model.states.elements.sorted() == [0, 1, 2])
        #expect(Array(model.states.elements).firstIndex(of: 0) == 1)
    }

    @Test("what cannot be is told")
    func errors() throws {
        let ring = try Graph.ring(nodes: 3)
        #expect(throws: MonteCarloError.outOfRange("the convergence", value: 0.7, lowest: 0, greatest: 0.5)) {
            try DeffuantModel(graph: ring, opinions: [0, 0, 0], tolerance: 1, convergence: 0.7)
        }
        #expect(throws: MonteCarloError.notFinite("an opinion", value: .infinity)) {
            try HegselmannKrauseModel(graph: ring, opinions: [0, .infinity, 0], tolerance: 1)
        }
        #expect(throws: MonteCarloError.needsUndirectedGraph(model: "the Deffuant model")) {
            try DeffuantModel(
                graph: Graph(vertexCount: 2, edges: [(0, 1)], isDirected: true), opinions: [0, 1], tolerance: 1)
        }
        #expect(throws: MonteCarloError.outOfRange("a threshold", value: -1, lowest: 0, greatest: 1)) {
            try ThresholdCascadeModel(graph: ring, thresholds: [0, -1, 0], active: [])
        }
        #expect(throws: MonteCarloError.outOfRange("an active vertex", value: 3, lowest: 0, greatest: 2)) {
            try ThresholdCascadeModel(graph: ring, thresholds: [0, 0, 0], active: [3])
        }
        #expect(throws: MonteCarloError.outOfRange("the wanted part", value: 2, lowest: 0, greatest: 1)) {
            try SchellingModel(graph: ring, states: [0, 1, 2], wanted: 2)
        }
        #expect(throws: MonteCarloError.outOfRange("a state", value: 3, lowest: 0, greatest: 2)) {
            try SchellingModel(graph: ring, states: [0, 1, 3], wanted: 0)
        }
        let model = try DeffuantModel(graph: ring, opinions: [0, 0, 0], tolerance: 1)
        model.setParameter(-1, at: 0)
        #expect(throws: MonteCarloError.self) {
            try RuleSweeps<DeffuantModel>(streams: streams).advance(model, from: 0, to: 1)
        }
    }
}
