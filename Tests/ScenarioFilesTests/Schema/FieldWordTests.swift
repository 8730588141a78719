import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// What people of the field write for what scenarios call otherwise.
@Suite struct FieldWordTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private static let epidemic = """
        graph: {ring: {nodes: 10}}
        model: {sir: {infection: 1, recovery: 1, initial: {infected: 0.1}}}
        integrate: {method: event-driven, until: 2}

        """

    @Test(
        "A word of the field is understood",
        arguments: [
            (epidemic, "infection:", "beta:", "infection"), (epidemic, "recovery:", "gamma:", "recovery"),
            (epidemic, "event-driven", "gillespie", "event-driven"), (epidemic, "event-driven", "ssa", "event-driven"),
            (epidemic, "nodes:", "n:", "nodes"), (epidemic, "until:", "t-max:", "until"),
            (epidemic, "sir:", "contact-process:", "sis"), (epidemic, "sir:", "cellular-automaton:", "elementary"),
            (epidemic, "ring: {nodes: 10}", "erdos-renyi: {nodes: 10, p: 0.1}", "probability"),
            (epidemic, "ring: {nodes: 10}", "barabasi-albert: {nodes: 10, m: 2}", "edges-per-node"),
            (ScenarioFolder.particles, "step:", "dt:", "step"),
            (ScenarioFolder.particles, "step:", "timestep:", "step"),
            (ScenarioFolder.particles, "leapfrog", "verlet", "leapfrog"),
            (ScenarioFolder.particles, "leapfrog", "nve", "leapfrog"),
            (ScenarioFolder.particles, "leapfrog", "NVT", "nose-hoover"),
            (ScenarioFolder.particles, "constant:", "G:", "constant"),
            (ScenarioFolder.network, "coupling:", "K:", "coupling"),
        ])
    func suggestions(text: String, old: String, new: String, meant: String) throws {
        let changed = text.replacingOccurrences(of: old, with: new)
        try #require(changed != text)
        let problems = try #require(try folder.problems(changed))
        #expect(problems.contains("did you mean '\(meant)'?"), "\(problems)")
    }

    @Test("Where a word is something else than what is suggested, it is said how the one follows from the other")
    func conversions() throws {
        let ising = """
            graph: {ring: {nodes: 10}}
            model: {ising: {Beta: 0.5}}
            integrate: {method: metropolis, until: 2}

            """
        #expect(try folder.problems(ising)?.contains("did you mean 'temperature', which is 1/beta?\n") == true)
        let steps = Self.epidemic.replacingOccurrences(of: "until", with: "n_steps")
        #expect(
            try folder.problems(steps)?.contains(
                "did you mean 'until', which is a time: the number of steps times 'step'?\n") == true)
    }

    @Test("A word is only suggested where it may stand")
    func elsewhere() {
        #expect("beta".nearest(in: ["step", "method"]) == nil)
        #expect("gamma".nearest(in: ["friction", "temperature"]) == "friction")
        #expect("gamma".nearest(in: ["recovery", "infection"]) == "recovery")
        #expect("game".nearest(in: ["name"]) == "name")
    }
}

/// Nothing is told that only follows from something else that is wrong.
@Suite struct FollowingProblemTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func expect(_ count: Int, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let problems = try #require(try folder.problems(text), sourceLocation: sourceLocation)
        let summary = "\(count) error\(count == 1 ? "" : "s")"
        #expect(problems.hasSuffix("\n\(summary)"), "\(problems)", sourceLocation: sourceLocation)
    }

    @Test("of a model that is not known")
    func unknownModel() throws {
        try expect(
            1,
            """
            graph: {ring: {nodes: 10}}
            model: {cellular-automaton: {number: 30}}
            integrate: {method: synchronous, until: 10}
            observe: [{nodes: all, fields: [state]}, {quantity: population}]
            intervene: [{set: {node: 3, state: 1}}]

            """)
        // What does not depend on the model is told all the same.
        try expect(
            4,
            """
            graph: {ring: {nodes: 0}}
            model: {cellular-automaton: {number: 30}}
            integrate: {method: synchronously, until: -10}

            """)
    }

    @Test("of a quantity whose definition is refused")
    func refusedQuantity() throws {
        try expect(
            1,
            ScenarioFolder.network + """
                observe:
                  - quantity: {name: total, sum: phas}
                  - {statistics: {of: total^2}, every: 1}
                stop: [{when: {if: total > 3}}]

                """)
    }

    @Test(
        "of a comma that ends an expression between brackets",
        arguments: [
            "observe: [{quantity: {mean: hypot(phase, 1)}}]", "stop: [{when: {if: max(time, 1) > 2}}]",
            "observe: [{quantities: [hypot(time, 1)]}]",
        ])
    func comma(block: String) throws {
        let problems = try #require(try folder.problems(ScenarioFolder.network + block + "\n"))
        #expect(problems.contains("error: a comma ends the expression here"))
        #expect(problems.contains("expected: the expression in quotes"))
        #expect(!problems.contains("unknown key"))
        #expect(!problems.contains("parenthesis"))
    }

    @Test func otherParentheses() throws {
        let problems = try folder.problems(ScenarioFolder.network + "stop: [{when: {if: (time > 2}}]\n")
        #expect(problems?.contains("this parenthesis is not closed: ')' is missing") == true)
    }
}
