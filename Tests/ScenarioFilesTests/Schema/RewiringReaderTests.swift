import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// Scenarios with rules by which edges are rewired.
@Suite struct RewiringReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func text(_ rewiring: String, next: String = "neighbour", order: String = "random") -> String {
        """
        seed: 3
        graph: {erdos-renyi: {nodes: 60, edges: 120}}
        model:
          rule:
            states: [a, b, c]
            initial: {b: 0.4, c: 0.3}
            parameters: {part: 0.3}
            rewire: \(rewiring)
            next: \(next)
            order: \(order)
        integrate: {method: sweeps, until: 12}
        observe:
          - {quantities: [a, b, c, rewirings, active-edges], every: 1, name: table}
          - {nodes: all, every: 4}
          - {edges: all}
          - {graph: [size, components], every: 4, name: graph}

        """
    }

    @Test("edges and nodes are observed, the number of edges stays, and who rewires active ones leaves few of them")
    func run() throws {
        let results = try folder.run(text("{if: random < part, to: state}"))
        let table = try CSVColumns(contentsOf: results.path + "/table.csv")
        let rewirings = try #require(table.numbers("rewirings").last)
        #expect(rewirings > 100)
        // Each is the end of an edge and the beginning of one.
        #expect(try results.text("edges.csv").split(separator: "\n").count == 1 + 2 * Int(rewirings))
        for row in try results.text("graph.csv").split(separator: "\n") where row.contains("edges") {
            #expect(row.hasSuffix("edges,120"))
        }
        for row in 0...12 {
            let sum = ["a", "b", "c"].reduce(0) { $0 + table.numbers($1)[row] }
            #expect(sum == 60)
        }
        let all = try folder.run(
            text("{if: neighbour != state and random < 3 * part, to: state}", order: "sequential"), to: "all")
        let active = try CSVColumns(contentsOf: all.path + "/table.csv").numbers("active-edges")
        #expect(active[0] > 0.5 && active[12] < 0.1)
    }

    @Test("what is no state ends a run also where it is the last that happens", arguments: [true, false])
    func lastFailure(isRewired: Bool) throws {
        let text = text("{if: random < part}", next: "if(random < 2 * part, 7, a)").replacing(
            "until: 12", with: "until: 1"
        )
        .replacing("every: 4", with: "every: 1")
        let rule =
            isRewired
            ? text
            : text.replacing("    rewire: {if: random < part}\n", with: "")
                .replacing(", rewirings, active-edges", with: "").replacing("  - {edges: all}\n", with: "")
        let error = #expect(throws: (any Error).self) { try folder.run(rule, to: "failed") }
        #expect(String(describing: error).contains("the rule gives 7"), "\(String(describing: error))")
    }

    @Test(
        "runs go on to the same bytes",
        arguments: [
            "{if: random < part, to: state}",
            "[{if: random < part, from: not state, to: [a, c]}, {if: state == a, from: [b], to: a}]",
        ], [2, 12])
    func sameBytes(rewiring: String, lastStep: Int) throws {
        let changes = (1...11).map { "{when: {at: \($0)}, set-edge: {from: \($0), to: \(59 - $0)}}" }
        let intervene = "intervene: [\(changes.joined(separator: ", "))]\n"
        let scenario = text(rewiring) + intervene
        for order in ["random", "sequential"] {
            let run = try InterruptedRun(lastStep: lastStep, seed: 4) {
                try folder.scenario(scenario.replacing("order: random", with: "order: \(order)"))
            }
            #expect(try run.expectSameBytes() == [])
        }
    }

    @Test(
        "faults are told at their places",
        arguments: [
            ("{if: random + part}", "neighbour", "random", "test.yml:8:18: error: 'if' needs truth values"),
            ("{if: random < parts}", "part", "random", "test.yml:8:27: error: there is no 'parts'"),
            (
                "[{if: random < part}, {if: place == a}]", "neighbour", "random",
                "test.yml:8:40: error: there is no 'place'"
            ),
            (
                "{if: random < part, to: d}", "neighbour", "random",
                "allowed: a, b, c, state, not state"
            ),
            ("{if: random < part, from: [a, d]}", "neighbour", "random", "there is no 'd'"),
            ("{if: random < part, to: neighbour}", "neighbour", "random", "there is no 'neighbour'"),
            ("{if: random < part, too: state}", "neighbour", "random", "'too'"),
            (
                "{to: state}", "if(random < part, a, b)", "random",
                "test.yml:9:11: error: 'next' is never reached: give the last item of 'rewire' an 'if'"
            ),
            (
                "[{to: state}, {if: random < part}]", "neighbour", "random",
                "test.yml:8:13: error: 'rewire' has nothing to do after item 1, which has no 'if'"
            ),
            (
                "{if: random < part}", "neighbour", "at-once",
                "test.yml:10:12: error: edges cannot be rewired by all nodes at once"
            ),
            (
                "{if: random < part, from: all}", "neighbour", "random",
                "allowed: a, b, c, neighbour, state, not state"
            ),
            ("{if: random < 0.5}", "neighbour", "random", "has 'part', which no formula uses"),
        ])
    func faults(rewiring: String, next: String, order: String, message: String) throws {
        let problems = try #require(try folder.problems(text(rewiring, next: next, order: order)))
        #expect(problems.contains(message), "\(problems)")
    }

    @Test("all wrong formulas are told at once, and nothing that only follows from what is wrong")
    func several() throws {
        let wrong = text("[{if: random + part}, {if: place == a}, {to: d}]", next: "neighbours")
        let problems = try #require(try folder.problems(wrong))
        for message in ["there is no 'neighbours'", "'if' needs truth", "there is no 'place'", "there is no 'd'"] {
            #expect(problems.contains(message), "\(problems)")
        }
        let unreached = text("[{to: state}, {if: random < part}]").replacing("    next: neighbour\n", with: "")
        let told = try #require(try folder.problems(unreached))
        #expect(told.contains("has nothing to do after item 1") && !told.contains("missing"), "\(told)")
    }

    @Test("without an order the caret is at what needs one, and a state cannot be called as what is counted")
    func names() throws {
        let rewiring = text("{if: random < part}")
        let problems = try #require(try folder.problems(rewiring.replacing("    order: random\n", with: "")))
        #expect(problems.contains("test.yml:8:13: error: edges cannot be rewired") && !problems.contains("'method'"))
        let counted = rewiring.replacing("a, b, c", with: "a, b, c, rewirings")
        #expect(try folder.problems(counted)?.contains("has 'rewirings', which is how many edges") == true)
        let fraction = rewiring.replacing("a, b, c", with: "a, b, c, active_edges")
        #expect(try folder.problems(fraction)?.contains("has 'active_edges', which is the fraction of edges") == true)
        let alone = rewiring.replacing("    next: neighbour\n", with: "")
        #expect(try folder.problems(alone) == nil)
        #expect(try folder.problems(rewiring.replacing("rewire: {", with: "move: {"))?.contains("rewirings") == true)
    }
}
