import Descriptions
import Foundation
import SimulationEngine
import TestSupport
import Testing

@testable import Networks

/// Rules that are formulas, against those that are built in, to the bit, and against probabilities.
@Suite struct FormulaRuleTests {
    private static let life =
        "if(count(neighbours, alive) == 3 or state == alive and count(neighbours, alive) == 2, alive, dead)"

    private static func cells(_ count: Int, _ states: Int = 2) -> [UInt8] {
        var generator = SeededGenerator(seed: 5)
        return (0..<count).map { _ in UInt8.random(in: 0..<UInt8(states), using: &generator) }
    }

    /// A ring whose opposite vertices are joined, too, so that each has three neighbours.
    private static func cubic(_ count: Int) throws -> Graph {
        let edges = (0..<count).map { ($0, ($0 + 1) % count) } + (0..<count / 2).map { ($0, $0 + count / 2) }
        return try Graph(vertexCount: count, edges: edges)
    }

    private func run<Model: SynchronousRule>(_ model: Model, steps: Int, threads: Int = 1) throws -> [Double] {
        let integrator = RuleSteps<Model>(streams: try RandomStreams(seed: 3), threads: threads)
        for _ in 0..<steps { try integrator.sweep(model) }
        return model.states.elements.map(\.number)
    }

    private func run<Model: AsynchronousRule>(
        _ model: Model, sweeps: Int, _ order: RuleSweeps<Model>.Order
    ) throws -> [Double] {
        let integrator = RuleSweeps<Model>(order: order, streams: try RandomStreams(seed: 3))
        for _ in 0..<sweeps { try integrator.sweep(model) }
        return model.states.elements.map(\.number)
    }

    @Test("Life is the built-in one: on a lattice at once, by a table, and by its formula", arguments: [true, false])
    func life(isPeriodic: Bool) throws {
        for sides in [[80, 23], [9, 7]] {
            let graph = try Graph.mooreLattice(sides: sides, periodic: isPeriodic)
            let cells = Self.cells(graph.vertexCount)
            let expected = try run(LifeLikeAutomaton(graph: graph, cells: cells.map { $0 == 1 }), steps: 20)
            let rule = try FormulaRule(graph: graph, states: cells, named: ["dead", "alive"], next: Self.life)
            #expect((rule.cells != nil) == (sides[0] == 80))
            #expect(try run(rule, steps: 20, threads: 2) == expected)
            // Numbers that differ from vertex to vertex make it no table.
            let formula = try FormulaRule(
                graph: graph, states: cells, named: ["dead", "alive"], next: Self.life + " + 0 * luck",
                parameters: ["luck": (0..<graph.vertexCount).map(Double.init)])
            #expect(formula.table == nil)
            #expect(try run(formula, steps: 20, threads: 2) == expected)
        }
    }

    @Test("Traffic by rule 184 is the elementary automaton")
    func traffic() throws {
        let graph = try Graph.ring(nodes: 301)
        let cells = Self.cells(301)
        let expected = try run(
            ElementaryAutomaton(rule: 184, cells: cells.map { $0 == 1 }), steps: 60)
        let rule = try FormulaRule(
            graph: graph, states: cells, named: ["free", "car"], next: "if(state == car, after, before)")
        #expect(try run(rule, steps: 60) == expected)
    }

    @Test("Each of the elementary automata is a formula of its number")
    func elementary() throws {
        let graph = try Graph.ring(nodes: 61)
        let cells = Self.cells(61)
        // 2 to the power of 4 before + 2 state + after; of the quotient the last binary digit.
        let quotient = "floor(rule / ((1 + 15 * before) * (1 + 3 * state) * (1 + after)))"
        for number in 0...255 as ClosedRange<UInt8> {
            let expected = try run(ElementaryAutomaton(rule: number, cells: cells.map { $0 == 1 }), steps: 5)
            let rule = try FormulaRule(
                graph: graph, states: cells, named: ["off", "on"],
                next: "\(quotient) - 2 * floor(\(quotient) / 2)", parameters: ["rule": [Double(number)]])
            #expect(try run(rule, steps: 5) == expected, "rule \(number)")
        }
    }

