import Foundation
import SimulationEngine
import TestSupport
import Testing

@testable import Networks

/// What moves on a graph by rules that are formulas, against models that are built in, closed forms, and what must not change.
@Suite struct FormulaMoveTests {
    private static func states(_ count: Int, _ shares: [Double], seed: UInt64 = 5) throws -> [UInt8] {
        let graph = try Graph(vertexCount: count, edges: [(Int, Int)]())
        return try RandomStreams(seed: seed).states(shares, of: graph)
    }

    /// A ring along which all edges lead the same way round.
    private static func oneWay(_ count: Int) throws -> Graph {
        try Graph(vertexCount: count, edges: (0..<count).map { ($0, ($0 + 1) % count) }, isDirected: true)
    }

    private func steps(seed: UInt64 = 3, threads: Int = 1) throws -> RuleSteps<FormulaRule> {
        RuleSteps(streams: try RandomStreams(seed: seed), threads: threads)
    }

    private func sweeps(
        _ order: RuleSweeps<FormulaRule>.Order = .random, seed: UInt64 = 3
    ) throws -> RuleSweeps<FormulaRule> {
        RuleSweeps(order: order, streams: try RandomStreams(seed: seed))
    }

    private func update(_ vertex: Int, _ rule: FormulaRule, seed: UInt64 = 1) throws {
        var random = try RandomStreams(seed: seed).words(for: .sweeps)
        rule.update(vertex, &random)
    }

    private func moveCount(_ rule: FormulaRule) -> Int { rule.moves?.moveCount ?? 0 }

    // MARK: - Against other models

    @Test(
        "Agents who move to any vacant vertex are those of Schelling, to the bit",
        arguments: [RuleSweeps<SchellingModel>.Order.random, .sequential])
    func schelling(order: RuleSweeps<SchellingModel>.Order) throws {
        // Some vertices of the second one have no neighbours.
        let graphs = [
            try Graph.mooreLattice(sides: [15, 12], periodic: true),
            try Graph.erdosRenyi(nodes: 180, probability: 0.02, from: try RandomStreams(seed: 4)),
        ]
        let states = try Self.states(180, [0.15, 0.45, 0.4])
        for graph in graphs {
            let builtIn = try SchellingModel(graph: graph, states: states, wanted: 0.55)
            let rule = try FormulaRule(
                graph: graph, states: states, named: ["vacant", "red", "blue"],
                moves: [
                    FormulaMove(
                        if: "state != vacant and "
                            + "count(neighbours, state) / (degree - count(neighbours, vacant)) < wanted",
                        to: ["vacant"], among: .all)
                ], parameters: ["wanted": [0.55]])
            let expected = RuleSweeps<SchellingModel>(order: order, streams: try RandomStreams(seed: 3))
            let moving = try sweeps(order == .random ? .random : .sequential)
            for _ in 0..<12 {
                try expected.sweep(builtIn)
                try moving.sweep(rule)
                #expect(Array(rule.states.elements) == Array(builtIn.states.elements))
            }
            #expect(moveCount(rule) > 40)
        }
    }

    @Test("Cars that move at once are traffic by rule 184, whose flow becomes that of the fewer of cars and gaps")
    func traffic() throws {
        let (count, names) = (120, ["free", "car"])
        for share in [0.2, 0.5, 0.7] {
            let states = try Self.states(count, [1 - share, share])
            let automaton = try FormulaRule(
                graph: .ring(nodes: count), states: states, named: names, next: "if(state == car, after, before)")
            let cars = try FormulaRule(
                graph: Self.oneWay(count), states: states, named: names,
                moves: [FormulaMove(if: "state == car", to: ["free"])])
            let (expected, moving) = (try steps(), try steps(threads: 2))
            var flow = 0
            for _ in 0..<count {
                let before = moveCount(cars)
                try expected.sweep(automaton)
                try moving.sweep(cars)
                #expect(Array(cars.states.elements) == Array(automaton.states.elements))
                flow = moveCount(cars) - before
            }
            let carCount = cars.count(of: 1)
            #expect(flow == min(carCount, count - carCount))
        }
    }

