import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

@Suite struct ScheduleReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private static let dueTimes: [(String, [Double])] = [
        ("start", [0.0]), ("end", [4]), ("{start: true, end: true}", [0, 4]),
        ("{every: 1, from: 1.2, until: 3}", [2, 3]), ("{from: 3}", [3, 3.5, 4]), ("{until: 0.5}", [0, 0.5]),
        ("{at: [3, 0.5]}", [0.5, 3]), ("{at: 2}", [2]), ("{every: 1.5, end: true}", [0, 1.5, 3, 4]),
        ("{every: {steps: 3}, start: false}", [0, 1.5, 3]),
        // 0.5, 1.58 and 5, moved to the nearest step.
        ("{logarithmic: {from: 0.5, per-decade: 2}}", [0.5, 1.5]),
        ("{if: total > 13}", [2.5, 3, 3.5, 4]), ("{if: 'time >= 3 and order-parameter <= 2'}", [3, 3.5, 4]),
        ("{if: total > 13, every: 1}", [3, 4]), ("{if: total > 22, start: true}", [0, 4]),
        ("{changed: {of: total, by: 5.9}}", [0, 1, 2, 3, 4]), ("{changed: {of: total / 2, by: 3}}", [0, 1.5, 3]),
        ("{any: [{at: 1}, end]}", [1, 4]), ("{all: [{every: 1}, {from: 2}]}", [2, 3, 4]),
        ("{not: {every: 1}}", [0.5, 1.5, 2.5, 3.5]), ("{not: {any: [start, {from: 1}]}}", [0.5]),
    ]

    @Test(
        "Records are due at the moments that follow from exact arithmetic",
        arguments: dueTimes)
    func moments(when: String, times: [Double]) throws {
        let results = try folder.run(
            FreeOscillators.observing("{quantity: order-parameter, when: \(when)}", FreeOscillators.total))
        #expect(try results.numbers(0, of: "order-parameter.csv") == times)
    }

    @Test("An adaptive method has a step through all times that are listed")
    func stepOfAdaptiveMethods() throws {
        let text = FreeOscillators.observing(
            "{nodes: a, when: {any: [{at: [0.25, 3]}, {every: 2}]}}")
        let results = try folder.run(text, set: ["integrate={method: rkf45, until: 4}"])
        #expect(try results.numbers(0, of: "nodes.csv") == [0, 0.25, 2, 3, 4])
        #expect(try results.text("scenario.yml").contains("  step: 0.25\n"))
    }

    @Test(
        "What is wrong is told",
        arguments: [
            ("{at: 0.7}", "'at' must be a whole number of steps, each 0.5 long"),
            ("{at: [1, 4.5]}", "'at[1]' is later than the end of the run"),
            ("{at: []}", "'at' must have at least 1 item, not 0"),
            ("{}", "'when' must say when"), ("soon", "'when' cannot be 'soon'"),
            ("{start: false}", "'when' must say when"),
            ("{every: 0.7}", "'every' must be a whole number of steps, each 0.5 long"),
            ("{from: 3, until: 2}", "'until' lies before 'from'"),
            ("{from: 5}", "'from' is later than the end of the run"),
            ("{logarithmic: {from: 0}}", "'from' must be greater than 0"),
            ("{logarithmic: {per-decade: 3}}", "missing key 'from' in 'logarithmic'"),
            ("{changed: {of: order-parameter, by: -1}}", "'by' must be 0 or greater"),
            ("{changed: {of: order-parameter > 1, by: 1}}", "'of' must be a number, not a condition"),
            ("{if: order-parameter}", "'if' must be a condition such as 'order-parameter > 1', not a number"),
            ("{if: order > 1}", "there is no 'order' that could be used here"),
            ("{if: [1]}", "'if' must be a condition such as 'order-parameter > 1', not a list"),
            ("{any: [{every: 0.7}, start]}", "'every' must be a whole number of steps, each 0.5 long"),
            ("{if: node > 1}", "there is no 'node' that could be used here: 'if' is not about a node"),
            ("{not: middle}", "'not' cannot be 'middle'"), ("{evry: 1}", "unknown key 'evry' in 'when'"),
        ])
    func refusal(when: String, message: String) throws {
        let text = FreeOscillators.observing("{nodes: all, when: \(when)}")
        let problems = try #require(try folder.problems(text))
        #expect(problems.contains("error: \(message)\n"), "\(problems)")
    }

    @Test("A problem in an expression is shown at its place, and the nearest name is suggested")
    func placeInExpressions() throws {
        #expect(
            try folder.problems(FreeOscillators.observing("{nodes: all, when: {if: \"0 < order-paramter + 1\"}}"))
                == """
                test.yml:4:40: error: there is no 'order-paramter' that could be used here
                  observe: [{nodes: all, when: {if: "0 < order-paramter + 1"}}]
                                                         ^~~~~~~~~~~~~~
                  did you mean 'order-parameter'?
                  allowed: order-parameter, pi, e, time
                1 error
                """)
        #expect(
            try folder.problems(FreeOscillators.observing("{nodes: {where: phas > 1 and}}")) == """
                test.yml:4:27: error: there is no 'phas' that could be used here
                  observe: [{nodes: {where: phas > 1 and}}]
                                            ^~~~
                  did you mean 'phase'?
                  allowed: phase, pi, e, node, time
                1 error
                """)
    }

    @Test("There is either 'every' or 'when'")
    func everyAndWhen() throws {
        let problems = try folder.problems(FreeOscillators.observing("{nodes: all, every: 1, when: start}"))
        #expect(problems?.contains("error: there can be only one of 'every' and 'when'\n") == true)
    }
}