    @Test("Cascades by thresholds of each vertex are the built-in ones")
    func cascades() throws {
        let graph = try Graph.erdosRenyi(nodes: 400, probability: 0.01, from: try RandomStreams(seed: 4))
        let thresholds = (0..<400).map { (vertex: Int) in Double(vertex % 7) / 20 + 0.05 }
        let active = Array(0..<12)
        let states = (0..<400).map { UInt8($0 < 12 ? 1 : 0) }
        for steps in [1, 3, 20] {
            let expected = try run(
                ThresholdCascadeModel(graph: graph, thresholds: thresholds, active: active), steps: steps)
            let rule = try FormulaRule(
                graph: graph, states: states, named: ["off", "on"],
                next: "if(state == on or degree > 0 and count(neighbours, on) / degree >= threshold, on, off)",
                parameters: ["threshold": thresholds])
            #expect(try run(rule, steps: steps) == expected)
        }
    }

    @Test("Voters by formula are the built-in ones, with the same luck")
    func voters() throws {
        let graph = try Graph.lattice(sides: [12, 12], periodic: true)
        let opinions = Self.cells(144, 3)
        let names = ["a", "b", "c"]
        for sweeps in [1, 20] {
            let expected = try run(
                VoterModel(graph: graph, states: opinions, opinions: 3), sweeps: sweeps, .random)
            let rule = try FormulaRule(graph: graph, states: opinions, named: names, next: "neighbour")
            #expect(try run(rule, sweeps: sweeps, .random) == expected)
        }
    }

    @Test("Infections by random numbers have their probabilities, and those of all vertices are independent of threads")
    func infections() throws {
        // Each susceptible vertex has two infected neighbours: p = 1 − 0.7². Infected ones recover with 0.2.
        let graph = try Graph.ring(nodes: 20_000)
        let states = (0..<20_000).map { UInt8($0 % 2) }
        let text =
            "if(state == I, if(random < recovery, R, I), if(random < 1 - (1 - beta)^count(neighbours, I), I, state))"
        func step(_ threads: Int) throws -> [Double] {
            let rule = try FormulaRule(
                graph: graph, states: states, named: ["S", "I", "R"], next: text,
                parameters: ["beta": [0.3], "recovery": [0.2]])
            return try run(rule, steps: 1, threads: threads)
        }
        let after = try step(1)
        #expect(try step(3) == after)
        let infected = stride(from: 0, to: 20_000, by: 2).count { after[$0] == 1 }
        let recovered = stride(from: 1, to: 20_000, by: 2).count { after[$0] == 2 }
        // Of correct programs one in 30,000 would fail each.
        #expect(deviations(infected, of: 10_000, probability: 0.51) < 4.2)
        #expect(deviations(recovered, of: 10_000, probability: 0.2) < 4.2)
    }

    @Test("Each vertex has random numbers of its own, whatever else is drawn")
    func luck() throws {
        let graph = try Graph.erdosRenyi(nodes: 3000, probability: 0.001, from: try RandomStreams(seed: 4))
        let states = Self.cells(3000)
        func step(_ text: String) throws -> [Double] {
            try run(FormulaRule(graph: graph, states: states, named: ["a", "b"], next: text), steps: 2)
        }
        let expected = try step("if(random < 0.3, b, a)")
        #expect(try step("if(random < 0.3, b, a) + 0 * neighbour") == expected)
    }

    @Test("A majority without ties, in the order of numbers, is the built-in one")
    func majority() throws {
        let graph = try Self.cubic(150)
        let states = Self.cells(150)
        let rule = try FormulaRule(
            graph: graph, states: states, named: ["no", "yes"],
            next: "if(2 * count(neighbours, yes) > degree, yes, no)")
        let expected = try run(MajorityModel(graph: graph, states: states), sweeps: 4, .sequential)
        #expect(try run(rule, sweeps: 4, .sequential) == expected)
    }

