import Networks
import ObserverCore
import SimulationEngine
import Testing

/// The Ising model as a model that can be watched and changed.
@Suite struct IsingModelTests {
    private func model(
        _ sides: [Int], isPeriodic: Bool = true, temperature: Double = 2, field: Double = 0, partUp: Double = 0.5
    ) throws -> IsingModel {
        let graph = try Graph.lattice(sides: sides, periodic: isPeriodic)
        let spins = try Spin.random(count: graph.vertexCount, partUp: partUp, from: RandomStreams(seed: 4))
        return try IsingModel(graph: graph, temperature: temperature, field: field, spins: spins)
    }

    private func spins(of model: IsingModel) -> [Spin] { (0..<model.nodeCount).map(model.nodeState) }

    private func sweeps(
        _ rule: SpinFlipRule, _ order: SweepOrder, threads: Int = 1
    ) throws -> SpinSweeps {
        SpinSweeps(rule, order: order, streams: try RandomStreams(seed: 5), threads: threads)
    }

    private func sweeps(_ order: SweepOrder) throws -> SpinSweeps { try sweeps(.metropolis, order) }

    @Test("the number of threads does not matter", arguments: [true, false])
    func threads(isTorus: Bool) throws {
        let results = try [1, 2, 5].map { threads in
            let model = try model([512, 20], isPeriodic: isTorus)
            try sweeps(.glauber, .checkerboard, threads: threads).advance(model, from: 0, to: 2)
            return spins(of: model)
        }
        #expect(results[0] == results[1])
        #expect(results[0] == results[2])
    }

    @Test("steps of several sweeps are the same as several steps", arguments: SweepOrder.allCases)
    func steps(order: SweepOrder) throws {
        let (first, second) = (try model([6, 8]), try model([6, 8]))
        try sweeps(order).advance(first, from: 0, to: 3)
        let integrator = try sweeps(order)
        for time in 0..<3 { try integrator.advance(second, from: Double(time), to: Double(time + 1)) }
        #expect(spins(of: first) == spins(of: second))
        #expect(integrator.sweepCount == 3)
    }

    @Test("energy and magnetisation are the same whether spins lie in bytes or in words")
    func storage() throws {
        let torus = try model([10, 12], field: 0.3)
        try sweeps(.checkerboard).advance(torus, from: 0, to: 2)
        let packed = (torus.totalEnergy, torus.totalMagnetisation)
        // A copy that cannot be packed, because edges have weights.
        var edges = EdgeColumns(hasWeights: true)
        for vertex in 0..<120 {
            for other in torus.graph.neighbours(of: vertex) where other > vertex { edges.append(vertex, Int(other)) }
        }
        let copy = try IsingModel(
            graph: Graph(vertexCount: 120, edges: edges), temperature: 2, field: 0.3, spins: spins(of: torus))
        #expect(abs(copy.totalEnergy - packed.0) < 1e-9)
        #expect(copy.totalMagnetisation == packed.1)
        // Changes reach the spins wherever they lie.
        torus.setNodeState(torus.nodeState(at: 37) == .up ? .down : .up, at: 37)
        copy.setNodeState(torus.nodeState(at: 37), at: 37)
        #expect(spins(of: torus) == spins(of: copy))
        #expect(abs(torus.totalEnergy - copy.totalEnergy) < 1e-9)
        try sweeps(.sequential).advance(torus, from: 0, to: 1)
        try sweeps(.sequential).advance(copy, from: 0, to: 1)
        #expect(spins(of: torus) == spins(of: copy))
        try sweeps(.checkerboard).advance(torus, from: 0, to: 1)
        #expect(abs(torus.totalEnergy - (try reference(torus).totalEnergy)) < 1e-9)
    }

    private func reference(_ model: IsingModel) throws -> IsingModel {
        try IsingModel(
            graph: model.graph, temperature: model.temperature, field: model.field,
            localFields: [Double](repeating: 0, count: model.nodeCount), spins: spins(of: model))
    }

    /// A graph that has been changed keeps free places between its rows.
    @Test("a graph that has been changed is like one that is made at once")
    func changedGraph() throws {
        var changed = try Graph(vertexCount: 4, edges: [(0, 1), (1, 2), (2, 3), (1, 3)])
        try changed.removeEdge(from: 1, to: 2)
        try changed.addEdge(from: 0, to: 3)
        let fresh = try Graph(vertexCount: 4, edges: [(0, 1), (2, 3), (1, 3), (0, 3)])
        let results = try [changed, fresh].map { graph in
            let model = try IsingModel(graph: graph, temperature: 2, spins: [.up, .down, .down, .up])
            try sweeps(.random).advance(model, from: 0, to: 5)
            let energy = model.totalEnergy
            try WolffClusters(streams: RandomStreams(seed: 1)).advance(model, from: 5, to: 8)
            return ([energy, model.totalEnergy], spins(of: model))
        }
        #expect(results[0] == results[1])
    }

    @Test("at temperature 0 the energy never rises", arguments: SpinFlipRule.allCases, SweepOrder.allCases)
    func zeroTemperature(rule: SpinFlipRule, order: SweepOrder) throws {
        let model = try model([16, 16], temperature: 0)
        let integrator = try sweeps(rule, order)
        var energy = model.totalEnergy
        let first = energy
        for time in 0..<30 {
            try integrator.advance(model, from: Double(time), to: Double(time + 1))
            #expect(model.totalEnergy <= energy)
            energy = model.totalEnergy
        }
        #expect(energy < first - 200)
    }

