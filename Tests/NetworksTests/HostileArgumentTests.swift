import Networks
import SimulationEngine
import Testing

/// Numbers that cannot be meant are refused, or answered by what is true of them, and never end the program.
@Suite struct HostileArgumentTests {
    @Test("there is no edge between vertices that there are not", arguments: [.min, -1, 10, 1 << 32, .max])
    func edgesOutOfRange(_ vertex: Int) throws {
        // 2³² would be vertex 0 if its upper half were dropped.
        let graph = try Graph.ring(nodes: 10)
        #expect(!graph.hasEdge(from: vertex, to: 1))
        #expect(!graph.hasEdge(from: 1, to: vertex))
        #expect(graph.weight(from: vertex, to: 1) == nil)
        #expect(graph.weight(from: 1, to: vertex) == nil)
    }

    @Test("a subgraph has each vertex once")
    func repeatedVertex() throws {
        let graph = try Graph.ring(nodes: 10)
        #expect(throws: GraphError.repeatedVertex(1)) { try graph.subgraph(of: [1, 2, 1]) }
    }

    @Test("numbers of nodes are neither negative nor beyond all memory", arguments: [.min, -1, 1 << 33, .max])
    func counts(_ count: Int) throws {
        let streams = try RandomStreams(seed: 1)
        #expect(throws: MonteCarloError.invalidCount("spins", count)) { try Spin.random(count: count, from: streams) }
        #expect(throws: MonteCarloError.self) { try RandomWalks.check(walkers: count) }
        #expect(throws: NetworkModelError.invalidCount(count)) {
            try CompartmentModel<SIRCompartment>.initialStates(
                [(.infected, count)], vertexCount: 10, from: streams)
        }
        #expect(throws: NetworkModelError.invalidCount(count)) {
            try CompartmentModel<SIRCompartment>.initialStates([(.infected, 0)], vertexCount: count, from: streams)
        }
    }

    @Test("room is made for no more edges than is sensible", arguments: [.min, -1])
    func room(_ capacity: Int) {
        var edges = EdgeColumns(hasWeights: true, capacity: capacity)
        edges.append(0, 1)
        #expect(edges.count == 1)
    }

    @Test("a model may note a jump of any node", arguments: [.min, -1, 1 << 33, .max])
    func jumps(_ node: Int) {
        let watch = JumpWatch()
        watch.note(node, at: 1)
        #expect(watch.nodes == [node])
    }
}
