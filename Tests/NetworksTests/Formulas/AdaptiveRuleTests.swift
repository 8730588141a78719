import Descriptions
import Foundation
import ObserverCore
import SimulationEngine
import TestSupport
import Testing

@testable import Networks

/// Rules that rewire edges, against a chain whose probabilities are known, and what holds of all of them.
@Suite struct AdaptiveRuleTests {
    private static let holmeNewman = [FormulaRewiring(if: "random < part", to: .alike)]

    private func states(_ count: Int, _ stateCount: Int) -> [UInt8] {
        var generator = SeededGenerator(seed: 5)
        return (0..<count).map { _ in UInt8.random(in: 0..<UInt8(stateCount), using: &generator) }
    }

    private func sweeps(
        _ order: RuleSweeps<AdaptiveRule>.Order = .random, seed: UInt64 = 3
    ) throws -> RuleSweeps<AdaptiveRule> {
        RuleSweeps(order: order, streams: try RandomStreams(seed: seed))
    }

    /// The weights of edges by their ends, of which the lesser comes first where edges have no direction.
    private static func weights(_ graph: Graph) -> [[Int]: Double] {
        var weights: [[Int]: Double] = [:]
        for source in 0..<graph.vertexCount {
            for target in graph.neighbours(of: source).map(Int.init) where graph.isDirected || source < target {
                weights[[source, target]] = graph.weight(from: source, to: target)
            }
        }
        return weights
    }

    // MARK: - Against what is known

    @Test(
        "Opinions and edges of the adaptive voter model are those of its Markov chain, and without rewiring of the voter model",
        arguments: [0, 0.35, 1])
    func chain(part: Double) throws {
        let graph = try Graph(vertexCount: 4, edges: [(0, 1), (1, 2), (2, 3)])
        let opinions: [UInt8] = [1, 0, 1, 0]
        let chain = AdaptiveVoterChain(vertexCount: 4, rewiring: part)
        let beginning = chain.state(opinions: opinions) { graph.hasEdge(from: $0, to: $1) }
        // Two sweeps of four turns.
        let expected = chain.probabilities(after: 8, from: beginning).sorted { $0.key < $1.key }
        #expect(expected.count > (part == 0.35 ? 100 : 5))
        var counts: [Int: Int] = [:]
        for seed in 1...15_000 as ClosedRange<UInt64> {
            let rule = try AdaptiveRule(
                graph: graph, states: opinions, named: ["no", "yes"], next: "neighbour", rewirings: Self.holmeNewman,
                parameters: ["part": [part]])
            let sweeps = try sweeps(seed: seed)
            for _ in 0..<2 { try sweeps.sweep(rule) }
            let end = chain.state(opinions: Array(rule.states.elements)) { rule.graph.hasEdge(from: $0, to: $1) }
            counts[end, default: 0] += 1
        }
        #expect(Set(counts.keys).isSubset(of: expected.map(\.key)))
        // Of correct programs one in 1000 would fail.
        #expect(agree(expected.map { counts[$0.key] ?? 0 }, expected.map(\.value)))
    }

    @Test(
        "Where edges are only rewired, the components become those of the states, of which no vertex gets more or less")
    func separation() throws {
        let opinions = states(80, 3)
        let rule = try AdaptiveRule(
            graph: Graph.withDifferentWeights(80, degree: 4), states: opinions, named: ["a", "b", "c"],
            rewirings: [FormulaRewiring(to: .alike)])
        let sweeps = try sweeps()
        for _ in 0..<400 where rule.partOfActiveEdges > 0 { try sweeps.sweep(rule) }
        let components = rule.graph.components()
        for state in 0..<3 {
            let numbers = Set((0..<80).filter { rule.states[$0] == state }.map { Int(components.numbers[$0]) })
            let size = numbers.reduce(0) { $0 + components.sizes[$1] }
            #expect(size == opinions.count { $0 == state })
        }
        #expect(Array(rule.states.elements) == opinions)
    }