    @Test("Particles that hop one after the other have the flow of the exclusion process, ρ(1 − ρ)")
    func exclusion() throws {
        // All configurations are equally likely for ever: of N sites, K of which are taken, K(N − K) / (N − 1) can hop on the mean.
        let (count, particles, sweepCount) = (50, 15, 20)
        let expected = Double(particles * (count - particles)) / Double(count - 1) / Double(count)
        var generator = SeededGenerator(seed: 8)
        let flows = try (1...150).map { seed in
            let states = ((0..<count).map { UInt8($0 < particles ? 1 : 0) }).shuffled(using: &generator)
            let rule = try FormulaRule(
                graph: Self.oneWay(count), states: states, named: ["free", "taken"],
                moves: [FormulaMove(if: "state == taken and place == free")])
            let moving = try sweeps(seed: UInt64(seed))
            for _ in 0..<sweepCount { try moving.sweep(rule) }
            #expect(rule.count(of: 1) == particles)
            return Double(moveCount(rule)) / Double(count * sweepCount)
        }
        let mean = flows.reduce(0, +) / Double(flows.count)
        let variance = flows.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(flows.count - 1)
        // Of correct programs one in 20,000 would fail.
        #expect(abs(mean - expected) < 4.2 * (variance / Double(flows.count)).squareRoot())
        #expect(abs(mean - expected) < 0.02 * expected)
    }

