import Descriptions
import ObserverCore
import SimulationEngine
import TestSupport
import Testing

@testable import Networks

/// Transitions during which edges are rewired, against a chain whose probabilities are known, and what holds of all of them. Seeds are
/// fixed; a correct program would fail each test of chance with a probability of 0.001.
@Suite struct AdaptiveTransitionTests {
    typealias Rewiring = TransitionFormulas.Rewiring

    private static let avoidance = Rewiring(
        if: "state == S", from: .states(["I"]), to: .states(["S"]), rate: "avoidance")

    private static func formulas(
        _ rewirings: [Rewiring], infection: String = "1.5 * count(neighbours, I)", parameters: [String: [Double]] = [:]
    ) throws -> TransitionFormulas {
        try TransitionFormulas(
            states: ["S", "I"],
            [.init(from: "S", to: "I", .rate(infection)), .init(from: "I", to: "S", .rate("1"))],
            rewirings: rewirings, parameters: parameters)
    }

    private static func events(seed: UInt64 = 3) throws -> TransitionEvents {
        TransitionEvents(streams: try RandomStreams(seed: seed))
    }

    private static let halves = (0..<90).map { UInt8($0 % 2) }

    // MARK: - Against what is known

    /// The model of Gross, D'Lima and Blasius, and one of rates by formulas of the vertex in which those rewire edges who are ill, too.
    private static var kinds: [(rewirings: [Rewiring], chain: AdaptiveEpidemicChain)] {
        [
            (
                [avoidance],
                AdaptiveEpidemicChain(
                    vertexCount: 4, infection: 1.5, recovery: 1,
                    rate: { own, other, _, _ in own == 0 && other == 1 ? 2 : 0 },
                    isTarget: { _, other in other == 0 })
            ),
            (
                [
                    Rewiring(
                        if: "degree > 1", from: .different, to: .alike, rate: "degree * (1 + count(neighbours, I))"),
                    Rewiring(
                        if: "state == I and count(neighbours, state) < 2", from: .different, to: .alike,
                        rate: "avoidance"),
                ],
                AdaptiveEpidemicChain(
                    vertexCount: 4, infection: 1.5, recovery: 1,
                    rate: { own, other, degree, ill in
                        guard own != other else { return 0 }
                        let first = degree > 1 ? Double(degree * (1 + ill)) : 0
                        return first + (own == 1 && ill < 2 ? 2 : 0)
                    }, isTarget: { $0 == $1 })
            ),
        ]
    }

    @Test("States and edges have the probabilities of the master equation", arguments: 0...1)
    func masterEquation(kind: Int) throws {
        let (rewirings, chain) = Self.kinds[kind]
        let graph = try Graph(vertexCount: 4, edges: [(0, 1), (1, 2), (2, 3)])
        let states: [UInt8] = [0, 1, 0, 1]
        let formulas = try Self.formulas(rewirings, parameters: ["avoidance": [2]])
        let beginning = chain.state(states) { graph.hasEdge(from: $0, to: $1) }
        let times = [0.2, 0.9]
        let expected = times.map { time in
            chain.probabilities(at: time, from: beginning).sorted { $0.key < $1.key }
        }
        #expect(expected[1].count > 100)
        var counts: [[Int: Int]] = [[:], [:]]
        for seed in 1...10_000 as ClosedRange<UInt64> {
            let model = try TransitionModel(graph: graph, states: states, formulas)
            let events = try Self.events(seed: seed)
            var start = 0.0
            for (index, time) in times.enumerated() {
                try events.advance(model, from: start, to: time)
                start = time
                let end = chain.state(Array(model.states.elements)) { model.graph.hasEdge(from: $0, to: $1) }
                counts[index][end, default: 0] += 1
            }
        }
        for index in 0...1 {
            #expect(Set(counts[index].keys).isSubset(of: expected[index].map(\.key)))
            #expect(agree(expected[index].map { counts[index][$0.key] ?? 0 }, expected[index].map(\.value)))
        }
    }