    @Test("Few rewirings lead to one opinion of most, many to as many groups as there were opinions (Holme and Newman)")
    func transition() throws {
        // Of 320 vertices of mean degree 4 and 32 opinions the published transition is at 0.458.
        func largest(_ part: Double, seed: UInt64) throws -> Int {
            let rule = try AdaptiveRule(
                graph: Graph.withDifferentWeights(320, degree: 4), states: states(320, 32),
                named: (0..<32).map { "s\($0)" },
                next: "neighbour", rewirings: Self.holmeNewman, parameters: ["part": [part]])
            let sweeps = try sweeps(seed: seed)
            for _ in 0..<4000 where rule.partOfActiveEdges > 0 { try sweeps.sweep(rule) }
            #expect(rule.partOfActiveEdges == 0)
            return rule.graph.components().largestSize
        }
        for seed in 1...2 as ClosedRange<UInt64> {
            let (below, above) = (try largest(0.2, seed: seed), try largest(0.8, seed: seed))
            #expect(below > 160 && above < 60)
        }
    }

    // MARK: - What holds of all

    private static let kinds: [[FormulaRewiring]] = [
        [FormulaRewiring(if: "random < 0.5", to: .alike)],
        [FormulaRewiring(if: "neighbour != state", to: .all)],
        [
            FormulaRewiring(if: "state == a and random < 0.3", from: .different, to: .states(["a", "b"])),
            FormulaRewiring(if: "count(neighbours, c) > 1", from: .states(["c"]), to: .different),
        ],
        [FormulaRewiring(if: "random < 0.5", from: .alike)],
    ]

    @Test("Edges are conserved with their weights, and none is a loop or there twice", arguments: kinds, [false, true])
    func conservation(rewirings: [FormulaRewiring], isDirected: Bool) throws {
        let graph = try Graph.withDifferentWeights(90, degree: 5, isDirected: isDirected)
        for order in [RuleSweeps<AdaptiveRule>.Order.random, .sequential] {
            let rule = try AdaptiveRule(
                graph: graph, states: states(90, 3), named: ["a", "b", "c"], next: "if(random < 0.9, neighbour, c)",
                rewirings: rewirings, moves: [FormulaMove(if: "random < 0.2", to: ["b"], among: .all)])
            let sweeps = try sweeps(order)
            for _ in 0..<20 { try sweeps.sweep(rule) }
            #expect(rule.rewiringCount > 100 && rule.moveCount > 100)
            #expect(rule.graph != graph && rule.graph.edgeCount == graph.edgeCount)
            #expect(Self.weights(rule.graph).values.sorted() == Self.weights(graph).values.sorted())
            // It is the other end that goes: each vertex keeps as many edges as lead to it, of one with two directions to some of both.
            if isDirected {
                #expect((0..<90).allSatisfy { rule.graph.inDegree(of: $0) == graph.inDegree(of: $0) })
            }
            for vertex in 0..<90 {
                let neighbours = rule.graph.neighbours(of: vertex).map(Int.init)
                #expect(!neighbours.contains(vertex) && Set(neighbours).count == neighbours.count)
            }
        }
    }

    /// How often which edges are there after the turn of vertex 0 in a star of 0 and 1 to 3, with 4 to 8 beside.
    private func ends(_ rewiring: FormulaRewiring, isDirected: Bool, trials: Int) throws -> [[Int]: Int] {
        var counts: [[Int]: Int] = [:]
        let graph = try Graph(vertexCount: 9, edges: [(1, 0), (2, 0), (3, 0), (0, 7)], isDirected: isDirected)
        for seed in 1...UInt64(trials) {
            let rule = try AdaptiveRule(
                graph: graph, states: [0, 0, 1, 1, 0, 1, 1, 1, 2], named: ["a", "b", "c"], rewirings: [rewiring])
            var random = try RandomStreams(seed: seed).words(for: .sweeps)
            rule.update(0, &random)
            counts[rule.graph.inNeighbours(of: 0).map(Int.init), default: 0] += 1
        }
        return counts
    }

