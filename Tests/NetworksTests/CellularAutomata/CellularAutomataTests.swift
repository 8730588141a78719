import CKernels
import SimulationEngine
import TestSupport
import Testing

@testable import Networks

/// Automata against what is known of them.
@Suite struct CellularAutomataTests {
    private func life(_ rows: [String], on side: Int = 20, rule: LifeLikeRule = .life) throws -> LifeLikeAutomaton {
        var cells = [Bool](repeating: false, count: side * side)
        for (y, row) in rows.enumerated() {
            for (x, letter) in row.enumerated() where letter == "#" { cells[(y + 6) * side + x + 5] = true }
        }
        return try LifeLikeAutomaton(
            graph: .mooreLattice(sides: [side, side], periodic: true), rule: rule, cells: cells)
    }

    private func run(_ automaton: LifeLikeAutomaton, steps: Int) throws -> [Bool] {
        if steps > 0 {
            try RuleSteps(streams: RandomStreams(seed: 0), threads: 2).advance(automaton, from: 0, to: Double(steps))
        }
        return Array(automaton.states.elements)
    }

    @Test(
        "still lives and oscillators come back after their period, and not before",
        arguments: [
            (["##", "##"], 1), (["###"], 2), ([".###", "###."], 2), (["##..", "##..", "..##", "..##"], 2),
            // The pentadecathlon.
            (["..#....#", "##.####.##", "..#....#"], 15),
        ])
    func oscillators(rows: [String], period: Int) throws {
        let start = try run(life(rows), steps: 0)
        for time in 1...period { #expect((try run(life(rows), steps: time) == start) == (time == period)) }
    }

    @Test("a glider goes one cell to the right and down in four steps, also across the bounds")
    func glider() throws {
        let glider = [".#.", "..#", "###"]
        let start = try run(life(glider), steps: 0)
        for turns in [1, 7, 18] {
            let moved = try run(life(glider), steps: 4 * turns)
            #expect(
                (0..<400).allSatisfy { cell in
                    let (x, y) = (cell % 20, cell / 20)
                    return start[cell] == moved[(y + turns) % 20 * 20 + (x + turns) % 20]
                })
        }
    }

    /// The R-pentomino, whose populations begin 5, 6, 7, 9, 8, 9: M. Gardner, Scientific American 224, February 1971, 112.
    @Test("the R-pentomino grows")
    func pentomino() throws {
        let side = 40
        var cells = [Bool](repeating: false, count: side * side)
        for (x, y) in [(1, 0), (2, 0), (0, 1), (1, 1), (1, 2)] { cells[(y + side / 2) * side + x + side / 2] = true }
        let automaton = try LifeLikeAutomaton(
            graph: .mooreLattice(sides: [side, side], periodic: false), cells: cells)
        let integrator = RuleSteps<LifeLikeAutomaton>(streams: try RandomStreams(seed: 0))
        var populations = [5]
        for time in 0..<5 {
            try integrator.advance(automaton, from: Double(time), to: Double(time + 1))
            populations.append(automaton.states.elements.count { $0 })
        }
        #expect(populations == [5, 6, 7, 9, 8, 9])
    }

    @Test("rules are read, and others are other")
    func rules() throws {
        #expect(try LifeLikeRule("B3/S23") == .life)
        #expect(try LifeLikeRule("b36/s125") == LifeLikeRule(births: [3, 6], survivals: [1, 2, 5]))
        #expect(try LifeLikeRule("B/S") == LifeLikeRule(births: [], survivals: []))
        for text in ["", "B3", "S23/B3", "B3S23", "B3/S2x", "B3/S23/"] {
            #expect(throws: MonteCarloError.invalidRule(text)) { try LifeLikeRule(text) }
        }
        // Seeds: two cells have four children, and die.
        let seeds = try run(life(["##"], rule: LifeLikeRule("B2/S")), steps: 1)
        #expect(seeds.count { $0 } == 4)
    }

