import Networks
import SimulationEngine
import Testing

/// The jumps of epidemics one by one, against runs that are looked at once, at their ends.
@Suite struct JumpTests {
    typealias SIR = CompartmentModel<SIRCompartment>

    /// A way to move epidemics on.
    enum Method: CaseIterable { case outbreak, contacts, graphical, leaps, leapsWithWeights }

    static func model(_ method: Method, seed: UInt64) throws -> SIR {
        let streams = try RandomStreams(seed: seed)
        var graph = try Graph.barabasiAlbert(nodes: 40, edgesPerNode: 2, from: streams)
        if method == .leapsWithWeights {
            var edges = EdgeColumns(hasWeights: true)
            for vertex in 0..<40 {
                for other in graph.neighbours(of: vertex) where other > vertex {
                    edges.append(vertex, Int(other), weight: 0.3 + Double(vertex % 7) / 3)
                }
            }
            graph = try Graph(vertexCount: 40, edges: edges)
        }
        let table: TransitionTable<SIRCompartment> =
            try method == .outbreak
            ? .sir(infection: 2, recovery: 1) : .sirs(infection: 1.5, recovery: 1, waning: 0.5)
        let states = try SIR.initialStates([(.infected, 4)], vertexCount: 40, from: streams)
        return try SIR(graph: graph, transitions: table, states: states)
    }

    static func integrator(_ method: Method, seed: UInt64) throws -> any JumpIntegrator<SIR> {
        let streams = try RandomStreams(seed: seed)
        switch method {
        case .outbreak, .contacts, .graphical:
            return EventDrivenIntegrator<SIRCompartment>(streams: streams, isAligned: method == .graphical)
        case .leaps, .leapsWithWeights:
            return TauLeapingIntegrator<SIRCompartment>(.accuracy(0.2), streams: streams)
        }
    }

    /// Jumps as they are made one after the other.
    private static func watchedJumps(
        _ method: Method, seed: UInt64, until end: Double
    ) throws -> [ReferenceJumps<SIRCompartment>.Jump] {
        let model = try model(method, seed: seed)
        let integrator = try integrator(method, seed: seed)
        var jumps: [ReferenceJumps<SIRCompartment>.Jump] = []
        var states = (0..<model.nodeCount).map(model.nodeState)
        var time = 0.0
        while time < end {
            let watch = JumpWatch()
            time = try integrator.advance(model, from: time, to: end, until: watch)
            for node in watch.nodes {
                jumps.append(.init(time: time, node: node, old: states[node], new: model.nodeState(at: node)))
                states[node] = model.nodeState(at: node)
            }
        }
        #expect(time == end)
        return jumps
    }

    static func reference(
        _ method: Method, seed: UInt64, until end: Double
    ) throws -> ReferenceJumps<SIRCompartment> {
        try ReferenceJumps(until: end, at: watchedJumps(method, seed: seed, until: end).map(\.time)) { time in
            let model = try model(method, seed: seed)
            if time > 0 { try integrator(method, seed: seed).advance(model, from: 0, to: time) }
            return (0..<model.nodeCount).map(model.nodeState)
        }
    }

    @Test(
        "each is made at its time, with the node that it changes, and nothing beyond the end",
        arguments: Method.allCases)
    func jumps(method: Method) throws {
        for seed in 1...2 as ClosedRange<UInt64> {
            let jumps = try Self.watchedJumps(method, seed: seed, until: 4)
            #expect(jumps.count > 30)
            #expect(try Self.reference(method, seed: seed, until: 4).jumps == jumps)
        }
    }

    @Test("looking now and then, and from jump to jump, leads along the same way", arguments: Method.allCases)
    func mixture(method: Method) throws {
        let model = try Self.model(method, seed: 3)
        let integrator = try Self.integrator(method, seed: 3)
        var time = 0.0
        for piece in 1...40 {
            if piece % 3 == 0 {
                try integrator.advance(model, from: time, to: Double(piece) / 10)
                time = Double(piece) / 10
            } else {
                time = try integrator.advance(model, from: time, to: Double(piece) / 10, until: JumpWatch())
            }
        }
        let other = try Self.model(method, seed: 3)
        try Self.integrator(method, seed: 3).advance(other, from: 0, to: time)
        #expect((0..<40).map(model.nodeState) == (0..<40).map(other.nodeState))
    }

    @Test("sweeps come one at a time, however many a step of the simulation has")
    func sweeps() throws {
        func make() throws -> (IsingModel, SpinSweeps) {
            let streams = try RandomStreams(seed: 5)
            let model = try IsingModel(
                graph: .lattice(sides: [8, 8], periodic: true), temperature: 2.5,
                spins: Array(repeating: .up, count: 64))
            return (model, SpinSweeps(.metropolis, order: .random, streams: streams))
        }
        let (model, sweeps) = try make()
        for sweep in 1...4 {
            let watch = JumpWatch()
            let time = try sweeps.advance(model, from: Double(sweep - 1), to: 4, until: watch)
            #expect(time == Double(sweep) && watch.hasNotedAll)
            let (other, all) = try make()
            try all.advance(other, from: 0, to: Double(sweep))
            #expect((0..<64).map(model.nodeState) == (0..<64).map(other.nodeState))
        }
        #expect(throws: MonteCarloError.notWholeSweeps(step: 2.5)) {
            try sweeps.advance(model, from: 4, to: 6.5, until: JumpWatch())
        }
    }
}