    @Test(
        "Each edge that is meant is rewired to each vertex that is meant with the same probability",
        arguments: [false, true])
    func ends(isDirected: Bool) throws {
        // Vertex 7 is beside if edges have a direction: none leads from it to 0.
        let seven = isDirected ? [] : [7]
        func expect(_ rewiring: FormulaRewiring, _ gone: [Int], _ new: [Int], at line: Int = #line) throws {
            let ways = gone.flatMap { end in new.map { ([1, 2, 3] + seven + [$0]).filter { $0 != end }.sorted() } }
            let counts = try ends(rewiring, isDirected: isDirected, trials: 200 * ways.count)
            #expect(Set(counts.keys) == Set(ways), "line \(line)")
            guard ways.count > 1 else { return }
            // Of correct programs one in 1000 would fail each.
            let probabilities = [Double](repeating: 1 / Double(ways.count), count: ways.count)
            #expect(agree(ways.map { counts[$0] ?? 0 }, probabilities), "line \(line)")
        }
        let beside = isDirected ? [7] : []
        try expect(FormulaRewiring(), [1, 2, 3] + seven, [4, 5, 6, 8] + beside)
        try expect(FormulaRewiring(from: .different, to: .alike), [2, 3] + seven, [4])
        try expect(FormulaRewiring(from: .alike, to: .different), [1], [5, 6, 8] + beside)
        try expect(FormulaRewiring(from: .states(["a", "c"]), to: .states(["b", "c"])), [1], [5, 6, 8] + beside)
        try expect(FormulaRewiring(if: "count(neighbours, b) > 0", from: .states(["a"]), to: .states(["c"])), [1], [8])
        // It is the edge to the neighbour that the condition knows.
        let counts = try ends(
            FormulaRewiring(if: "neighbour == a", to: .states(["c"])), isDirected: isDirected, trials: 400)
        #expect(Set(counts.keys) == [[1, 2, 3] + seven, [2, 3] + seven + [8]])
    }

    @Test("Without an edge or a new end nothing happens in a turn, not even what would be next")
    func nothing() throws {
        for rewiring in [
            FormulaRewiring(if: "state == a", from: .states(["c"])), FormulaRewiring(if: "state == a", to: .alike),
        ] {
            let graph = try Graph.complete(nodes: 4)
            let rule = try AdaptiveRule(
                graph: graph, states: [0, 0, 0, 1], named: ["a", "b", "c"], next: "c", rewirings: [rewiring])
            let sweeps = try sweeps(.sequential)
            try sweeps.sweep(rule)
            #expect(rule.rewiringCount == 0 && rule.graph == graph)
            #expect(Array(rule.states.elements) == [0, 0, 0, 2])
        }
    }

    @Test("What one condition draws the next and the next state know, too, and rewirings that never are change nothing")
    func luck() throws {
        func run(_ next: String, _ rewirings: [FormulaRewiring]) throws -> AdaptiveRule {
            let rule = try AdaptiveRule(
                graph: Graph.withDifferentWeights(60, degree: 4), states: states(60, 3), named: ["a", "b", "c"],
                next: next,
                rewirings: rewirings)
            let sweeps = try sweeps()
            for _ in 0..<10 { try sweeps.sweep(rule) }
            return rule
        }
        let rare = [FormulaRewiring(if: "random < 0.5", to: .alike)]
        let rule = try run("if(random < 0.5, c + 1, neighbour)", rare)
        #expect(rule.rewiringCount > 200)
        let same = try run(
            "neighbour",
            [FormulaRewiring(if: "random < 0"), FormulaRewiring(if: "degree < 0 or random < 0.1 - 1")] + rare)
        #expect(Array(same.states.elements) == Array(rule.states.elements) && same.graph == rule.graph)
        // The third condition never holds behind the first two.
        let behind = try run(
            "neighbour",
            [
                FormulaRewiring(if: "neighbour != state", to: .alike),
                FormulaRewiring(if: "neighbour == state", from: .alike),
            ])
        #expect(behind.rewiringCount > 200 && Array(behind.states.elements) == states(60, 3))
    }

    @Test("Vertices in states are known whatever happens to them")
    func members() throws {
        var generator = SeededGenerator(seed: 2)
        let elements = VertexStates(states(50, 4))
        var members = StateMembers(of: elements.elements, stateCount: 4)
        func known(_ choice: PlannedRewiring.Choice, for own: UInt8) -> [Int] {
            (0..<members.count(of: choice, for: own)).compactMap { members.vertex($0, of: choice, for: own) }.sorted()
        }
        for round in 0..<300 {
            let vertex = Int.random(in: 0..<50, using: &generator)
            elements[vertex] = UInt8.random(in: 0..<4, using: &generator)
            if round % 3 == 0 { members.follow(elements.elements) } else { members.note(vertex, is: elements[vertex]) }
            let own = UInt8(round % 4)
            #expect(known(.alike, for: own) == (0..<50).filter { elements[$0] == own })
            #expect(known(.different, for: own) == (0..<50).filter { elements[$0] != own })
            #expect(known(.among(StateSet([0, 3])), for: own) == (0..<50).filter { [0, 3].contains(elements[$0]) })
            #expect(members.vertex(50, of: .different, for: own) == nil)
        }
    }

