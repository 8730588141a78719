import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Crossings, first passages and changes of groups.
@Suite struct ObservedEventTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func expect(_ times: [Double], _ expected: [Double]) {
        #expect(times.count == expected.count)
        for (time, exact) in zip(times, expected) { #expect(abs(time - exact) < 1e-11) }
    }

    @Test("A quantity crosses a level inside of a step")
    func crossingOfAQuantity() throws {
        let results = try folder.run(
            FreeOscillators.observing("{crossing: {of: total, level: 10}}", FreeOscillators.total))
        expect(try results.numbers(0, of: "crossings.csv"), [10.0 / 6])
        #expect(try results.header("crossings.csv") == "time,direction")
        #expect(try results.column(1, of: "crossings.csv") == ["upwards"])
    }

    @Test("So does a quantity that is defined in place, and an expression over quantities")
    func crossingOfExpressions() throws {
        let results = try folder.run(
            FreeOscillators.observing(
                "{crossing: {of: {maximum: phase}, above: 4}}", "{crossing: {of: 1 - total, below: 0}}",
                "{crossing: {of: total, below: 10}}", FreeOscillators.total))
        expect(try results.numbers(0, of: "crossings.csv"), [4.0 / 3])
        expect(try results.numbers(0, of: "crossings-2.csv"), [1.0 / 6])
        expect(try results.numbers(0, of: "crossings-3.csv"), [])
    }

    @Test("The time in an expression is that inside of the step")
    func crossingOfTime() throws {
        let results = try folder.run(
            FreeOscillators.observing(
                "{crossing: {of: total - 2 * time, above: 3}}", "{crossing: {of: {mean: time^2}, above: 2}}",
                FreeOscillators.total))
        expect(try results.numbers(0, of: "crossings.csv"), [0.75])
        expect(try results.numbers(0, of: "crossings-2.csv"), [Double(2).squareRoot()])
    }

    @Test("The crossings of nodes are told in the order of their times")
    func crossingOfNodes() throws {
        let results = try folder.run(
            FreeOscillators.observing(
                "{crossing: {of: {field: phase}, above: 3.3}}",
                "{crossing: {of: {field: phase, nodes: b}, level: 3.3, hysteresis: 0.1}, name: one}"))
        #expect(try results.header("crossings.csv") == "time,node,direction")
        expect(try results.numbers(0, of: "crossings.csv"), [1.1, 1.65, 3.3])
        #expect(try results.column(1, of: "crossings.csv") == ["c", "b", "a"])
        expect(try results.numbers(0, of: "one.csv"), [1.65])
    }

    @Test("A run stops after the step in which a level was crossed")
    func stop() throws {
        let results = try folder.run(
            FreeOscillators.text + """
                observe:
                  - nodes: all
                  - crossing: {of: {sum: phase}, above: 10}
                    then: stop
                """)
        #expect(try results.numbers(0, of: "nodes.csv").max() == 2)
        #expect(try results.numbers(0, of: "crossings.csv").count == 1)
    }

    @Test("The order parameter of oscillators that synchronise crosses a level, where the run stops")
    func synchronisation() throws {
        let monitor = RunMonitor()
        let results = try folder.run(
            """
            graph: {edge-list: {file: edges.csv}}
            model: {kuramoto: {coupling: 1, frequency: 0, phase: [0, 1, 2]}}
            integrate: {method: runge-kutta-4, step: 0.01, until: 100}
            observe:
              - quantity: order-parameter
                every: 0.01
              - crossing: {of: order-parameter, above: 0.9}
                then: stop
            """, monitor: monitor)
        let time = try #require(try results.numbers(0, of: "crossings.csv").first)
        let orders = try results.numbers(1, of: "order-parameter.csv")
        #expect(orders.dropLast().allSatisfy { $0 < 0.9 })
        #expect(try #require(orders.last) >= 0.9)
        // The phases are −d, 0, d around their mean with tan(d/2) = tan(1/2) exp(−t) by d' = −sin d, and the order
        // parameter is (1 + 2 cos d) / 3, which is 0.9 where cos d = 0.85.
        let exact = 0.5463024898437905 / 0.28474739872574967
        #expect(abs(time - log(exact)) < 1e-8)
        #expect(monitor.stopReason?.hasPrefix("order-parameter crossed its level at time ") == true)
        #expect(!monitor.wasStopped)
    }

    @Test("First passages are told with their interpolated times, and the run can stop after the last")
    func firstPassages() throws {
        let results = try folder.run(
            FreeOscillators.observing(
                "{first-passages: {of: phase, above: 3.3}}", "{nodes: a}",
                "{first-passages: {of: phase, nodes: [b, c], above: 3.3}, then: stop, name: two}"))
        expect(try results.numbers(0, of: "first-passages.csv"), [1.1, 1.65])
        #expect(try results.column(1, of: "first-passages.csv") == ["c", "b"])
        #expect(try results.numbers(0, of: "nodes.csv").last == 2)
    }

