import EngineTestSupport
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// What a run would refuse at its beginning is refused when the scenario is read.
@Suite struct RehearsalTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private static let planets = """
        particles:
          orbits:
            constant: 1
            primary: {mass: 1}
            bodies: [{mass: 0.001, semi-major-axis: 1}, {mass: 0.001, semi-major-axis: 3}]
        model: {gravity: {constant: 1}}
        integrate: {method: wisdom-holman, step: 0.01, until: 0.1}

        """

    @Test(
        "Nodes neither come nor go nor are held where the method knows only orbits",
        arguments: [
            "remove-nodes: 1", "add-node: {like: 1, x: 7}", "pin: {nodes: 1}", "drive: {node: 1, field: x, as: time}",
        ])
    func impossibleActions(action: String) throws {
        let text = Self.planets + "intervene: [{\(action), when: {at: 0.05}}]\n"
        let problems = try folder.problems(text)
        let name = action.prefix { $0 != ":" }
        #expect(problems?.contains("'\(name)' is impossible with 'wisdom-holman'") == true, "\(problems ?? "")")
        #expect(try folder.problems(text.replacingOccurrences(of: "wisdom-holman", with: "leapfrog")) == nil)
    }

    @Test(
        "A step of sweeps is short enough for each to have a time of its own",
        arguments: ["9223372036854775807", "9007199254740992", "1e300"])
    func longSteps(step: String) throws {
        let problems = try folder.problems(
            """
            graph: {ring: {nodes: 4}}
            model: {ising: {temperature: 1}}
            integrate: {method: metropolis, step: \(step), until: \(step)}

            """)
        #expect(problems?.contains("'step' must be a whole number for 'metropolis'") == true)
        #expect(problems?.contains("expected: at most 9007199254740991") == true)
    }

    @Test(
        "What is set to a constant that cannot be is refused, whenever it is set",
        arguments: [
            (
                "sis: {infection: 1, recovery: 1, initial: {infected: 0.5}}", "event-driven",
                "parameter: {infection: -1}"
            ),
            ("sis: {infection: 1, recovery: 1, initial: {infected: 0.5}}", "event-driven", "set: {compartment: 7}"),
            ("voter: {opinions: 2}", "sweeps", "set: {nodes: [1], state: 2}"),
            ("kuramoto: {coupling: 1, frequency: 1}", "rkf45", "parameter: {coupling: 1 / 0}"),
            ("kuramoto: {coupling: 1, frequency: 1}", "rkf45", "set: {phase: 0 / 0}"),
        ])
    func impossibleConstants(model: String, method: String, action: String) throws {
        func problems(_ action: String) throws -> String? {
            try folder.problems(
                """
                graph: {ring: {nodes: 4}}
                model: {\(model)}
                integrate: {method: \(method), until: 4}
                intervene: [{\(action), when: {at: 2}}]

                """)
        }
        #expect(try problems(action)?.hasPrefix("test.yml:4:13: error: ") == true)
    }

    private static let expressionsOfTime: [(model: String, method: String, action: String)] = [
        (
            "sis: {infection: 1, recovery: 1, initial: {infected: 0.5}}", "event-driven",
            "parameter: {infection: 1 - TIME}"
        ),
        ("sis: {infection: 1, recovery: 1, initial: {infected: 0.5}}", "event-driven", "set: {compartment: TIME}"),
        ("voter: {opinions: 2}", "sweeps", "set: {nodes: [1], state: TIME}"),
        ("kuramoto: {coupling: 1, frequency: 1}", "rkf45", "parameter: {coupling: 1 / (TIME - 2)}"),
        ("kuramoto: {coupling: 1, frequency: 1}", "rkf45", "set: {phase: 0 / (TIME - 2)}"),
        ("kuramoto: {coupling: 1, frequency: 1}", "rkf45", "add-node: {like: 0, phase: 0 / (TIME - 2)}"),
        ("kuramoto: {coupling: 1, frequency: 1}", "rkf45", "drive: {node: 0, field: phase, as: 1 / (TIME - 2)}"),
    ]

    /// The number would be impossible when TIME is 2, and is not when it is 1.
    @Test(
        "What is set to a number of time alone is looked at when it is first set for certain",
        arguments: expressionsOfTime)
    func numbersOfTime(model: String, method: String, action: String) throws {
        func text(_ time: String, _ occasion: String) -> String {
            let action = action.replacingOccurrences(of: "TIME", with: time)
            return """
                graph: {ring: {nodes: 4}}
                model: {\(model)}
                integrate: {method: \(method), until: 4}
                intervene: [{\(action), \(occasion)once: true}]

                """
        }
        for (time, occasion) in [
            ("(time + 2)", ""), ("(time + 2)", "when: {at: 0}, "), ("(time + 2)", "when: {every: 1}, "),
            ("time", "when: {at: 2}, "), ("(time + 1)", "when: {at: [1, 3]}, "),
        ] {
            let problems = try folder.problems(text(time, occasion))
            #expect(problems?.hasPrefix("test.yml:4:13: error: ") == true, "\(time) \(occasion)")
            // No step has been done, nor by an observer.
            #expect(problems?.contains("step") == false)
        }
        for (number, (time, occasion)) in [
            ("(time + 1)", ""), ("time", "when: {at: 1}, "), ("time", "when: {at: [1, 3]}, "),
            // When that holds is not known before.
            ("(time + 1)", "when: {any: [{if: time > 2}, {at: 1}]}, "), ("(time + 1)", "when: {if: time >= 0}, "),
        ].enumerated() {
            #expect(try folder.problems(text(time, occasion)) == nil, "\(time) \(occasion)")
            // A drive goes on to the time at which it cannot be.
            if number < 3, !action.hasPrefix("drive") { try folder.run(text(time, occasion), to: "\(number)") }
        }
    }

    @Test(
        "What is impossible, but may never be done, or to nobody, is warned of",
        arguments: [
            "set: {phase: 0 / 0}, when: {if: time > 5}", "parameter: {coupling: 1 / 0}, when: {if: time > 5}",
            "drive: {node: 0, field: phase, as: 1 / 0}, when: {if: time > 5}",
            "add-node: {like: 0, phase: 1 / 0}, when: {if: time > 5}",
            "set: {phase: 0 / 0}, when: {at: 3}}]\nstop: [{when: {at: 2}",
            "parameter: {coupling: 1 / 0}, when: {at: 3}}]\nstop: [{when: {if: time > 1}",
            "parameter: {coupling: 1 / 0}, when: {at: 3}}]\nstop: [{crossing: {of: order-parameter, above: -1}}, {when: {at: 2}",
            "add-node: {like: 0}, when: {at: 3.5}}, {set-edge: {from: 0, to: 4}, when: {at: 3}}]\nstop: [{when: {at: 2}",
            "set: {nodes: {where: phase > 1e9}, phase: 0 / 0}, when: {at: 2}",
            "pin: {nodes: [1]}}, {set: {nodes: [1], phase: 0 / 0}, when: {at: 2}",
            "remove-nodes: [1]}, {set: {nodes: [1], phase: 0 / 0}, when: {at: 2}",
            "remove-nodes: [1]}, {add-node: {like: 1, phase: 0 / 0}, when: {at: 2}",
            "parameter: {coupling: 1 / 0}, when: {at: 3}}]\nobserve: [{crossing: {of: time, above: 1}, then: stop}, {population: all",
            "parameter: {coupling: 1 / 0}, when: {at: 3}}]\nobserve: [{first-passages: {of: phase, above: -1}, then: stop}, {population: all",
        ])
    func unsureImpossibilities(interventions: String) throws {
        let text = """
            graph: {ring: {nodes: 4}}
            model: {kuramoto: {coupling: 1, frequency: 1}}
            integrate: {method: rkf45, until: 4}
            intervene: [{\(interventions)}]

            """
        #expect(try folder.problems(text) == nil)
        let scenario = try folder.scenario(text)
        #expect(scenario.warnings.contains { $0.description.contains("impossible, should it come to it: ") })
        try folder.run(scenario)
    }

    @Test("What cannot be and is done at the end is refused, for which nobody waits")
    func impossibleAtTheEnd() throws {
        let text = """
            graph: {ring: {nodes: 4}}
            model: {kuramoto: {coupling: 1, frequency: 1}}
            integrate: {method: rkf45, until: 4}
            intervene: [{parameter: {coupling: 1 / 0}, when: end}]

            """
        #expect(try folder.problems(text)?.hasPrefix("test.yml:4:13: error: ") == true)
    }

    @Test(
        "What cannot be and is done for certain is refused, also where the run may stop later",
        arguments: ["when: {at: 2}, set: {nodes: [1], phase: 0 / 0}", "when: {at: 1}, parameter: {coupling: 1 / 0}"])
    func sureImpossibilities(intervention: String) throws {
        let text = """
            graph: {ring: {nodes: 4}}
            model: {kuramoto: {coupling: 1, frequency: 1}}
            integrate: {method: rkf45, until: 4}
            stop: [{when: {at: 2}}]
            intervene: [{\(intervention)}]

            """
        #expect(try folder.problems(text)?.hasPrefix("test.yml:5:13: error: ") == true)
    }

    /// What can be said of a node that comes when the first intervention says so.
    private static func later(_ action: String, added: String = "when: {at: 2}, ", _ occasion: String) -> String {
        """
        graph: {ring: {nodes: 4}}
        model: {kuramoto: {coupling: 1, frequency: 1}}
        integrate: {method: rkf45, until: 4}
        intervene: [{\(added)add-node: {like: 0}}, {\(occasion)\(action)}]

        """
    }

    private static let actionsOnLater = [
        ("drive: {node: 4, field: phase, as: time}", "it is to be driven"),
        ("set-edge: {from: 0, to: 4}", "an edge to it is to change"),
        ("remove-edge: {from: 4, to: 0}", "an edge to it is to change"),
        ("add-node: {like: 4}", "a new node is to be like it"),
    ]

    @Test("What is about a node that comes later is refused if it is done at the beginning", arguments: actionsOnLater)
    func nodesOfLater(action: String, purpose: String) throws {
        let told = "test.yml:4:51: error: there is no node 4 yet when \(purpose): 'add-node' must come first"
        for occasion in [
            "", "when: start, ", "when: {at: 0}, ", "when: {every: 2}, ", "when: {until: 1}, ",
            "when: {not: {at: 2}, every: 1}, ", "when: {any: [start, {if: order-parameter > 2}]}, ",
        ] {
            let problems = try folder.problems(Self.later(action, occasion))
            #expect(problems?.hasPrefix(told) == true, "\(occasion): \(problems ?? "")")
        }
    }

    /// What is done when a condition holds is not known before; that condition holds at the beginning.
    @Test("What is refused so is what a run would refuse", arguments: actionsOnLater)
    func nodesOfLaterInRuns(action: String, _: String) throws {
        let added = [
            "", "when: start, ", "when: {at: [0, 1]}, ", "when: {at: 2}, ", "when: {if: order-parameter > 0}, ",
            "when: {from: 0}, once: true, ", "when: {not: {at: 2}, every: 1}, ", "when: {from: 1, every: 1}, ",
        ]
        for (number, added) in added.enumerated() {
            let unknown = Self.later(action, added: added, "when: {if: time <= 0}, ")
            let scenario = try folder.scenario(unknown)
            let isRefusedByRun = (try? folder.run(scenario, to: "unknown-\(number)")) == nil
            for occasion in ["", "when: {at: 0}, ", "when: {until: 1}, once: true, "] {
                let problems = try folder.problems(Self.later(action, added: added, occasion))
                #expect((problems != nil) == isRefusedByRun, "\(added)\(occasion): \(problems ?? "is accepted")")
            }
            try folder.run(Self.later(action, added: added, "when: {at: 3}, "), to: "later-\(number)")
        }
    }

    /// A node comes too late when it is added behind what needs it in the file, at the same moment or later.
    @Test(
        "What is about a node that another intervention adds at the same moment stands behind that",
        arguments: actionsOnLater)
    func orderInFile(action: String, purpose: String) throws {
        func text(_ first: String, _ second: String) -> String {
            """
            graph: {ring: {nodes: 4}}
            model: {kuramoto: {coupling: 1, frequency: 1}}
            integrate: {method: rkf45, until: 4}
            intervene: [{\(first)}, {\(second)}]

            """
        }
        let moments = [
            "", "when: start, ", "when: {at: 2}, ", "when: {at: [3, 2]}, ", "when: {every: 2}, ", "when: {from: 0}, ",
        ]
        for (number, moment) in moments.enumerated() {
            let later = moment + "add-node: {like: 0}"
            let told = "test.yml:4:13: error: there is no node 4 yet when \(purpose): 'add-node' must come first"
            #expect(try folder.problems(text(moment + action, later))?.hasPrefix(told) == true, "\(moment)")
            // A drive begins at once, and not in the turn of what comes at the same moment.
            let isAwaited = !action.hasPrefix("drive")
            let problems = try folder.problems(text(later, moment + "once: true, " + action))
            #expect((problems == nil) == isAwaited, "\(moment) \(problems ?? "")")
            if isAwaited { try folder.run(text(later, moment + "once: true, " + action), to: "\(number)") }
        }
        // Two nodes are needed for the number 5, and one is added so often that there are as many.
        let fifth = "when: {at: 2}, " + action.replacingOccurrences(of: "4", with: "5")
        for (added, isEnough) in [
            ("when: {at: 1}, once: true, ", false), ("when: {at: 2}, ", false), ("when: {at: [0, 1]}, ", true),
            ("when: {every: 1}, ", true), ("when: {if: order-parameter > 0.5}, ", true), ("when: {from: 1}, ", true),
            ("when: {from: 2.5}, ", false),
        ] {
            #expect((try folder.problems(text(added + "add-node: {like: 0}", fifth)) == nil) == isEnough, "\(added)")
        }
    }

    private static func spectrum(segment: Int, _ schedule: String) -> String {
        """
        graph: {ring: {nodes: 4}}
        model: {kuramoto: {coupling: 1, frequency: 1}}
        integrate: {method: runge-kutta-4, step: 0.1, until: 10}
        observe: [{statistics: {of: order-parameter, spectrum: {segment: \(segment)}}, \(schedule)}]
        stop: [{when: {if: time > 5}}]

        """
    }

    @Test(
        "A segment of a spectrum has no more samples than are taken",
        arguments: [
            (64, "every: 1", "11", "at most 10"), (102, "every: 0.1", "101", "at most 100"),
            (64, "when: {every: 0.1, from: 5}", "51", "at most 50"), (4, "every: 10", "2", "more samples"),
        ])
    func longSegments(segment: Int, schedule: String, count: String, remedy: String) throws {
        let problems = try folder.problems(Self.spectrum(segment: segment, schedule))
        #expect(problems?.contains("'segment' has \(segment) samples, but only \(count) are taken in the run") == true)
        #expect(problems?.contains("expected: \(remedy)") == true, "\(problems ?? "")")
    }

    @Test("A spectrum of a series that ends too early is empty, and the manifest says why")
    func earlyEnd() throws {
        let results = try folder.run(Self.spectrum(segment: 64, "every: 0.1"))
        #expect(try results.column(1, of: "statistics-spectrum.csv").allSatisfy(\.isEmpty))
        #expect(try results.text("manifest.json").contains("the spectrum of order-parameter is empty"))
    }
}