    @Test("What others set between sweeps is known to those who look for new ends")
    func interventions() throws {
        let graph = try Graph(vertexCount: 6, edges: [(0, 1), (2, 3)])
        let rule = try AdaptiveRule(
            graph: graph, states: [0, 1, 1, 1, 1, 1], named: ["a", "b"],
            rewirings: [FormulaRewiring(if: "state == a and neighbour == b", to: .states(["a"]))])
        let simulation = try Simulation(rule, integrator: sweeps(.sequential), step: 1)
        try simulation.run(steps: 1)
        #expect(rule.rewiringCount == 0)
        simulation.nodes[4].state.value = 0
        try simulation.edge(from: 4, to: 1).value = 1
        try simulation.run(steps: 1)
        // First 0 leaves 1 for 4, then that leaves 1 and finds nobody else.
        #expect(rule.graph == (try Graph(vertexCount: 6, edges: [(0, 4), (1, 4), (2, 3)])))
    }

    // MARK: - Who watches

    @Test("Who watches edges is told of each change, and changes nothing")
    func observers() throws {
        func simulation() throws -> Simulation<AdaptiveRule> {
            let rule = try AdaptiveRule(
                graph: Graph.withDifferentWeights(40, degree: 4), states: states(40, 2), named: ["a", "b"],
                next: "neighbour",
                rewirings: Self.holmeNewman, parameters: ["part": [0.3]])
            return try Simulation(rule, integrator: sweeps(), step: 1)
        }
        let (watched, alone) = (try simulation(), try simulation())
        let beginning = try Graph.withDifferentWeights(40, degree: 4)
        var weights = Self.weights(beginning)
        let watcher = EdgeWatcher()
        var count = 0
        watcher.observe(watched.edgeChanges) { (change: EdgeChange) in
            #expect(weights[[change.source, change.target]] == change.old)
            weights[[change.source, change.target]] = change.new
            count += 1
        }
        try watched.run(steps: 12)
        try alone.run(steps: 12)
        #expect(count == 2 * watched.model.rewiringCount && count > 100)
        #expect(watched.model.graph == alone.model.graph)
        #expect(weights.count == beginning.edgeCount && weights == Self.weights(watched.model.graph))
    }

    // MARK: - What cannot be

    @Test("What a vertex never comes to is refused, as are states that there are not")
    func refusals() throws {
        let graph = try Graph.ring(nodes: 5)
        func make(
            _ rewirings: [FormulaRewiring], next: String? = nil, moves: [FormulaMove] = []
        ) throws -> AdaptiveRule {
            try AdaptiveRule(
                graph: graph, states: [0, 1, 0, 1, 0], named: ["a", "b"], next: next, rewirings: rewirings, moves: moves
            )
        }
        let always = FormulaRewiring(to: .alike)
        #expect(throws: ParameterError.self) { try make([always, always]) }
        #expect(throws: ParameterError.self) { try make([always], next: "neighbour") }
        #expect(throws: ParameterError.self) { try make([always], moves: [FormulaMove()]) }
        #expect(throws: FormulaError.self) { try make([FormulaRewiring(if: "random", to: .alike)]) }
        #expect(throws: FormulaError.self) { try make([FormulaRewiring(if: "place == a")]) }
        #expect(throws: FormulaError.self) { try make([FormulaRewiring(from: .states(["c"]))]) }
        #expect(throws: FormulaError.self) { try make([FormulaRewiring(to: .states(["a", "c"]))]) }
        // What is no state ends the run, and no vertex takes it.
        let rule = try make([FormulaRewiring(if: "random < 0.5")], next: "state + degree")
        let sweeps = try sweeps()
        #expect(throws: FormulaRuleError.self) { try sweeps.sweep(rule) }
        #expect(rule.states.elements.allSatisfy { $0 < 2 })
    }
}

private final class EdgeWatcher: Observer {
    let receiver = Receiver()
}
