import Networks
import SimulationEngine
import TestSupport
import Testing

/// Random walks and PageRank.
@Suite struct RandomWalkTests {
    /// A walker's distribution becomes proportional to degrees. 8000 independent walkers after 60 steps, by χ², with an error
    /// probability of 0.001.
    @Test("walkers are where degrees are high")
    func degrees() throws {
        let graph = try Graph(vertexCount: 5, edges: [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4)])
        let walks = try RandomWalks(graph: graph, starts: [Int](repeating: 4, count: 8000), laziness: 0.2)
        try RuleSteps(streams: RandomStreams(seed: 3), threads: 2).advance(walks, from: 0, to: 60)
        #expect(agree(walks.occupations, (0..<5).map { Double(graph.degree(of: $0)) / 10 }))
    }

    @Test("walkers follow directions, and stay where no edge leads on")
    func direction() throws {
        let graph = try Graph(vertexCount: 3, edges: [(0, 1), (1, 2)], isDirected: true)
        let simulation = try Simulation(
            RandomWalks(graph: graph, starts: [0, 0, 1]), integrator: RuleSteps(streams: RandomStreams(seed: 3)),
            step: 1)
        try simulation.run(until: 1)
        #expect(Array(simulation.model.states.elements) == [1, 1, 2])
        let twoThirds: Double = 2.0 / 3
        #expect(simulation.quantities.coverage.value == twoThirds)
        try simulation.run(until: 5)
        #expect(simulation.model.occupations == [0, 0, 3])
        simulation.model.setNodeState(3, at: 0)
        #expect(simulation.model.nodeState(at: 0) == 2)
    }

    /// The solution of r = (1 − d)/n + d (P r + dangling), by elimination, on a graph with a vertex from which nothing leads.
    @Test("ranks solve the linear system")
    func ranks() throws {
        let graph = try Graph(
            vertexCount: 5, edges: [(0, 1), (0, 2), (1, 2), (2, 0), (3, 2), (3, 4)], isDirected: true)
        let model = try PageRank(graph: graph)
        try RuleSteps(streams: RandomStreams(seed: 1)).advance(model, from: 0, to: 200)
        var matrix = (0..<5).map { row in (0..<6).map { $0 == row ? 1.0 : $0 == 5 ? 0.15 / 5 : 0 } }
        for source in 0..<5 {
            let degree = Double(graph.degree(of: source))
            for target in 0..<5 {
                let isJoined = graph.hasEdge(from: source, to: target)
                matrix[target][source] -= 0.85 * (degree == 0 ? 0.2 : isJoined ? 1 / degree : 0)
            }
        }
        for pivot in 0..<5 {
            for row in 0..<5 where row != pivot {
                let factor = matrix[row][pivot] / matrix[pivot][pivot]
                for column in 0..<6 { matrix[row][column] -= factor * matrix[pivot][column] }
            }
        }
        for vertex in 0..<5 { #expect(abs(model.states[vertex] - matrix[vertex][5] / matrix[vertex][vertex]) < 1e-14) }
        let sum = model.states.elements.reduce(0, +)
        #expect(abs(sum - 1) < 1e-14)
    }

    /// Without damping ranks on an undirected graph are degrees divided by their sum, or sums of weights.
    @Test("ranks of an undirected graph with weights")
    func weightedRanks() throws {
        var edges = EdgeColumns(hasWeights: true)
        for (source, target, weight) in [(0, 1, 2.0), (1, 2, 1), (0, 2, 3)] {
            edges.append(source, target, weight: weight)
        }
        let model = try PageRank(graph: Graph(vertexCount: 3, edges: edges), damping: 1)
        try RuleSteps(streams: RandomStreams(seed: 1)).advance(model, from: 0, to: 200)
        for (vertex, sum) in [5.0, 3, 4].enumerated() { #expect(abs(model.states[vertex] - sum / 12) < 1e-12) }
    }

    @Test("what cannot be is told")
    func errors() throws {
        let ring = try Graph.ring(nodes: 3)
        #expect(throws: MonteCarloError.outOfRange("the vertex of a walker", value: 3, lowest: 0, greatest: 2)) {
            try RandomWalks(graph: ring, starts: [3])
        }
        #expect(throws: MonteCarloError.outOfRange("the laziness", value: 2, lowest: 0, greatest: 1)) {
            try RandomWalks(graph: ring, starts: [], laziness: 2)
        }
        #expect(throws: MonteCarloError.outOfRange("the damping", value: -1, lowest: 0, greatest: 1)) {
            try PageRank(graph: ring, damping: -1)
        }
        var edges = EdgeColumns(hasWeights: true)
        edges.append(0, 1, weight: -1)
        #expect(throws: MonteCarloError.self) { try PageRank(graph: Graph(vertexCount: 2, edges: edges)) }
        let model = try PageRank(graph: ring)
        model.setParameter(2, at: 0)
        #expect(throws: MonteCarloError.self) {
            try RuleSteps<PageRank>(streams: RandomStreams(seed: 1)).advance(model, from: 0, to: 1)
        }
        let third: Double = 1.0 / 3
        #expect(model.states[0] == third)
    }
}
