import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// Scenarios with transitions during which edges are rewired.
@Suite struct TransitionRewiringReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func text(_ rewiring: String, until: Int = 12) -> String {
        """
        seed: 3
        graph: {erdos-renyi: {nodes: 60, edges: 240}}
        model:
          transitions:
            states: [S, I]
            transitions: [{from: S, to: I, rate: "infection * count(neighbours, I)"}, {from: I, to: S, rate: 1}]
            initial: {I: 0.5}
            parameters: {infection: 1, avoidance: 1}
            rewire: \(rewiring)
        integrate: {method: event-driven, until: \(until)}
        observe:
          - {quantities: [S, I, rewirings, active-edges], every: 1, name: table}
          - {nodes: all, every: 4}
          - {edges: all}
          - {graph: [size], every: 4, name: graph}

        """
    }

    private static let avoidance = "{if: state == S, from: I, to: S, rate: avoidance}"

    @Test("edges and nodes are observed, and the number of edges stays")
    func run() throws {
        let results = try folder.run(text(Self.avoidance))
        let table = try CSVColumns(contentsOf: results.path + "/table.csv")
        let rewirings = try #require(table.numbers("rewirings").last)
        #expect(rewirings > 100)
        // Each is the end of an edge and the beginning of one.
        #expect(try results.text("edges.csv").split(separator: "\n").count == 1 + 2 * Int(rewirings))
        for row in try results.text("graph.csv").split(separator: "\n") where row.contains("edges") {
            #expect(row.hasSuffix("edges,240"))
        }
        for row in 0...12 { #expect(table.numbers("S")[row] + table.numbers("I")[row] == 60) }
        #expect(table.numbers("active-edges").allSatisfy { $0 >= 0 && $0 <= 1 })
    }

    @Test(
        "runs go on to the same bytes",
        arguments: [
            avoidance,
            "[{from: not state, to: state, rate: avoidance}, {if: degree > 8, from: [S, I], rate: 0.1 * degree}]",
        ], [2, 12])
    func sameBytes(rewiring: String, lastStep: Int) throws {
        let changes = (1...11).map { "{when: {at: \($0)}, set-edge: {from: \($0), to: \(59 - $0)}}" }
        let scenario = text(rewiring) + "intervene: [\(changes.joined(separator: ", "))]\n"
        let run = try InterruptedRun(lastStep: lastStep, seed: 4) { try folder.scenario(scenario) }
        #expect(try run.expectSameBytes() == [])
    }

    @Test("edges of transitions by formulas are set and removed also where none are rewired")
    func edges() throws {
        let scenario = text(Self.avoidance).replacing("    rewire: \(Self.avoidance)\n", with: "")
            .replacing(", rewirings, active-edges", with: "").replacing(", avoidance: 1", with: "")
            .replacing("count(neighbours, I)\"", with: "count(neighbours, I) / (1 + degree)\"")
            .replacing("rate: 1}", with: "after: 1000}")
        // Nobody is infected who has no edge left.
        let removals = (1..<60).map { "{from: 0, to: \($0)}" }
        let actions = removals.map { "{when: {at: 0}, remove-edge: \($0)}" }
        let lonely = scenario.replacing("{I: 0.5}", with: "{I: [\((1..<60).map(String.init).joined(separator: ", "))]}")
        let alone = try folder.run(lonely + "intervene: [\(actions.joined(separator: ", "))]\n")
        #expect(try CSVColumns(contentsOf: alone.path + "/table.csv").numbers("S").last == 1)
        let together = try folder.run(lonely, to: "together")
        #expect(try CSVColumns(contentsOf: together.path + "/table.csv").numbers("S").last == 0)
    }

    @Test(
        "a rate need not be possible at degrees at which no node comes to its state",
        arguments: ["0.6 * count(neighbours, I) / degree", "0.1 * (20 - degree)"])
    func degrees(rate: String) throws {
        let results = try folder.run(
            """
            name: Few degrees
            seed: 1
            graph: {random-regular: {nodes: 30, degree: 4}}
            model:
              transitions:
                states: [S, I]
                transitions: [{from: S, to: I, rate: "\(rate)"}, {from: I, to: S, rate: 1}]
                rewire: {if: state == S, from: I, to: S, rate: 0.01}
                initial: {I: 0.5}
            integrate: {method: event-driven, until: 1}
            observe: [{quantities: [I, rewirings], every: 1, name: table}]
            """)
        #expect(try CSVColumns(contentsOf: results.path + "/table.csv").numbers("I").count == 2)
    }

    /// At degree 1 the rate is infinite. The nodes that come to have it have no rate, or are not susceptible.
    @Test(
        "a run goes on where edges were removed from nodes whose rates need not be possible",
        arguments: ["", "    rewire: {if: state == S, from: I, to: S, rate: 0.01}\n"])
    func removedEdges(rewiring: String) throws {
        let scenario =
            """
            seed: 1
            graph: {ring: {nodes: 12}}
            model:
              transitions:
                states: [S, I, R]
                transitions: [{from: S, to: I, rate: "0.6 * count(neighbours, I) / (degree - 1)"}, {from: I, to: S, rate: 1}]
                initial: {R: [0, 1], I: [5, 6, 8]}

            """ + rewiring + """
                integrate: {method: event-driven, step: 0.5, until: 6}
                intervene: [{when: {at: 1}, remove-edge: {from: 0, to: 1}}]
                observe: [{nodes: all, every: 1}]

                """
        for lastStep in [1, 5, 11] {
            let run = try InterruptedRun(lastStep: lastStep, seed: 4) { try folder.scenario(scenario) }
            #expect(try run.expectSameBytes() == [])
        }
    }

    @Test("what hangs on rewirings is asked for at each of them, at any step and whoever looks besides")
    func conditions() throws {
        func run(step: Double, _ others: String = "") throws -> ScenarioFolder.Results {
            try folder.run(
                """
                name: Rewirings alone
                seed: 1
                graph: {erdos-renyi: {nodes: 100, edges: 300}}
                model:
                  transitions:
                    states: [S, I]
                    transitions: [{from: S, to: I, rate: 0}]
                    rewire: {if: state == S, from: I, to: S, rate: 1}
                    initial: {I: 0.5}
                integrate: {method: event-driven, step: \(step), until: 3}
                observe:
                  - {crossing: {of: rewirings, above: 9.5}, name: crossings}
                  - {crossing: {of: active-edges, below: 0.45}, name: fewer}
                  - {quantities: [rewirings, active-edges], when: end, name: last}
                \(others)
                stop: [{when: {if: rewirings >= 30}}]
                """, to: "step-\(step)-\(others.isEmpty)")
        }
        let tables = ["crossings.csv", "fewer.csv", "last.csv"]
        let first = try run(step: 0.5)
        #expect(try CSVColumns(contentsOf: first.path + "/crossings.csv").numbers("time").count == 1)
        #expect(try CSVColumns(contentsOf: first.path + "/last.csv").numbers("rewirings") == [30])
        // Each of the 30 took one edge of 300 from those between different states.
        let fine = try run(step: 0.5, "  - {quantities: [active-edges], every: 0.5, name: table}")
        let active = try CSVColumns(contentsOf: fine.path + "/table.csv").numbers("active-edges")[0]
        let left = try CSVColumns(contentsOf: first.path + "/last.csv").numbers("active-edges")[0]
        #expect(abs(active - left - 0.1) < 1e-12)
        let others = "  - {nodes: all, every: 0.1}\n  - {edges: all}"
        for other in [fine, try run(step: 3), try run(step: 0.1, others)] {
            for table in tables { #expect(try other.text(table) == first.text(table), "\(table)") }
        }
    }

    @Test(
        "faults are told at their places",
        arguments: [
            ("{if: degree + avoidance, rate: 1}", "test.yml:9:18: error: 'if' needs truth values"),
            ("{if: state == X, rate: avoidance}", "test.yml:9:27: error: there is no 'X'"),
            ("{from: I, rate: 2 * avoidances}", "there is no 'avoidances'"),
            ("[{rate: avoidance}, {from: X, rate: 1}]", "allowed: S, I, state, not state"),
            ("{from: neighbour, rate: avoidance}", "there is no 'neighbour'"),
            (
                "{to: [S, state], rate: avoidance}", "'state' is not known here: write 'to: state', without a list"
            ),
            (
                "{from: [not state], rate: avoidance}",
                "'not state' is not known here: write 'from: not state', without a list"
            ),
            ("{from: [not states], rate: avoidance}", "there is no 'not states'"),
            (
                "[\(Array(repeating: "{rate: avoidance}", count: 9).joined(separator: ", "))]",
                "test.yml:9:13: error: 'rewire' must have 1 to 8 items, not 9"
            ),
            ("{rate: -avoidance}", "the rate at which each edge is rewired is -1, but must be finite and 0 or greater"),
            ("{if: state == S, rate: avoidance / 0}", "each edge is rewired is inf, but must be finite"),
            ("{from: I, to: S}", "test.yml:9:5: error: missing key 'rate'"),
            ("{from: I, rate: random}", "there is no 'random'"),
            ("{from: I, rate: avoidance > 1}", "test.yml:9:29: error: 'rate' needs numbers"),
            ("{from: I, rate: 1}", "has 'avoidance', which no rate and no condition uses"),
        ])
    func faults(rewiring: String, message: String) throws {
        let problems = try #require(try folder.problems(text(rewiring)))
        #expect(problems.contains(message), "\(problems)")
    }

    @Test("all wrong formulas are told at once")
    func several() throws {
        let wrong = text("[{if: degree, rate: 1}, {to: X, rate: 1}, {rate: avoidance}]")
            .replacing("infection * count", with: "infections * count")
        let problems = try #require(try folder.problems(wrong))
        for message in ["there is no 'infections'", "'if' needs truth values", "there is no 'X'", "3 errors"] {
            #expect(problems.contains(message), "\(problems)")
        }
    }

    @Test("all that is wrong in one rewiring is told at once")
    func severalInOne() throws {
        let problems = try #require(
            try folder.problems(text("{if: degree, from: X, to: [S, Y], rate: avoidances}")))
        for message in [
            "'if' needs truth values", "there is no 'X'", "there is no 'Y'", "there is no 'avoidances'", "4 errors",
        ] {
            #expect(problems.contains(message), "\(problems)")
        }
    }

    @Test(
        "a rate that cannot be anywhere is told before a run, also where no edge is rewired",
        arguments: [
            ("-infection", "-1"), ("1 - 3 * infection", "-2"), ("infection / 0", "inf"), ("0 / 0 * infection", "nan"),
        ])
    func impossibleRates(rate: String, told: String) throws {
        let wrong = text("{if: state == S, rate: avoidance}")
            .replacing("infection * count(neighbours, I)", with: rate)
        let message = "the rate from 'S' to 'I' is \(told), but must be finite and 0 or greater"
        #expect(try folder.problems(wrong)?.contains(message) == true)
        let still = wrong.replacing("    rewire: {if: state == S, rate: avoidance}\n", with: "")
            .replacing(", rewirings, active-edges", with: "").replacing(", avoidance: 1", with: "")
        #expect(try folder.problems(still)?.contains(message) == true)
    }

    @Test("a rewiring that no node comes to may have any rate")
    func neverReached() throws {
        #expect(try folder.problems(text("{if: 1 > 2, rate: -avoidance}")) == nil)
    }

    @Test("rates are in 1 over the unit of time, and states cannot be called as what is counted")
    func names() throws {
        let united = text(Self.avoidance).replacing("    states:", with: "    time-unit: d\n    states:")
            .replacing("rate: 1}", with: "rate: recovery}")
            .replacing("infection: 1, avoidance: 1", with: "infection: 1 1/d, recovery: 1 1/d, avoidance: 24 1/d")
        #expect(try folder.problems(united) == nil)
        #expect(try folder.problems(united.replacing("24 1/d", with: "24 d"))?.contains("1/d") == true)
        let counted = text(Self.avoidance).replacing("[S, I]", with: "[S, I, rewirings]")
        #expect(try folder.problems(counted)?.contains("has 'rewirings', which is how many edges") == true)
    }
}
