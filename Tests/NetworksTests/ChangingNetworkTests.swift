import ObserverCore
import SimulationEngine
import Testing

@testable import Networks

@Suite("Oscillators on a graph that changes")
struct ChangingNetworkTests {
    private let frequencies = [0.3, -0.2, 0.1, 0.5, -0.4]
    private let phases = [0.1, 2, 4, 1, 3]
    private let edges = [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (1, 3)]

    private func simulation(
        of vertices: [Int], edges: [(Int, Int)], reach: KuramotoTopology = .edges, isDirected: Bool = false
    ) throws -> Simulation<KuramotoModel> {
        let graph = try Graph(vertexCount: vertices.count, edges: edges, isDirected: isDirected)
        let model = try KuramotoModel(
            graph: graph, coupling: 0.7, reach: reach, frequencies: vertices.map { frequencies[$0] },
            phases: vertices.map { phases[$0] })
        return try Simulation(model, integrator: RungeKutta4(), step: 0.1)
    }

    @Test(
        "those that remain move, to the last bit, as in a network that never had the others", arguments: [false, true])
    func removal(isDirected: Bool) throws {
        let changed = try simulation(of: [0, 1, 2, 3, 4], edges: edges, isDirected: isDirected)
        try changed.removeNode(2)
        let without = try simulation(
            of: [0, 1, 3, 4], edges: [(2, 3), (0, 3), (0, 1), (1, 2)], isDirected: isDirected)
        try changed.run(steps: 50)
        try without.run(steps: 50)
        let rest = [0, 1, 3, 4].map { changed.nodes[$0].state.value }
        #expect(rest == without.nodes.map(\.state.value))
        #expect(changed.nodes[2].state.value == 4)
        #expect(
            abs(changed.quantities.orderParameter.value - without.quantities.orderParameter.value) < 1e-15)
    }

    @Test("in a mean field those that have gone act on nobody and do not count")
    func removalFromAMeanField() throws {
        let changed = try simulation(of: [0, 1, 2, 3, 4], edges: [], reach: .meanField)
        try changed.removeNode(0)
        let without = try simulation(of: [1, 2, 3, 4], edges: [], reach: .meanField)
        try changed.run(steps: 50)
        try without.run(steps: 50)
        for (node, vertex) in zip(1..., 0..<4) {
            #expect(abs(changed.nodes[node].state.value - without.nodes[vertex].state.value) < 1e-13)
        }
        #expect(abs(changed.quantities.orderParameter.value - without.quantities.orderParameter.value) < 1e-14)
    }

    @Test("a vertex that comes and its edges act like those that were there from the beginning")
    func addition() throws {
        let changed = try simulation(of: [0, 1, 2, 3], edges: Array(edges.prefix(3)))
        try changed.addNode(2.5, like: 1)
        for (source, target) in edges.dropFirst(3) { try changed.edge(from: source, to: target).value = 1 }
        let graph = try Graph(vertexCount: 5, edges: edges)
        let model = try KuramotoModel(
            graph: graph, coupling: 0.7, frequencies: frequencies[..<4] + [frequencies[1]],
            phases: phases[..<4] + [2.5])
        let complete = try Simulation(model, integrator: RungeKutta4(), step: 0.1)
        try changed.run(steps: 50)
        try complete.run(steps: 50)
        #expect(changed.model.graph == graph)
        #expect(changed.nodes.map(\.state.value) == complete.nodes.map(\.state.value))
    }

    @Test("edges change in the middle of a run, by whoever watches")
    func changeDuringARun() throws {
        let changed = try simulation(of: [0, 1, 2, 3, 4], edges: edges)
        var observer: (any Observer)? = nil
        let watcher = EdgeCutter()
        observer = watcher
        watcher.observe(changed.clock) { [unowned changed] (moment: Moment) in
            if moment.step == 20 { try? changed.edge(from: 3, to: 1).value = nil }
        }
        try changed.run(steps: 40)
        let first = try simulation(of: [0, 1, 2, 3, 4], edges: edges)
        try first.run(steps: 20)
        let second = try KuramotoModel(
            graph: try Graph(vertexCount: 5, edges: edges.dropLast()), coupling: 0.7, frequencies: frequencies,
            phases: first.nodes.map(\.state.value))
        let rest = try Simulation(second, integrator: RungeKutta4(), step: 0.1)
        try rest.run(steps: 20)
        for node in 0..<5 { #expect(abs(changed.nodes[node].state.value - rest.nodes[node].state.value) < 1e-13) }
        withExtendedLifetime(observer) {}
    }

    @Test("a vertex that was removed gets no edges, and its edges are told when it goes")
    func edgesOfARemovedVertex() throws {
        let changed = try simulation(of: [0, 1, 2], edges: [(0, 1), (1, 2)])
        let watcher = EdgeCutter()
        var told: [String] = []
        watcher.observe(changed.edgeChanges) { (change: EdgeChange) in
            told.append("\(change.source)-\(change.target) \(change.new ?? 0)")
        }
        try changed.removeNode(1)
        #expect(told == ["0-1 0.0", "1-2 0.0"])
        try changed.edge(from: 0, to: 1).value = 1
        try changed.run(steps: 1)
        #expect(told.count == 2)
        #expect(try changed.edge(from: 0, to: 1).value == nil)
        #expect(throws: GraphError.missingVertex(1)) { try changed.model.setEdgeWeight(1, from: 0, to: 1) }
    }

    @Test("an edge that is removed beside others between the same vertices leaves its place to the next")
    func parallelEdges() throws {
        var edges = EdgeColumns(hasWeights: true)
        edges.append(0, 1, weight: 2)
        edges.append(1, 0, weight: 3)
        let model = try KuramotoModel(
            graph: try Graph(vertexCount: 2, edges: edges, allowing: .multipleEdges), coupling: 0.7,
            frequencies: [0, 0], phases: [0, 1])
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.1)
        let watcher = EdgeCutter()
        var told: [Update<Double?>] = []
        var changes: [EdgeChange] = []
        let edge = try simulation.edge(from: 1, to: 0)
        watcher.observe(edge) { (update: Update<Double?>) in told.append(update) }
        watcher.observe(simulation.edgeChanges) { (change: EdgeChange) in changes.append(change) }
        edge.value = nil
        #expect(edge.value == 3)
        edge.value = 4
        edge.value = nil
        #expect(edge.value == nil)
        #expect(told == [Update(2, 3), Update(3, 4), Update(4, nil)])
        #expect(changes.map(\.old) == [2, 3, 4])
        #expect(changes.map(\.new) == [3, 4, nil])
    }

    @Test("oscillators with inertia come and go, too")
    func inertia() throws {
        func make(_ vertices: [Int], _ edges: [(Int, Int)]) throws -> Simulation<InertialKuramotoModel> {
            let model = try InertialKuramotoModel(
                graph: try Graph(vertexCount: vertices.count, edges: edges), coupling: 0.7, inertia: 2, damping: 0.5,
                frequencies: vertices.map { frequencies[$0] }, phases: vertices.map { phases[$0] },
                velocities: vertices.map { 0.1 * Double($0) })
            return try Simulation(model, integrator: RungeKutta4(), step: 0.1)
        }
        let changed = try make([0, 1, 2, 3], [(0, 1), (1, 2), (2, 3)])
        try changed.removeNode(0)
        try changed.addNode([3, 0.4], like: 3)
        try changed.edge(from: 3, to: 4).value = 1
        let complete = try make([1, 2, 3, 3], [(0, 1), (1, 2), (2, 3)])
        complete.nodes[3].state.value = [3, 0.4]
        try changed.run(steps: 30)
        try complete.run(steps: 30)
        #expect((1...4).map { changed.nodes[$0].state.value } == complete.nodes.map(\.state.value))
    }
}

private final class EdgeCutter: Observer {
    let receiver = Receiver()
}