    @Test(
        "Each edge that is meant goes to each vertex that is meant with the same probability", arguments: [false, true])
    func ends(isDirected: Bool) throws {
        // Vertex 0 leaves one of 2 and 3 for one of 4 and 6, and of 5 if no edge leads from there to it.
        let graph = try Graph(vertexCount: 8, edges: [(1, 0), (2, 0), (3, 0), (0, 5)], isDirected: isDirected)
        let formulas = try TransitionFormulas(
            states: ["a", "b", "c"], [],
            rewirings: [Rewiring(if: "state == a", from: .states(["b"]), to: .states(["c"]), rate: "1e6")])
        let new = isDirected ? [4, 5, 6] : [4, 6]
        let ways = [2, 3].flatMap { end in new.map { end * 8 + $0 } }
        var counts: [Int: Int] = [:]
        for seed in 1...1200 as ClosedRange<UInt64> {
            let model = try TransitionModel(graph: graph, states: [0, 2, 1, 1, 2, 2, 2, 1], formulas)
            let events = try Self.events(seed: seed)
            var time = 0.0
            while model.rewiringCount == 0 {
                try events.advance(model, from: time, to: time + 1e-8)
                time += 1e-8
            }
            guard model.rewiringCount == 1 else { continue }
            let now = Set(model.graph.inNeighbours(of: 0).map(Int.init))
            let before = Set(graph.inNeighbours(of: 0).map(Int.init))
            let (gone, come) = (before.subtracting(now), now.subtracting(before))
            #expect(gone.count == 1 && come.count == 1)
            counts[(gone.first ?? 0) * 8 + (come.first ?? 0), default: 0] += 1
        }
        #expect(Set(counts.keys) == Set(ways) && counts.values.reduce(0, +) > 1000)
        let probabilities = [Double](repeating: 1 / Double(ways.count), count: ways.count)
        #expect(agree(ways.map { counts[$0] ?? 0 }, probabilities))
    }

    @Test("As many stay ill as the pair approximation says, and few ill die out where many stay (Gross et al.)")
    func pairApproximation() throws {
        func ill(_ infection: Double, avoidance: Double, part: Int) throws -> Double {
            let formulas = try Self.formulas(
                [Self.avoidance], infection: "\(infection) * count(neighbours, I)",
                parameters: ["avoidance": [avoidance]])
            let model = try TransitionModel(
                graph: Graph.withDifferentWeights(1000, degree: 20), states: (0..<1000).map { $0 % 100 < part ? 1 : 0 },
                formulas)
            let events = try Self.events()
            try events.advance(model, from: 0, to: 8)
            var sum = 0.0
            for step in 0..<8 {
                try events.advance(model, from: 8 + Double(step), to: 9 + Double(step))
                sum += Double(model.count(of: 1)) / 8000
            }
            return sum
        }
        // The solution of equations (1) to (3) of the paper at rest is 0.947. The mean of eight counts has a deviation of 0.003.
        #expect(abs(try ill(1, avoidance: 5, part: 50) - 0.947) < 0.012)
        #expect(try ill(0.5, avoidance: 20, part: 90) > 0.7)
        #expect(try ill(0.5, avoidance: 20, part: 1) < 0.01)
        #expect(try ill(0.5, avoidance: 0, part: 1) > 0.85)
    }

    // MARK: - What holds of all

    @Test("Rewirings at a rate of 0 change nothing", arguments: ["0", "nothing", "0 * degree"])
    func noRewiring(rate: String) throws {
        let own = (0..<90).map { (vertex: Int) in 0.1 + Double(vertex % 7) / 10 }
        func run(_ rewirings: [Rewiring]) throws -> [[UInt8]] {
            let formulas = try Self.formulas(
                rewirings, infection: "own * count(neighbours, I)", parameters: ["own": own, "nothing": [0]])
            let model = try TransitionModel(
                graph: Graph.withDifferentWeights(90, degree: 5), states: Self.halves, formulas)
            let events = try Self.events()
            return try (0..<20).map { step in
                try events.advance(model, from: Double(step), to: Double(step + 1))
                #expect(model.rewiringCount == 0)
                return Array(model.states.elements)
            }
        }
        let plain = try run([])
        #expect(Set(plain).count > 15)
        #expect(try run([Rewiring(rate: rate)]) == plain)
        #expect(try run([Rewiring(if: "degree < 0", rate: "1")]) == plain)
    }