    @Test("Parameters may be the components of vectors, all in one unit")
    func vectors() throws {
        let graph = try Self.cubic(60)
        let cells = Self.cells(60)
        let x = (0..<60).map { sin(Double($0)) }
        let y = (0..<60).map { cos(Double(2 * $0)) }
        func rule(_ text: String, _ names: [String], _ units: [String?] = [nil, nil]) throws -> FormulaRule {
            let units = Dictionary(
                uniqueKeysWithValues: zip(names, units).compactMap { name, unit in unit.map { (name, $0) } })
            return try FormulaRule(
                graph: graph, states: cells, named: ["dead", "alive"], next: text,
                parameters: [names[0]: x, names[1]: y], units: units)
        }
        let text = "if(% * count(neighbours, alive) > 1 and random < 0.5, dead, if(random < %, 1 - state, state))"
        let vectors = try run(rule(text.replacing("%", with: "norm(place)"), ["place.x", "place.y"]), steps: 5)
        let components = try run(rule(text.replacing("%", with: "sqrt(x * x + y * y)"), ["x", "y"]), steps: 5)
        #expect(vectors == components)
        #expect(Set(vectors).count == 2 && vectors != cells.map(Double.init))
        let error = #expect(throws: ParameterError.self) {
            try rule("if(place.x > 2 * place.x, alive, dead)", ["place.x", "place.y"], ["km", "m"])
        }
        #expect(error == .unfit("parameters.place", because: "has 'place', whose components have different units"))
    }

    @Test("Formulas that cannot be are refused, and what is no state ends the run")
    func refusals() throws {
        let graph = try Graph.ring(nodes: 4)
        func refusal(_ text: String, _ names: [String] = ["a", "b"]) -> String {
            do {
                _ = try FormulaRule(graph: graph, states: [0, 1, 0, 1], named: names, next: text)
                return "none"
            } catch { return "\(error)" }
        }
        #expect(refusal("count(neighbours, c)").contains("'c'"))
        #expect(refusal("count(b)").contains("'count' takes 'neighbours' and a state, as in count(neighbours, a)"))
        #expect(refusal("state + 1").hasPrefix("the rule gives 2, which is no state"))
        #expect(refusal("a / 0").hasPrefix("the rule gives nan"))
        #expect(refusal("a", ["a", "a"]).hasPrefix("the states are a, a: they must be"))
        #expect(refusal("a", ["a", "é"]).hasPrefix("the states are a, é: they must be"))
        #expect(refusal("a", ["a", "degree"]).contains("'degree', which means something else in formulas"))
        #expect(refusal("a", ["a", "count"]).contains("'count', which means something else in formulas"))
        #expect(refusal("count_a").contains("'count_a'"))
        let rule = try FormulaRule(
            graph: graph, states: [0, 1, 0, 1], named: ["a", "b"], next: "state + 2 * floor(random + 1)")
        let steps = RuleSteps<FormulaRule>(streams: try RandomStreams(seed: 1))
        #expect(throws: FormulaRuleError.self) { try steps.sweep(rule) }
    }

    @Test("The place of a fault in a formula is that in the text")
    func places() throws {
        let names = try NeighbourhoodNames(
            states: ["S", "I"], parameters: [], variables: ["degree"], hidden: ["node"])
        func place(_ text: String) -> Int? {
            do throws(FormulaError) {
                _ = try names.expression(text, parameters: [], parameter: "rate")
                return nil
            } catch { return error.error.offset }
        }
        #expect(place("2 * count(neighbours, I) / degree") == nil)
        #expect(place("2 * count( neighbours , I ) / degre") == 30)
        #expect(place("2 * count(neighbours, J)") == 22)
        #expect(place("2 * count(I)") == 4)
        #expect(place("count") == 0)
        #expect(place("2 + node") == 4)
    }
}
