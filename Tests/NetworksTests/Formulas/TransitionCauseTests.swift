import Networks
import SimulationEngine
import TestSupport
import Testing

/// Who brings about the jumps of vertices with rates by formulas, by leaps, and by copying.
@Suite struct TransitionCauseTests {
    private static let states = ["S", "I", "R"]

    private static func formulas(_ infection: String) throws -> TransitionFormulas {
        try TransitionFormulas(
            states: states,
            [
                .init(from: "S", to: "I", .rate(infection)),
                .init(from: "I", to: "R", .after(.gamma(shape: 2, scale: 0.5))),
            ])
    }

    /// All jumps of a model, whose states are known before and after.
    private static func jumps<Model: TracedModel>(
        of model: Model, by integrator: any Integrator<Model>, until end: Double
    ) throws -> [TracedJump] {
        var jumps: [TracedJump] = []
        let trace = JumpTrace { jumps += $0 }
        model.addTrace(trace)
        try Simulation(model, integrator: integrator, step: 1).run(until: end)
        trace.handOver()
        return jumps
    }

    @Test("whoever is infected has one parent, a neighbour that was infectious then; watching changes nothing")
    func parents() throws {
        let graph = try Graph.barabasiAlbert(nodes: 300, edgesPerNode: 3, from: RandomStreams(seed: 3))
        var states = (0..<300).map { UInt8($0 < 3 ? 1 : 0) }
        func model() throws -> TransitionModel {
            try TransitionModel(graph: graph, states: states, Self.formulas("4 * count(neighbours, I) / degree"))
        }
        let (traced, plain) = (try model(), try model())
        let jumps = try Self.jumps(of: traced, by: TransitionEvents(streams: RandomStreams(seed: 5)), until: 9)
        try Simulation(plain, integrator: TransitionEvents(streams: RandomStreams(seed: 5)), step: 1).run(until: 9)
        for jump in jumps {
            let node = Int(jump.node)
            #expect(Int32(states[node]) == jump.old)
            if jump.new == 1 {
                #expect(jump.cause == .neighbour)
                #expect(graph.neighbours(of: node).contains(jump.source))
                #expect(states[Int(jump.source)] == 1)
            } else {
                #expect(jump.cause == .itself && jump.source == -1)
            }
            states[node] = UInt8(jump.new)
        }
        #expect(jumps.count { $0.new == 1 } > 150)
        #expect(
            (0..<300).allSatisfy { traced.nodeState(at: $0) == states[$0] && plain.nodeState(at: $0) == states[$0] })
    }

    /// Vertices 0 and 1 act on all others, by one edge and by three.
    private static func pair(_ count: Int) throws -> Graph {
        let edges = (2..<count + 2).flatMap { [(0, $0), (1, $0), (1, $0), (1, $0)] }
        return try Graph(vertexCount: count + 2, edges: edges, isDirected: true, allowing: .multipleEdges)
    }

    private static func weightedPair(_ count: Int) throws -> Graph {
        var columns = EdgeColumns(hasWeights: true)
        for vertex in 2..<count + 2 {
            columns.append(0, vertex, weight: 1)
            columns.append(1, vertex, weight: 3)
        }
        return try Graph(vertexCount: count + 2, edges: columns, isDirected: true)
    }

    /// The parts that the causes have among those who are infected; a part p of n has a standard error of √(p(1−p)/n), and a correct program
    /// would fail with a probability below 1e-5 for each of up to three parts (4.6 standard errors).
    private static func check(_ jumps: [TracedJump], _ parts: [(JumpCause, source: Int32, part: Double)]) {
        let infections = jumps.filter { $0.new == 1 }
        #expect(infections.count > 1500)
        for (cause, source, part) in parts {
            let found = infections.count { $0.cause == cause && $0.source == source }
            let deviation = (part * (1 - part) * Double(infections.count)).squareRoot()
            #expect(abs(Double(found) - part * Double(infections.count)) <= 4.6 * deviation, "\(cause) \(source)")
        }
    }

    @Test(
        "neighbours are the cause in proportion to what each adds to a rate, and no single one is of a rate that is no sum",
        arguments: [
            ("0.5 * count(neighbours, I)", [(JumpCause.neighbour, Int32(0), 0.25), (.neighbour, 1, 0.75)]),
            ("4 + count(neighbours, I)", [(.itself, -1, 0.5), (.neighbour, 0, 0.125), (.neighbour, 1, 0.375)]),
            ("(degree + 4) * count(neighbours, I) / 8", [(.neighbour, 0, 0.25), (.neighbour, 1, 0.75)]),
            ("if(count(neighbours, I) > 3, 1, 0)", [(.neighbours, -1, 1)]),
            ("count(neighbours, I)^2", [(.neighbours, -1, 1)]),
            ("9 - count(neighbours, I)", [(.neighbours, -1, 1)]),
            ("0.5 * degree", [(.itself, -1, 1)]),
        ])
    func laws(rate: String, parts: [(JumpCause, Int32, Double)]) throws {
        let formulas = try TransitionFormulas(states: Self.states, [.init(from: "S", to: "I", .rate(rate))])
        let states = (0..<2002).map { UInt8($0 < 2 ? 1 : 0) }
        let model = try TransitionModel(graph: Self.pair(2000), states: states, formulas)
        // What has been infected acts on nobody.
        let jumps = try Self.jumps(of: model, by: TransitionEvents(streams: RandomStreams(seed: 7)), until: 4)
        Self.check(jumps, parts.map { ($0.0, source: $0.1, part: $0.2) })
    }

    @Test("of several ways to a state each has its part")
    func ways() throws {
        let rates = ["1", "0.5 * count(neighbours, I)", "if(count(neighbours, I) > 3, 3, 0)"]
        let formulas = try TransitionFormulas(
            states: Self.states, rates.map { .init(from: "S", to: "I", .rate($0)) })
        let states = (0..<2002).map { UInt8($0 < 2 ? 1 : 0) }
        let model = try TransitionModel(graph: Self.pair(2000), states: states, formulas)
        let jumps = try Self.jumps(of: model, by: TransitionEvents(streams: RandomStreams(seed: 8)), until: 4)
        Self.check(
            jumps,
            [
                (.itself, -1, 1.0 / 6), (.neighbour, 0, 0.5 / 6), (.neighbour, 1, 1.5 / 6), (.neighbours, -1, 0.5),
            ])
    }

    @Test("who leaves after a time that was drawn does so by itself, also where it might have at a rate")
    func drawnTimes() throws {
        let formulas = try TransitionFormulas(
            states: Self.states,
            [
                .init(from: "S", to: "I", .rate("count(neighbours, I)")),
                .init(from: "S", to: "I", .after(.fixed(0.25))),
            ])
        let states = (0..<102).map { UInt8($0 < 2 ? 1 : 0) }
        let model = try TransitionModel(graph: Self.pair(100), states: states, formulas)
        let jumps = try Self.jumps(of: model, by: TransitionEvents(streams: RandomStreams(seed: 8)), until: 1)
        #expect(jumps.allSatisfy { ($0.time == 0.25) == ($0.cause == .itself) })
        #expect(Set(jumps.map(\.cause)) == [.itself, .neighbour])
    }

    @Test("each time that a node comes to a state that is passed on is a vertex of the tree, a root if by itself")
    func roots() throws {
        let graph = try Graph.ring(nodes: 50)
        let formulas = try TransitionFormulas(
            states: ["S", "I"],
            [
                .init(from: "S", to: "I", .rate("0.1 + 0.4 * count(neighbours, I)")),
                .init(from: "I", to: "S", .after(.gamma(shape: 2, scale: 0.5))),
            ])
        let model = try TransitionModel(graph: graph, states: (0..<50).map { $0 < 5 ? 1 : 0 }, formulas)
        let simulation = try Simulation(
            model, integrator: TransitionEvents(streams: RandomStreams(seed: 6)), step: 1)
        var jumps: [TracedJump] = []
        let trace = JumpTrace { jumps += $0 }
        model.addTrace(trace)
        let watch = CauseTreeWatch(simulation)
        try simulation.run(until: 10)
        trace.handOver()
        let (vertices, infections) = (watch.tree.vertices.dropFirst(5), jumps.filter { $0.new == 1 })
        #expect(vertices.map(\.node) == infections.map(\.node) && vertices.map(\.time) == infections.map(\.time))
        #expect(vertices.map { $0.parent >= 0 } == infections.map { $0.cause == .neighbour })
        #expect(Set(infections.map(\.cause)) == [.itself, .neighbour])
        for vertex in vertices where vertex.parent >= 0 {
            let parent = watch.tree.vertices[Int(vertex.parent)]
            let last = watch.tree.vertices.last { $0.node == parent.node && $0.time < vertex.time }
            #expect(last == parent)
        }
    }

    /// Of edges of the weights 1 and 3, and of as many edges.
    @Test("weights of edges are the odds of infections, from event to event and by leaps", arguments: [true, false])
    func weights(isExact: Bool) throws {
        for graph in [try Self.weightedPair(2000), try Self.pair(2000)] {
            let states = (0..<2002).map { $0 < 2 ? SIRCompartment.infected : .susceptible }
            let table = try TransitionTable.sir(infection: 0.5, recovery: 0)
            let model = try CompartmentModel(graph: graph, transitions: table, states: states)
            let streams = try RandomStreams(seed: 9)
            let jumps = try Self.jumps(
                of: model,
                by: isExact
                    ? EventDrivenIntegrator(streams: streams) : TauLeapingIntegrator(.fixed(0.05), streams: streams),
                until: 3)
            Self.check(jumps, [(.neighbour, 0, 0.25), (.neighbour, 1, 0.75)])
        }
    }

    @Test("causes of leaps are in the order of times, of neighbours that were infected when the leap began")
    func leaps() throws {
        let graph = try Graph.barabasiAlbert(nodes: 200, edgesPerNode: 3, from: RandomStreams(seed: 3))
        let table = try TransitionTable.sirs(infection: 0.5, recovery: 1, waning: 1)
        func model() throws -> CompartmentModel<SIRCompartment> {
            try CompartmentModel(
                graph: graph, transitions: table, states: (0..<200).map { $0 < 9 ? .infected : .susceptible })
        }
        func integrator() throws -> TauLeapingIntegrator<SIRCompartment> {
            TauLeapingIntegrator(.fixed(0.125), streams: try RandomStreams(seed: 2))
        }
        let (traced, plain) = (try model(), try model())
        let jumps = try Self.jumps(of: traced, by: integrator(), until: 6)
        try Simulation(plain, integrator: integrator(), step: 1).run(until: 6)
        #expect((0..<200).allSatisfy { traced.nodeState(at: $0) == plain.nodeState(at: $0) })
        #expect(zip(jumps, jumps.dropFirst()).allSatisfy { $0.time <= $1.time })
        let cases = SIRCompartment.allCases
        var states = (0..<200).map { $0 < 9 ? SIRCompartment.infected : .susceptible }
        var (beginning, end) = (states, 0.125)
        for jump in jumps {
            while jump.time > end { (beginning, end) = (states, end + 0.125) }
            #expect(cases[Int(jump.old)] == states[Int(jump.node)])
            if cases[Int(jump.new)] == .infected {
                #expect(graph.neighbours(of: Int(jump.node)).contains(jump.source))
                #expect(jump.source < 0 || beginning[Int(jump.source)] == .infected)
            } else {
                #expect(jump.cause == .itself)
            }
            states[Int(jump.node)] = cases[Int(jump.new)]
        }
        #expect(jumps.count { cases[Int($0.new)] == .infected } > 300)
    }

    @Test("a voter has its opinion from the neighbour that it copies, or by itself")
    func voters() throws {
        let graph = try Graph.ring(nodes: 60)
        var states = (0..<60).map { UInt8($0 % 3) }
        let model = try VoterModel(graph: graph, states: states, opinions: 3, noise: 0.1)
        let jumps = try Self.jumps(of: model, by: RuleSweeps(streams: RandomStreams(seed: 3)), until: 20)
        for jump in jumps {
            #expect(Int32(states[Int(jump.node)]) == jump.old && jump.old != jump.new)
            if jump.source >= 0 {
                #expect(graph.neighbours(of: Int(jump.node)).contains(jump.source))
                #expect(Int32(states[Int(jump.source)]) == jump.new)
            }
            states[Int(jump.node)] = UInt8(jump.new)
        }
        #expect((0..<60).allSatisfy { model.nodeState(at: $0) == states[$0] })
        #expect(Set(jumps.map(\.cause)) == [.itself, .neighbour])
        #expect(Set(jumps.map(\.time)).sorted().elementsEqual((1...20).map { Double($0) }))
    }

    @Test("the parent of a copied opinion is where the neighbour has got it, also by itself")
    func treeOfVoters() throws {
        func model() throws -> VoterModel {
            try VoterModel(
                graph: Graph.ring(nodes: 60), states: (0..<60).map { UInt8($0 % 3) }, opinions: 3, noise: 0.1)
        }
        let jumps = try Self.jumps(of: model(), by: RuleSweeps(streams: RandomStreams(seed: 3)), until: 20)
        let simulation = try Simulation(model(), integrator: RuleSweeps(streams: RandomStreams(seed: 3)), step: 1)
        let watch = CauseTreeWatch(simulation)
        try simulation.run(until: 20)
        let tree = watch.tree
        var last = Array(0..<60)
        #expect(tree.vertices.count == 60 + jumps.count)
        for (index, jump) in jumps.enumerated() {
            let vertex = tree.vertices[60 + index]
            #expect(vertex.node == jump.node && vertex.time == jump.time)
            #expect(Int(vertex.parent) == (jump.source >= 0 ? last[Int(jump.source)] : -1))
            last[Int(jump.node)] = 60 + index
        }
    }

    @Test("in the model of Sznajd the cause is that of two who agree whose neighbour is convinced")
    func convinced() throws {
        let graph = try Graph.ring(nodes: 60)
        var states = (0..<60).map { UInt8($0 / 2 % 2) }
        let model = try SznajdModel(graph: graph, states: states)
        let jumps = try Self.jumps(of: model, by: RuleSweeps(streams: RandomStreams(seed: 3)), until: 5)
        for jump in jumps {
            #expect(graph.neighbours(of: Int(jump.node)).contains(jump.source))
            #expect(Int32(states[Int(jump.source)]) == jump.new)
            states[Int(jump.node)] = UInt8(jump.new)
        }
        #expect((0..<60).allSatisfy { model.nodeState(at: $0) == states[$0] })
        #expect(jumps.count > 20)
    }
}