    /// What cells become, by the definition.
    private func generation(
        after cells: [Bool], _ rule: LifeLikeRule, width: Int, height: Int, corners: Bool, isPeriodic: Bool
    ) -> [Bool] {
        cells.indices.map { cell in
            var count = 0
            for (right, up) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                guard corners || right * up == 0 else { continue }
                let (x, y) = (cell % width + right, cell / width + up)
                guard isPeriodic || (0..<width).contains(x) && (0..<height).contains(y) else { continue }
                count += cells[(y + height) % height * width + (x + width) % width] ? 1 : 0
            }
            return (cells[cell] ? rule.survivals : rule.births).contains(count)
        }
    }

    @Test(
        "all rules have their definition on lattices of all kinds, whose cells are updated side by side",
        arguments: [true, false], [true, false])
    func lattices(corners: Bool, isPeriodic: Bool) throws {
        var random = SeededGenerator(seed: corners == isPeriodic ? 3 : 4)
        for (width, height) in [(66, 3), (67, 8), (130, 4), (200, 7), (1024, 3), (65, 4)] {
            let numbers = (0...(corners ? 8 : 4)).map { $0 }
            let rule = LifeLikeRule(
                births: Set(numbers.filter { _ in random.next() % 3 == 0 }),
                survivals: Set(numbers.filter { _ in random.next() % 3 < 2 }))
            let graph: Graph =
                try corners
                ? .mooreLattice(sides: [width, height], periodic: isPeriodic)
                : .lattice(sides: [width, height], periodic: isPeriodic)
            #expect((CellLattice(graph) != nil) == (width >= 66))
            var cells = (0..<width * height).map { _ in random.next() % 2 == 0 }
            let automaton = try LifeLikeAutomaton(graph: graph, rule: rule, cells: cells)
            for _ in 0..<2 {
                let before = cells
                cells = generation(
                    after: cells, rule, width: width, height: height, corners: corners, isPeriodic: isPeriodic)
                let alive = numbers.reduce(0 as UInt32) {
                    $0 | (rule.births.contains($1) ? 1 << UInt32(2 * $1) : 0)
                        | (rule.survivals.contains($1) ? 2 << UInt32(2 * $1) : 0)
                }
                for set in [k_baseline, k_avx2] where set.rawValue <= k_best_instruction_set().rawValue {
                    var updated = cells
                    // Cells that are not written would stay wrong.
                    for cell in updated.indices where (1..<width - 1).contains(cell % width) { updated[cell].toggle() }
                    CellLattice(graph, instructionSet: set)?.update(
                        0..<cells.count, in: before, into: &updated, alive: alive
                    ) { cells[$0] }
                    #expect(updated == cells || width < 66)
                }
                try RuleSteps(streams: RandomStreams(seed: 0), threads: 2).advance(automaton, from: 0, to: 1)
                #expect(Array(automaton.states.elements) == cells, "\(rule) on \(width) x \(height)")
            }
        }
    }

    @Test("what is nearly a lattice is none")
    func nearlyLattice() throws {
        let lattice = try Graph.mooreLattice(sides: [70, 6], periodic: true)
        for (source, target) in [(100, 105), (100, 101)] {
            var graph = lattice
            if graph.hasEdge(from: source, to: target) {
                try graph.removeEdge(from: source, to: target)
            } else {
                try graph.addEdge(from: source, to: target)
            }
            #expect(CellLattice(graph) == nil)
        }
        #expect(CellLattice(try .lattice(sides: [70], periodic: true)) == nil)
        #expect(CellLattice(try .lattice(sides: [70, 4, 4], periodic: true)) == nil)
        #expect(CellLattice(try .complete(nodes: 300)) == nil)
    }

    private func elementary(_ rule: UInt8, width: Int, steps: Int) throws -> [[Bool]] {
        var cells = [Bool](repeating: false, count: width)
        cells[width / 2] = true
        let automaton = try ElementaryAutomaton(rule: rule, cells: cells)
        let integrator = RuleSteps<ElementaryAutomaton>(streams: try RandomStreams(seed: 0))
        var rows = [cells]
        for time in 0..<steps {
            try integrator.advance(automaton, from: Double(time), to: Double(time + 1))
            rows.append(Array(automaton.states.elements))
        }
        return rows
    }

    /// The cell k to the right of the middle at time t is 1 where the binomial coefficient of t and (t + k) / 2 is odd: the
    /// bits of (t + k) / 2 are among those of t.
    @Test("rule 90 is Pascal's triangle modulo 2")
    func rule90() throws {
        for (time, row) in try elementary(90, width: 71, steps: 32).enumerated() {
            for distance in -35...35 {
                let isInside = abs(distance) <= time && (time + distance) % 2 == 0
                let isOdd = isInside && (time + distance) / 2 & ~time == 0
                #expect(row[35 + distance] == isOdd)
            }
        }
    }

    /// OEIS A051023.
    @Test("the middle column of rule 30")
    func rule30() throws {
        let column = try elementary(30, width: 101, steps: 39).map { $0[50] ? 1 : 0 }
        #expect(
            column == [
                1, 1, 0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 1, 1, 0, 1, 0, 1, 1, 1, 0, 0, 1, 1,
                1, 0, 1, 0, 1,
            ])
    }

    @Test("rule 184 is traffic: cells that are 1 are conserved, and rule 170 shifts them to the left")
    func traffic() throws {
        var random = try RandomStreams(seed: 5).words(for: .initialState)
        let cells = (0..<60).map { _ in random.next() & 1 == 1 }
        for rule in [184, 170] as [UInt8] {
            let automaton = try ElementaryAutomaton(rule: rule, cells: cells)
            try RuleSteps(streams: RandomStreams(seed: 0)).advance(automaton, from: 0, to: 7)
            #expect(automaton.states.elements.count { $0 } == cells.count { $0 })
            if rule == 170 { #expect(automaton.states.elements.elementsEqual(cells[7...] + cells[..<7])) }
        }
    }

    /// x′ = y, y′ = x ∧ z, z′ = ¬x.
    @Test("tables of a Boolean network are read with the first input as the lowest bit")
    func booleanTables() throws {
        let graph = try Graph(
            vertexCount: 3, edges: [(1, 0), (0, 1), (2, 1), (0, 2)], isDirected: true)
        let tables = [[false, true], [false, false, false, true], [true, false]]
        for state in 0..<8 {
            let (x, y, z) = (state & 1 == 1, state & 2 == 2, state & 4 == 4)
            let network = try BooleanNetwork(graph: graph, tables: tables, states: [x, y, z])
            try RuleSteps(streams: RandomStreams(seed: 0)).advance(network, from: 0, to: 1)
            #expect(Array(network.states.elements) == [y, x && z, !x])
        }
    }

    /// A perturbation of one vertex grows by the factor 2 p (1 − p) K in a step on the average: K = 1 is frozen and K = 5
    /// chaotic. B. Derrida and Y. Pomeau, Europhysics Letters 1 (1986) 45, DOI 10.1209/0295-5075/1/2/001.
    @Test("random networks are frozen or chaotic", arguments: [(1, 0.0...0.02), (5, 0.2...0.5)])
    func kauffman(inputCount: Int, distance: ClosedRange<Double>) throws {
        let streams = try RandomStreams(seed: 9)
        let (one, other) = try (
            BooleanNetwork.random(nodes: 1000, inputs: inputCount, from: streams),
            BooleanNetwork.random(nodes: 1000, inputs: inputCount, from: streams)
        )
        #expect((0..<1000).allSatisfy { one.graph.inDegree(of: $0) == inputCount })
        for vertex in 0..<5 { other.setNodeState(!other.nodeState(at: 100 * vertex), at: 100 * vertex) }
        for network in [one, other] { try RuleSteps(streams: streams).advance(network, from: 0, to: 40) }
        let differing = (0..<1000).count { one.nodeState(at: $0) != other.nodeState(at: $0) }
        #expect(distance.contains(Double(differing) / 1000))
    }

    @Test("the eight neighbours of a cell")
    func moore() throws {
        let torus = try Graph.mooreLattice(sides: [4, 3], periodic: true)
        #expect((0..<12).allSatisfy { torus.degree(of: $0) == 8 })
        #expect(Array(torus.neighbours(of: 0)) == [1, 3, 4, 5, 7, 8, 9, 11])
        let open = try Graph.mooreLattice(sides: [4, 3], periodic: false)
        #expect(Array(open.neighbours(of: 0)) == [1, 4, 5])
        #expect(Array(open.neighbours(of: 5)) == [0, 1, 2, 4, 6, 8, 9, 10])
        #expect(open.edgeCount == 3 * 3 + 4 * 2 + 2 * 3 * 2)
        #expect(throws: GraphGeneratorError.self) { try Graph.mooreLattice(sides: [4], periodic: false) }
        #expect(throws: GraphGeneratorError.self) { try Graph.mooreLattice(sides: [4, 2], periodic: true) }
    }

    @Test("what cannot be is told")
    func errors() throws {
        let pair = try Graph(vertexCount: 2, edges: [(0, 1)], isDirected: true)
        #expect(throws: MonteCarloError.wrongTableLength(1, vertex: 1, inputCount: 1)) {
            try BooleanNetwork(graph: pair, tables: [[true], [true]], states: [true, true])
        }
        #expect(throws: MonteCarloError.wrongCount(of: "tables", count: 1, vertexCount: 2)) {
            try BooleanNetwork(graph: pair, tables: [[true]], states: [true, true])
        }
        #expect(throws: MonteCarloError.outOfRange("the number of inputs", value: 3, lowest: 0, greatest: 2)) {
            try BooleanNetwork.random(nodes: 2, inputs: 3, from: RandomStreams(seed: 1))
        }
        #expect(throws: MonteCarloError.wrongCount(of: "states", count: 1, vertexCount: 2)) {
            try LifeLikeAutomaton(graph: pair, cells: [true])
        }
        #expect(throws: GraphGeneratorError.self) { try ElementaryAutomaton(rule: 30, cells: [true]) }
    }
}