    @Test("A walker is at vertices in proportion to their degrees", arguments: [true, false])
    func walk(atOnce: Bool) throws {
        // Two triangles with a common corner, a tail at one of them, and an edge twice.
        let edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2), (4, 5), (0, 1)]
        let graph = try Graph(vertexCount: 6, edges: edges, allowing: .multipleEdges)
        let rule = try FormulaRule(
            graph: graph, states: [1, 0, 0, 0, 0, 0], named: ["empty", "walker"],
            moves: [FormulaMove(if: "state == walker", to: ["empty"])])
        let (together, inTurn) = (try steps(), try sweeps())
        var visits = [Int](repeating: 0, count: 6)
        for _ in 0..<3000 {
            // After 20 steps next to nothing is known of where it was.
            for _ in 0..<20 { if atOnce { try together.sweep(rule) } else { try inTurn.sweep(rule) } }
            visits[try #require(rule.states.elements.firstIndex(of: 1))] += 1
        }
        let sum = (0..<6).reduce(0.0) { sum, vertex in
            let expected = 3000 * Double(graph.degree(of: vertex)) / Double(2 * edges.count)
            return sum + pow(Double(visits[vertex]) - expected, 2) / expected
        }
        // χ² of 5 degrees of freedom: of correct programs one in 100,000 would fail.
        #expect(sum < 30.9)
    }

    // MARK: - What must not change

    private static let wanderers = [
        FormulaMove(if: "state == a and random < 0.8", to: ["empty"]),
        FormulaMove(if: "state == b and count(neighbours, a) > 0", to: ["empty", "a"], among: .all),
        FormulaMove(if: "state == c or place == c"),
    ]

    private func wanderers(_ count: Int, next: String = "state") throws -> FormulaRule {
        try FormulaRule(
            graph: .erdosRenyi(nodes: count, probability: 4 / Double(count), from: try RandomStreams(seed: 4)),
            states: Self.states(count, [0.4, 0.2, 0.2, 0.2]), named: ["empty", "a", "b", "c"], next: next,
            moves: Self.wanderers)
    }

    @Test("Whatever moves, in any order, nothing comes nor goes")
    func conservation() throws {
        let (together, inTurn, inOrder) = (try steps(), try sweeps(), try sweeps(.sequential))
        for sweep in [together.sweep, inTurn.sweep, inOrder.sweep] {
            let rule = try wanderers(300)
            let counts = (0..<4).map { rule.count(of: $0) }
            for _ in 0..<20 {
                let (before, moved) = (Array(rule.states.elements), moveCount(rule))
                try sweep(rule)
                #expect((0..<4).map { rule.count(of: $0) } == counts)
                #expect(Array(rule.states.elements) != before && moveCount(rule) > moved)
            }
        }
    }

    @Test("Threads do not matter to what moves at once")
    func threads() throws {
        let (one, other) = (try wanderers(3000), try wanderers(3000))
        let (alone, together) = (try steps(), try steps(threads: 3))
        for _ in 0..<5 {
            try alone.sweep(one)
            try together.sweep(other)
            #expect(Array(one.states.elements) == Array(other.states.elements))
        }
        #expect(moveCount(one) == moveCount(other))
    }

    @Test("Of those who want the same place one gets it, each with the same probability")
    func conflicts() throws {
        let graph = try Graph(vertexCount: 4, edges: [(0, 1), (2, 1), (3, 1)], isDirected: true)
        var wins = [0, 0, 0, 0]
        for seed in 1...3000 as ClosedRange<UInt64> {
            let rule = try FormulaRule(
                graph: graph, states: [1, 0, 1, 1], named: ["empty", "walker"],
                moves: [FormulaMove(if: "state == walker", to: ["empty"])])
            try steps(seed: seed).sweep(rule)
            #expect(rule.states[1] == 1 && rule.count(of: 1) == 3)
            wins[try #require(rule.states.elements.firstIndex(of: 0))] += 1
        }
        // Of correct programs one in 10,000 would fail.
        for vertex in [0, 2, 3] { #expect(deviations(wins[vertex], of: 3000, probability: 1 / 3.0) < 4.2) }
    }

    @Test("A vertex is part of one exchange at most: of swaps at once some come true, and no state is lost")
    func swaps() throws {
        let graph = try Graph.ring(nodes: 40)
        // Each state stands on one vertex only.
        let names = (0..<40).map { "s\($0)" }
        let rule = try FormulaRule(
            graph: graph, states: (0..<40).map(UInt8.init), named: names, moves: [FormulaMove()])
        let moving = try steps()
        for _ in 0..<30 {
            let before = Array(rule.states.elements)
            try moving.sweep(rule)
            let after = Array(rule.states.elements)
            #expect(after.sorted().elementsEqual(0..<40))
            for vertex in 0..<40 where after[vertex] != before[vertex] {
                // It has changed with a neighbour, which has what was here.
                let partner = try #require(before.firstIndex(of: after[vertex]))
                #expect([1, 39].contains(abs(partner - vertex)) && after[partner] == before[vertex])
            }
        }
        // A wish has one, two or three rivals with probabilities 1/4, 1/2 and 1/4, and comes true with 17/48. Neighbours have rivals in
        // common, so that the deviation is up to three times that of independent wishes.
        // Of correct programs one in 30,000 would fail.
        #expect(deviations(moveCount(rule), of: 1200, probability: 17.0 / 48) < 4.2 * 3.0.squareRoot())
    }

    // MARK: - Formulas of moves

    @Test("A place that is drawn may not be free, one among the free ones is")
    func places() throws {
        // A walker in the middle of a star, of whose eight points two are free.
        let graph = try Graph(vertexCount: 9, edges: (1...8).map { (0, $0) })
        let states: [UInt8] = [1, 0, 0, 2, 2, 2, 2, 2, 2]
        func moved(_ move: FormulaMove) throws -> Int {
            try (1...2000 as ClosedRange<UInt64>).count { seed in
                let rule = try FormulaRule(
                    graph: graph, states: states, named: ["free", "walker", "rock"], moves: [move])
                try steps(seed: seed).sweep(rule)
                #expect(rule.count(of: 2) == 6)
                return rule.states[0] == 0
            }
        }
        // Of correct programs one in 30,000 would fail.
        let tried = try moved(FormulaMove(if: "state == walker and place == free"))
        #expect(deviations(tried, of: 2000, probability: 0.25) < 4.2)
        #expect(try moved(FormulaMove(if: "state == walker", to: ["free"])) == 2000)
    }

    @Test("Who prefers a place goes to the best one, and to each of several as often")
    func preferences() throws {
        let graph = try Graph.ring(nodes: 12)
        let heights = [0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1].map(Double.init)
        func climber(_ states: [UInt8], _ preference: String, _ graph: Graph) throws -> FormulaRule {
            try FormulaRule(
                graph: graph, states: states, named: ["free", "climber"],
                moves: [FormulaMove(if: "state == climber", to: ["free"], preferring: preference)],
                parameters: ["height": heights])
        }
        let rule = try climber([0, 0, 1] + [UInt8](repeating: 0, count: 9), "height + 0 * degree", graph)
        let moving = try steps()
        for vertex in [3, 4, 5, 6] {
            try moving.sweep(rule)
            #expect(rule.states.elements.firstIndex(of: 1) == vertex)
        }
        // From the top, both sides are as good; anywhere, there are two vertices of height 5, too.
        let left = try (1...2000 as ClosedRange<UInt64>).count { seed in
            let rule = try climber((0..<12).map { $0 == 6 ? 1 : 0 }, "height", graph)
            try update(6, rule, seed: seed)
            return rule.states[5] == 1
        }
        // Of correct programs one in 30,000 would fail.
        #expect(deviations(left, of: 2000, probability: 0.5) < 4.2)
    }

    @Test("With a state that it leaves behind, a move brings or removes something")
    func birthsAndRemovals() throws {
        let graph = try Graph.lattice(sides: [12, 12], periodic: true)
        let names = ["empty", "rabbit", "fox"]
        for atOnce in [true, false] {
            let hunt = try FormulaRule(
                graph: graph, states: Self.states(144, [0.5, 0.4, 0.1]), named: names,
                moves: [
                    FormulaMove(if: "state == fox", to: ["rabbit"], leaving: "empty")
                ])
            let growth = try FormulaRule(
                graph: graph, states: (0..<144).map { $0 == 7 ? 1 : 0 }, named: names,
                moves: [FormulaMove(if: "state == rabbit", to: ["empty"], leaving: "rabbit")])
            let (foxes, rabbits) = (hunt.count(of: 2), hunt.count(of: 1))
            for _ in 0..<6 {
                for rule in [hunt, growth] {
                    if atOnce { try steps().sweep(rule) } else { try sweeps().sweep(rule) }
                }
            }
            #expect(moveCount(hunt) > 5 && moveCount(growth) > 5)
            #expect(hunt.count(of: 2) == foxes && hunt.count(of: 1) == rabbits - moveCount(hunt))
            #expect(growth.count(of: 1) == 1 + moveCount(growth))
        }
    }

    @Test("The first move that can be is made, after the vertex has become what it becomes")
    func sequence() throws {
        let names = ["empty", "rabbit", "fox"]
        let moves = [
            FormulaMove(if: "state == fox", to: ["rabbit"], leaving: "empty"),
            FormulaMove(if: "state == fox", to: ["empty"]),
        ]
        func after(_ states: [UInt8], _ next: String = "state") throws -> [UInt8] {
            let rule = try FormulaRule(
                graph: Self.oneWay(3), states: states, named: names, next: next, moves: moves)
            try steps().sweep(rule)
            let other = try FormulaRule(
                graph: Self.oneWay(3), states: states, named: names, next: next, moves: moves)
            try update(0, other)
            #expect(Array(rule.states.elements) == Array(other.states.elements))
            return Array(rule.states.elements)
        }
        #expect(try after([2, 1, 0]) == [0, 2, 0])
        #expect(try after([2, 0, 0]) == [0, 2, 0])
        #expect(try after([1, 0, 0], "if(state == rabbit, fox, state)") == [0, 2, 0])
        #expect(try after([2, 0, 0], "if(state == fox, rabbit, state)") == [1, 0, 0])
    }

    @Test("Neighbours in the same state are those that a formula counts state by state")
    func alike() throws {
        let graph = try Graph.erdosRenyi(nodes: 300, probability: 0.02, from: try RandomStreams(seed: 4))
        func run(_ count: String) throws -> [UInt8] {
            let rule = try FormulaRule(
                graph: graph, states: Self.states(300, [0.3, 0.3, 0.4]), named: ["a", "b", "c"],
                next: "if(2 * \(count) < degree, neighbour, state)")
            for _ in 0..<3 { try steps().sweep(rule) }
            return Array(rule.states.elements)
        }
        let separate =
            "if(state == a, count(neighbours, a), if(state == b, count(neighbours, b), count(neighbours, c)))"
        #expect(try run("count(neighbours, state)") == run(separate))
    }

    @Test(
        "A condition of how many neighbours are in the same state is looked up as it is computed",
        arguments: [
            "count(neighbours, state) < 2", "count(neighbours, state) > 0.4 * degree",
            "count(neighbours, state) - 0.5 * count(neighbours, red) < 0.3 * degree + state / 10",
            "count(neighbours, blue) > 1 - count(neighbours, state) / 2",
        ])
    func lookedUpAlike(condition: String) throws {
        let graph = try Graph.erdosRenyi(nodes: 300, probability: 0.02, from: try RandomStreams(seed: 4))
        func run(_ condition: String) throws -> (states: [UInt8], moves: Int) {
            let rule = try FormulaRule(
                graph: graph, states: Self.states(300, [0.2, 0.4, 0.4]), named: ["vacant", "red", "blue"],
                moves: [FormulaMove(if: condition, to: ["vacant"], among: .all)])
            let moving = try sweeps()
            for _ in 0..<5 { try moving.sweep(rule) }
            return (Array(rule.states.elements), moveCount(rule))
        }
        let (found, moves) = try run(condition)
        // What reads the vertex before is no table.
        let computed = try run("\(condition) and before >= 0")
        #expect(found == computed.states)
        #expect(moves == computed.moves)
        #expect((50..<1450).contains(moves))
    }

    @Test("A list of places knows those there are, whatever happens, and each place once")
    func lists() throws {
        var generator = SeededGenerator(seed: 6)
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 30)
        defer { memory.deallocate() }
        for vertex in 0..<30 { memory[vertex] = UInt8.random(in: 0..<200, using: &generator) }
        let targets = (0..<200).filter { _ in Bool.random(using: &generator) }.map(UInt8.init)
        var list = PlaceList(of: StateSet(targets), vertexCount: 30)
        list.find(in: memory)
        for _ in 0..<500 {
            let (one, other) = (Int.random(in: 0..<30, using: &generator), Int.random(in: 0..<30, using: &generator))
            if Bool.random(using: &generator) {
                memory.swapAt(one, other)
                list.exchange(one, other)
            } else {
                memory[one] = UInt8.random(in: 0..<200, using: &generator)
                list.note(one, is: memory[one])
            }
            let vertices = list.vertices.sorted().map { Int($0) }
            #expect(vertices == memory.indices.filter { targets.contains(memory[$0]) })
        }
        var restored = PlaceList(of: StateSet(targets), vertexCount: 30)
        let others = list.vertices
        let rest = Array(others.dropLast())
        let impossible = [rest + [others[0]], rest + [40], rest]
        for (replacement, isPossible) in [(others, true)] + impossible.map({ ($0, false) }) {
            let isTaken = restored.replace(by: replacement, in: memory)
            #expect(isTaken == isPossible && (!isPossible || restored.vertices == others))
        }
    }

    @Test("Moves that cannot be are refused")
    func refusals() throws {
        func refusal(_ move: FormulaMove) -> String {
            do {
                let graph = try Graph.ring(nodes: 4)
                _ = try FormulaRule(graph: graph, states: [0, 1, 0, 1], named: ["a", "b"], moves: [move])
                return "none"
            } catch { return "\(error)" }
        }
        #expect(refusal(FormulaMove(to: ["c"])).contains("'c': known are a, b"))
        #expect(refusal(FormulaMove(leaving: "c")).contains("'c': known are a, b"))
        #expect(refusal(FormulaMove(if: "state + 1")).contains("'if'"))
        #expect(refusal(FormulaMove(if: "stat == a")).contains("'stat'"))
        #expect(refusal(FormulaMove(preferring: "random")).contains("'random'"))
        #expect(refusal(FormulaMove(preferring: "place")).contains("'place'"))
    }
}