    private static let many: [[Rewiring]] = [
        [avoidance],
        [Rewiring(rate: "0.5")],
        [
            Rewiring(if: "state == S", from: .different, to: .states(["S", "I"]), rate: "avoidance * degree"),
            Rewiring(if: "count(neighbours, I) > 2", from: .states(["I"]), to: .different, rate: "avoidance"),
        ],
    ]

    @Test("Edges are conserved with their weights, and none is a loop or there twice", arguments: many, [false, true])
    func conservation(rewirings: [Rewiring], isDirected: Bool) throws {
        let graph = try Graph.withDifferentWeights(90, degree: 5, isDirected: isDirected)
        let formulas = try Self.formulas(rewirings, infection: "count(neighbours, I)", parameters: ["avoidance": [1]])
        let model = try TransitionModel(graph: graph, states: Self.halves, formulas)
        try Self.events().advance(model, from: 0, to: 10)
        #expect(model.rewiringCount > 100)
        #expect(model.graph != graph && model.graph.edgeCount == graph.edgeCount)
        func weights(_ graph: Graph) -> [Double] {
            (0..<90).flatMap { source in
                graph.neighbours(of: source).map { graph.weight(from: source, to: Int($0)) ?? 0 }
            }.sorted()
        }
        #expect(weights(model.graph) == weights(graph))
        for vertex in 0..<90 {
            let neighbours = model.graph.inNeighbours(of: vertex).map(Int.init)
            #expect(!neighbours.contains(vertex) && Set(neighbours).count == neighbours.count)
            // It is the other end that goes.
            if isDirected { #expect(neighbours.count == graph.inDegree(of: vertex)) }
        }
    }

    @Test(
        "What is known of neighbours and degrees is what there is: looking at all anew changes nothing, nor do tables of rates",
        arguments: many, [false, true])
    func knowledge(rewirings: [Rewiring], isDirected: Bool) throws {
        // Few edges at the beginning, so that degrees come that no table knows.
        let graph = try Graph.withDifferentWeights(90, degree: 3, isDirected: isDirected)
        func run(_ infection: String, isAnew: Bool) throws -> (states: [UInt8], graph: Graph) {
            let formulas = try Self.formulas(
                rewirings + [Rewiring(if: "state == S and degree > 2", to: .states(["S"]), rate: "1")],
                infection: infection, parameters: ["avoidance": [1], "luck": (0..<90).map(Double.init)])
            let model = try TransitionModel(graph: graph, states: Self.halves, formulas)
            let events = try Self.events()
            for step in 0..<80 {
                if isAnew { events.stateWasChanged() }
                try events.advance(model, from: Double(step) / 8, to: Double(step + 1) / 8)
            }
            return (Array(model.states.elements), model.graph)
        }
        let infection = "2 * count(neighbours, I) / (1 + degree)"
        let plain = try run(infection, isAnew: false)
        for other in [
            try run(infection, isAnew: true), try run(infection + " + 0 * luck", isAnew: false),
        ] {
            #expect(other.states == plain.states && other.graph == plain.graph)
        }
        #expect(plain.graph != graph)
    }

    @Test("Degrees that no table knows are computed")
    func degrees() throws {
        // All edges come to lead to the one vertex in state a, of which the rate is that of its degree.
        let graph = try Graph(vertexCount: 80, edges: (1..<40).map { (2 * $0 - 1, 2 * $0) })
        func run(_ rate: String) throws -> Double {
            let formulas = try TransitionFormulas(
                states: ["a", "b", "c"], [.init(from: "a", to: "c", .rate(rate))],
                rewirings: [Rewiring(if: "state == b", to: .states(["a"]), rate: "1000")],
                parameters: ["luck": (0..<80).map(Double.init)])
            let model = try TransitionModel(graph: graph, states: [0] + [UInt8](repeating: 1, count: 79), formulas)
            let events = try Self.events()
            try events.advance(model, from: 0, to: 1)
            #expect(model.graph.degree(of: 0) == 39)
            var time = 1.0
            while model.states[0] == 0 {
                try events.advance(model, from: time, to: time + 0.01)
                time += 0.01
            }
            return time
        }
        let time = try run("if(degree > 35, 0.1, 0)")
        #expect(time > 1.5)
        #expect(try run("if(degree > 35, 0.1, 0) + 0 * luck") == time)
    }

    @Test("Edges that others set act from then on, with rates for the new degrees")
    func interventions() throws {
        let graph = try Graph(vertexCount: 4, edges: [(0, 1)])
        let formulas = try TransitionFormulas(
            states: ["S", "I"], [.init(from: "S", to: "I", .rate("1e9 * count(neighbours, I) * (degree - 1)"))])
        let model = try TransitionModel(graph: graph, states: [1, 0, 0, 0], formulas)
        let simulation = try Simulation(model, integrator: Self.events(), step: 1)
        try simulation.run(steps: 1)
        #expect(Array(model.states.elements) == [1, 0, 0, 0])
        try simulation.edge(from: 1, to: 2).value = 1
        try simulation.run(steps: 1)
        // It fails by chance with a probability of exp(-1e9).
        #expect(Array(model.states.elements) == [1, 1, 0, 0])
        try simulation.edge(from: 2, to: 3).value = 1
        try simulation.run(steps: 1)
        #expect(Array(model.states.elements) == [1, 1, 1, 0])
    }

    @Test("Who watches edges is told of each change, and changes nothing")
    func observers() throws {
        func simulation() throws -> Simulation<TransitionModel> {
            let formulas = try Self.formulas([Self.avoidance], parameters: ["avoidance": [2]])
            let model = try TransitionModel(
                graph: Graph.withDifferentWeights(90, degree: 5), states: Self.halves, formulas)
            return try Simulation(model, integrator: Self.events(), step: 0.5)
        }
        let (watched, alone) = (try simulation(), try simulation())
        var edges: [[Int]: Double?] = [:]
        let watcher = EdgeWatcher()
        var count = 0
        watcher.observe(watched.edgeChanges) { (change: EdgeChange) in
            edges[[change.source, change.target]] = .some(change.new)
            count += 1
        }
        try watched.run(steps: 12)
        try alone.run(steps: 12)
        #expect(count == 2 * watched.model.rewiringCount && count > 100)
        #expect(watched.model.graph == alone.model.graph)
        for (ends, weight) in edges { #expect(watched.model.graph.weight(from: ends[0], to: ends[1]) == weight) }
    }

    // MARK: - What cannot be

    @Test("Formulas that cannot be are refused, and rates that cannot be end a run")
    func refusals() throws {
        #expect(throws: FormulaError.self) { try Self.formulas([Rewiring(rate: "random")]) }
        #expect(throws: FormulaError.self) { try Self.formulas([Rewiring(rate: "time")]) }
        #expect(throws: FormulaError.self) { try Self.formulas([Rewiring(if: "degree", rate: "1")]) }
        #expect(throws: FormulaError.self) { try Self.formulas([Rewiring(from: .states(["X"]), rate: "1")]) }
        #expect(throws: FormulaError.self) { try Self.formulas([Rewiring(rate: "degree > 1")]) }
        for (rate, told) in [("1 - degree", -1.0), ("1 / (degree - 2)", Double.infinity)] {
            let model = try TransitionModel(
                graph: Graph(vertexCount: 3, edges: [(0, 1), (1, 2)]), states: [0, 0, 0],
                Self.formulas([Rewiring(if: "degree == 2", to: .all, rate: rate)]))
            #expect(throws: TransitionError.impossibleRewiring(told, vertex: 1, state: "S", degree: 2)) {
                try Self.events().advance(model, from: 0, to: 1)
            }
        }
    }
}

private final class EdgeWatcher: Observer {
    let receiver = Receiver()
}