    @Test("spins, quantities and parameters of a simulation are observed and changed while it is annealed")
    func simulation() throws {
        final class Watcher: Observer {
            let receiver = Receiver()
            var updates: [Update<Spin>] = []
        }
        let simulation = try Simulation(
            model([8, 8], temperature: .infinity), integrator: sweeps(.glauber, .checkerboard), step: 1)
        let watcher = Watcher()
        watcher.observe(simulation.nodes[9].state) { [unowned watcher] update in watcher.updates.append(update) }
        try simulation.run(until: 20)
        #expect(watcher.updates.count > 3)
        #expect(watcher.updates.allSatisfy { $0.old != $0.new })
        #expect(watcher.updates.last?.new == simulation.model.nodeState(at: 9))
        #expect(simulation.parameters.names == ["temperature", "field", "coupling"])
        simulation.parameters["temperature"]?.set(0, as: watcher)
        simulation.parameters["field"]?.set(10, as: watcher)
        try simulation.run(until: 22)
        #expect(simulation.quantities.magnetisation.value == 1)
        #expect(simulation.quantities.energy.value == -12)
        simulation.parameters["coupling"]?.set(-20, as: watcher)
        try simulation.run(until: 60)
        #expect(simulation.quantities.absoluteMagnetisation.value < 1)
        #expect(simulation.quantities.names == ["magnetisation", "absolute-magnetisation", "energy"])
    }

    @Test("fields are set to −1 and 1 only")
    func fields() throws {
        let model = try model([4, 4], partUp: 1)
        for (value, spin) in [(-1.0, Spin.down), (0, .down), (0.5, .down), (.nan, .down), (1, .up)] {
            model.setField(0, at: 3, to: value)
            #expect(model.nodeState(at: 3) == spin)
        }
    }

    @Test("what cannot be is told, with what would be right")
    func errors() throws {
        let streams = try RandomStreams(seed: 0)
        let pair = try Graph(vertexCount: 2, edges: [(0, 1)])
        func problem(
            _ graph: Graph, temperature: Double = 1, coupling: Double = 1, field: Double = 0,
            localFields: [Double]? = nil, count: Int = 2
        ) -> MonteCarloError? {
            do {
                _ = try IsingModel(
                    graph: graph, temperature: temperature, coupling: coupling, field: field, localFields: localFields,
                    spins: [Spin](repeating: .up, count: count))
                return nil
            } catch { return error }
        }
        #expect(problem(pair) == nil)
        #expect(problem(pair, temperature: -1)?.description == "the temperature is -1.0, but must be 0 or greater")
        #expect(problem(pair, temperature: .nan) != nil)
        #expect(problem(pair, coupling: .infinity) == .notFinite("the coupling", value: .infinity))
        #expect(problem(pair, field: -.infinity) == .notFinite("the field", value: -.infinity))
        #expect(
            problem(pair, localFields: [0])?.description
                == "there are 1 fields, but 2 vertices: there must be one for each vertex")
        #expect(problem(pair, localFields: [0, .infinity]) == .notFinite("the field of a vertex", value: .infinity))
        #expect(problem(pair, count: 3) == .wrongCount(of: "spins", count: 3, vertexCount: 2))
        #expect(problem(try Graph(vertexCount: 0, edges: [(Int, Int)]()), count: 0) == .noVertices)
        #expect(
            problem(try Graph(vertexCount: 2, edges: [(0, 1)], isDirected: true))?.description
                == "the edges of the graph have directions, but those of the Ising model act both ways: the graph must be "
                + "undirected")
        #expect(
            problem(try Graph(vertexCount: 2, edges: [(1, 1)], allowing: .loops))
                == .loop(vertex: 1, model: "the Ising model"))
        #expect(throws: MonteCarloError.outOfRange("the part of spins that point up", value: 2, lowest: 0, greatest: 1))
        {
            try Spin.random(count: 3, partUp: 2, from: streams)
        }
    }

    @Test("what an integrator cannot do is told, and nothing has changed")
    func integratorErrors() throws {
        let triangle = try IsingModel(
            graph: .complete(nodes: 3), temperature: 1, spins: [.up, .down, .up])
        let integrator = try sweeps(.checkerboard)
        #expect(throws: MonteCarloError.self) { try integrator.advance(triangle, from: 0, to: 1) }
        #expect(throws: MonteCarloError.notWholeSweeps(step: 0.5)) {
            try sweeps(.random).advance(triangle, from: 0, to: 0.5)
        }
        #expect(throws: MonteCarloError.notWholeSweeps(step: 1.5)) {
            try WolffClusters(streams: RandomStreams(seed: 1)).advance(triangle, from: 0, to: 1.5)
        }
        triangle.setParameter(-3, at: 0)
        for order in SweepOrder.allCases {
            #expect(throws: MonteCarloError.invalidTemperature(-3)) {
                try sweeps(order).advance(triangle, from: 0, to: 1)
            }
        }
        #expect(spins(of: triangle) == [.up, .down, .up])
    }
}
