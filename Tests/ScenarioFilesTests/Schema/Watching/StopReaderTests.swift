import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

@Suite struct StopReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private static let stops: [(String, Double)] = [
        ("when: {if: total > 13}", 2.5), ("crossing: {of: total, above: 10}", 2), ("when: {at: 1}", 1),
        ("when: {if: total > 100}", 4), ("when: start", 0),
        ("crossing: {of: {field: phase, nodes: [a, c]}, above: 3.3}", 1.5),
    ]

    @Test(
        "A run ends after the step in which a condition is met, which is its last moment",
        arguments: stops)
    func lastMoment(stop: String, end: Double) throws {
        let monitor = RunMonitor()
        let results = try folder.run(
            FreeOscillators.observing(FreeOscillators.total, "{nodes: a, when: end}") + "stop: [{\(stop)}]",
            monitor: monitor)
        #expect(try results.numbers(0, of: "total.csv").last == end)
        #expect(try results.numbers(0, of: "nodes.csv") == [end])
        #expect((monitor.stopReason != nil) == (end < 4))
    }

    /// What is changed at the last moment takes effect after the end has been told.
    @Test("Where a run is stopped, checkpoints change nothing of what is told of its end")
    func checkpointsAtStop() throws {
        let text =
            FreeOscillators.observing("{nodes: all, when: end}") + """
                intervene: [{when: {every: 0.5}, kick: {nodes: a, phase: 10}}]
                stop: [{when: {from: 2}}]

                """
        let plain = try folder.run(text, to: "plain").text("nodes.csv")
        #expect(plain.contains("2.0,a,42.0\n"))
        let stored = try folder.run(text + "checkpoints: {every: 0.5}\n", to: "stored")
        #expect(try stored.text("nodes.csv") == plain)
        let asked = try folder.run(text, to: "asked", monitor: RunMonitor(shouldStore: { true }))
        #expect(try asked.text("nodes.csv") == plain)
    }

    @Test("A run ends when the mean of a number is known well enough")
    func converged() throws {
        // An Ornstein–Uhlenbeck process of mean 1, deviation 0.35 and correlation time 1: an error of 0.05 takes some 100
        // correlation times, and an error that is known well enough to be told, 260.
        let text = """
            graph: {isolated: {nodes: 1}}
            model: {consensus: {opinion: 1, prejudice: 1, stubbornness: 1, noise: 0.5}}
            integrate: {method: euler-maruyama, step: 0.1, until: 10000}
            observe: [{quantity: {name: walk, mean: opinion}}]
            stop: [{converged: {mean-of: walk, relative-error: 0.05}}]
            """
        let monitor = RunMonitor()
        let results = try folder.run(text, monitor: monitor)
        let walk = try results.numbers(1, of: "walk.csv")
        #expect((1000..<20_000).contains(walk.count))
        // Four errors, with a probability of 10⁻⁴.
        let mean = walk.reduce(0, +) / Double(walk.count)
        #expect(abs(mean - 1) < 0.2)
        #expect(monitor.stopReason?.hasPrefix("the mean of walk has converged at time ") == true)
    }

    @Test(
        "What is wrong is told",
        arguments: [
            ("{}", "an item of 'stop' must say when to stop"),
            (
                "{when: start, crossing: {of: order-parameter, above: 1}}",
                "an item of 'stop' must have only one of when and crossing"
            ),
            ("{converged: {mean-of: order-parameter}}", "missing key 'relative-error' in 'converged'"),
            ("{converged: {mean-of: order-parameter, relative-error: 0}}", "'relative-error' must be greater than 0"),
            ("{wen: start}", "unknown key 'wen' in 'stop[0]'"),
        ])
    func refusal(stop: String, message: String) throws {
        let problems = try #require(try folder.problems(FreeOscillators.text + "stop: [\(stop)]"))
        #expect(problems.contains("error: \(message)\n"), "\(problems)")
    }

    /// An epidemic whose step follows from what is recorded.
    private static let epidemic = """
        graph: {complete: {nodes: 30}}
        model: {sis: {infection: 0.2, recovery: 1, initial: {infected: {count: 5}}}}
        integrate: {method: event-driven, until: 8}

        """

    @Test(
        "Moments that are only said not to be meant are refused without a step of 'integrate', wherever something is done",
        arguments: [
            ("{NOT: {at: 5}}", "'every' or 'at'"), ("{NOT: {every: 1}, if: infected > 3}", "'every' or 'at'"),
            ("{NOT: start}", "'every' or a condition"), ("{NOT: end}", "'every' or a condition"),
            ("{any: [{every: 1}, {NOT: {at: 5}}]}", "'every' or 'at'"),
            ("{NOT: {all: [{if: infected > 3}, {every: 2}]}}", "'every' or 'at'"),
            ("{from: 2, NOT: {every: 1}}", "'every' or 'at'"),
            ("{all: [{any: [{every: 1}, {until: 3}]}, {NOT: {at: 2}}]}", "'every' or 'at'"),
            ("{all: [{NOT: start}, {not: end}]}", "'every' or a condition"),
            ("{not: {not: {NOT: {at: 5}}}}", "'every' or 'at'"),
        ])
    func loneNegations(rule: String, expected: String) throws {
        let rule = rule.replacing("NOT", with: "not")
        for block in [
            "stop: [{when: \(rule)}]", "intervene: [{when: \(rule), parameter: {infection: 1}}]",
            "intervene: [{pin: {nodes: [1]}, release: \(rule)}]", "checkpoints: {when: \(rule)}",
            "observe: [{nodes: all, every: 1, ring: {last: 3, when: \(rule)}}]",
        ] {
            let problems = try folder.problems(Self.epidemic + block + "\n") ?? ""
            #expect(
                problems.contains(
                    "error: 'not' says only when something is not due, "
                        + "and 'integrate' has no 'step' at whose ends it could be\n"), "\(block)\n\(problems)")
            #expect(
                problems.contains("expected: \(expected) beside 'not', or a 'step' in 'integrate'\n"), "\(problems)")
            let told = try folder.problems(Self.epidemic + block + "\n", set: ["integrate.step=1"])
            #expect(told?.contains("'not'") != true, "\(told ?? "")")
        }
    }

    @Test("'not' of a rhythm is due at the other steps of fixed step, of sweeps, and that are written")
    func otherSteps() throws {
        for (integrate, model) in [
            (
                "{method: event-driven, step: 1, until: 8}",
                "sis: {infection: 1, recovery: 0, initial: {infected: {count: 1}}}"
            ),
            ("{method: runge-kutta-4, step: 1, until: 8}", "kuramoto: {coupling: 1, frequency: 1}"),
            ("{method: metropolis, until: 8}", "ising: {temperature: 1}"),
        ] {
            let results = try folder.run(
                """
                graph: {complete: {nodes: 4}}
                model: {\(model)}
                integrate: \(integrate)
                observe: [{nodes: [0], when: end}]
                stop: [{when: {not: {at: [0, 1, 2, 4]}}}]

                """, to: String(model.prefix(4)))
            #expect(try results.numbers(0, of: "nodes.csv") == [3], "\(integrate)")
        }
    }

    @Test("The problem is shown at the 'not' that it is about")
    func placeOfNegations() throws {
        let problems = try folder.problems(
            Self.epidemic + "stop: [{when: {any: [{every: 1, not: {at: 5}}, {if: infected > 3, not: {at: 4}}]}}]\n")
        #expect(problems?.hasPrefix("test.yml:4:72: error: 'not' says only when") == true, "\(problems ?? "")")
    }

    @Test(
        "Beside a rhythm, and of what is watched, 'not' is accepted",
        arguments: [
            "{every: 1, not: {at: 5}}", "{all: [{at: [1, 2]}, {not: {every: 2}}]}", "{not: {if: infected > 3}}",
            "{not: {from: 1, until: 2}}", "{not: start, if: infected > 3}", "{not: end, from: 2}",
            "{not: {not: {at: 5}}}",
            "{all: [end, {not: {every: 4}}]}",
            "{any: [{every: 1, not: start}, {not: {changed: {of: infected, by: 2}}}]}",
            "{not: {any: [start, {if: infected > 3}]}}",
        ])
    func negationsThatSayWhen(rule: String) throws {
        #expect(try folder.problems(Self.epidemic + "stop: [{when: \(rule)}]\n") == nil)
    }

    @Test(
        "Samples without moments of their own are refused where no step of integrate is written",
        arguments: [
            "statistics: {of: infected}", "nodes: all", "quantity: infected", "displacement: {of: compartment}",
            "graph: [size]",
        ])
    func samplesOfRecords(kind: String) throws {
        let beside = "expected: 'every' or 'at' beside what it says, or a 'step' in 'integrate'\n"
        let unnamed = "'when' must name the moments at which samples are taken"
        for (rule, problem, place) in [
            ("when: {from: 2}", unnamed, 18), ("when: {not: {every: 2}, if: infected > 2}", unnamed, 18),
            ("", "'observe[0]' must say when samples are taken", 11),
        ] where !rule.isEmpty || !kind.hasPrefix("graph") {
            let text = Self.epidemic + "observe: [{\(rule)\(rule.isEmpty ? "" : ", ")\(kind)}]\n"
            let problems = try folder.problems(text) ?? ""
            #expect(
                problems.hasPrefix("test.yml:4:\(place): error: \(problem), since 'integrate' has no 'step'\n"),
                "\(problems)")
            #expect(
                problems.contains(rule.isEmpty ? "expected: 'every', or a 'step' in 'integrate'\n" : beside),
                "\(problems)")
            let told = try folder.problems(text, set: ["integrate.step=0.5"])
            #expect(told?.contains("'step'") != true, "\(told ?? "")")
        }
    }

    @Test("So is a mean that is to converge, and what is moved to steps")
    func stepOfRecords() throws {
        let converged = "{mean-of: infected, relative-error: 0.1WHEN}"
        for (when, isRefused) in [
            ("", true), (", when: {if: infected > 2}", true), (", when: {not: {every: 2}}", true),
            (", every: 0.5", false),
            (", when: {every: 0.5, if: infected > 2}", false),
        ] {
            let text = Self.epidemic + "stop: [{converged: \(converged.replacing("WHEN", with: when))}]\n"
            let problems = try folder.problems(text)
            #expect((problems != nil) == isRefused, "\(when)")
            let told = when.isEmpty ? "'converged' must say when" : "'when' must name the moments at which"
            #expect(
                problems?.contains("error: \(told) samples are taken, since 'integrate' has no 'step'\n") != false)
            #expect(try folder.problems(text, set: ["integrate.step=0.5"]) == nil)
        }
        for block in ["stop: [{when: RULE}]", "observe: [{nodes: all, when: RULE}]"] {
            let text = Self.epidemic + block.replacing("RULE", with: "{logarithmic: {from: 0.01}}") + "\n"
            let problems = try folder.problems(text)
            #expect(
                problems?.contains("error: 'logarithmic' needs a 'step' in 'integrate', to which its times are moved\n")
                    == true)
            #expect(try folder.problems(text, set: ["integrate.step=0.01"]) == nil)
        }
    }

    /// The run ends at 1.0005, which is half a step from the moment before it.
    @Test("The end of a run between two moments is not the moment before it", arguments: ["1", "0.001"])
    func endBetweenMoments(step: String) throws {
        let results = try folder.run(
            Self.epidemic + """
                observe:
                  - {nodes: [0], name: beside, when: {all: [end, {not: {every: 1}}]}}
                  - {nodes: [0], name: at, when: {all: [end, {every: 1}]}}
                stop: [{when: {from: 1.0005}}]

                """, set: ["integrate.step=\(step)"])
        #expect(try results.numbers(0, of: "beside.csv").count == 1)
        #expect(try results.numbers(0, of: "at.csv").isEmpty)
    }

    @Test("A run fails when a field leaves the range that it must stay in, and what was recorded remains")
    func requirement() throws {
        let text = FreeOscillators.observing("{nodes: c}") + "require: [{field: phase, within: [-1, 5], nodes: [b, c]}]"
        let error = #expect(throws: (any Error).self) { try folder.run(text) }
        #expect(
            error.map { "\($0)" }
                == "'phase' of node 'c' is 6.0 after step 4, at time 2.0, outside of -1.0 to 5.0; "
                + "before the step it was 4.5")
        let results = ScenarioFolder.Results(path: folder.directory.path(of: "results"))
        #expect(try results.numbers(0, of: "nodes.csv").last == 1.5)
        try folder.run(text, set: ["require.0.nodes=a"], to: "within")
    }

    @Test(
        "What is wrong with a requirement is told",
        arguments: [
            ("{within: [0, 1]}", "missing key 'field' in 'require[0]'"),
            ("{field: phase, within: [1, 0]}", "the first number of 'within' must not be greater than the second"),
            ("{field: phase, within: 3}", "'within' must be a list of two numbers, not the number 3"),
        ])
    func refusedRequirement(requirement: String, message: String) throws {
        let problems = try #require(try folder.problems(FreeOscillators.text + "require: [\(requirement)]"))
        #expect(problems.contains("error: \(message)\n"), "\(problems)")
    }
}