    @Test("A run is over at the beginning if all nodes have passed then")
    func passedAtTheBeginning() throws {
        let results = try folder.run(
            FreeOscillators.observing("{first-passages: {of: phase, above: -10}, then: stop}", "{nodes: a, every: 0.5}")
        )
        #expect(try results.numbers(0, of: "first-passages.csv") == [0, 0, 0])
        #expect(try results.numbers(0, of: "nodes.csv").last == 0)
    }

    @Test("The changes of a group that is chosen by a condition are told")
    func changes() throws {
        let results = try folder.run(
            FreeOscillators.observing(
                "{changes: {nodes: {where: phase >= 3 and phase < 4}}}",
                "{changes: {nodes: {where: phase >= 3 and phase < 4}, memberships-only: true, fields: phase}, name: m}"),
            set: ["integrate.until=1.5"])
        #expect(
            try results.text("changes.csv")
                == "time,node,change,phase\n1.0,c,joined,3.0\n1.5,b,joined,3.0\n1.5,c,left,4.5\n")
        #expect(try results.text("m.csv") == results.text("changes.csv"))
    }

    @Test("Changes are told with what was before, also of who was no member")
    func oldNumbers() throws {
        let results = try folder.run(
            FreeOscillators.observing("{changes: {nodes: {where: phase >= 3 and phase < 4}, old: true}}"),
            set: ["integrate.until=1.5"])
        #expect(
            try results.text("changes.csv")
                == "time,node,change,phase,old-phase\n1.0,c,joined,3.0,1.5\n1.5,b,joined,3.0,2.0\n1.5,c,left,4.5,3.0\n")
    }

    @Test("A condition selects other nodes at each moment")
    func selection() throws {
        let results = try folder.run(FreeOscillators.observing("{nodes: {where: phase > 5}, every: 1}"))
        #expect(try results.column(0, of: "nodes.csv") == ["2.0", "3.0", "3.0", "4.0", "4.0"])
        #expect(try results.column(1, of: "nodes.csv") == ["c", "b", "c", "b", "c"])
    }

    @Test(
        "What is wrong is told",
        arguments: [
            ("crossing: {of: order-parameter}", "'crossing' must say which level"),
            ("crossing: {of: order-parameter, above: 1, below: 0}", "'crossing' must have only one of above and below"),
            ("crossing: {above: 1}", "missing key 'of' in 'crossing'"),
            ("crossing: {of: order-parameter, above: 1, tolerance: 0}", "'tolerance' must be greater than 0"),
            (
                "crossing: {of: {field: phase, nodes: {where: phase > 1}}, above: 1}",
                "'nodes' cannot be a condition here: it is asked once for all"
            ),
            (
                "crossing: {of: {field: phase}, above: 1, hysteresis: 1}",
                "'hysteresis' has no meaning for several nodes, only for one or for a quantity"
            ),
            ("crossing: {of: {field: speed}, above: 1}", "'field' cannot be 'speed'"),
            (
                "crossing: {of: {quantiles: {of: phase, fractions: [0, 1]}}, above: 1}",
                "'of' has 2 numbers, but must have one"
            ),
            ("crossing: {of: order-parameter, above: 1}, then: go", "'then' cannot be 'go'"),
            (
                "crossing: {of: order-parameter, above: 1}, fields: phase",
                "'fields' has no meaning here, only for 'nodes' and in 'changes'"
            ),
            ("crossing: {of: order-parameter, above: 1}, every: 1", "unknown key 'every' in 'observe[0]'"),
            ("first-passages: {of: phase}", "'first-passages' must say which level"),
            ("first-passages: {of: phase, level: 1}", "unknown key 'level' in 'first-passages'"),
            (
                "changes: {nodes: all, memberships-only: yes}",
                "'memberships-only' must be true or false, not the text 'yes'"
            ),
            ("changes: {old: phase}", "'old' must be true or false, not the text 'phase'"),
            ("nodes: {where: phase}", "'where' must be a condition such as 'phase > 1', not a number"),
            ("nodes: {were: phase > 1}", "unknown key 'were' in 'nodes'"),
            ("interventions: some", "'interventions' cannot be 'some'"),
        ])
    func refusal(observation: String, message: String) throws {
        let problems = try #require(try folder.problems(FreeOscillators.observing("{\(observation)}")))
        #expect(problems.contains("error: \(message)\n"), "\(problems)")
    }
}
