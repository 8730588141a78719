import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Messages about `transitions` that say all that is wrong, each at its place.
@Suite struct TransitionFaultTests {
    /// A scenario, whose transitions begin in line 5.
    private func text(
        _ transitions: String, initial: String = "{I: [1, 2]}", more: [String] = [], rest: String = "",
        graph: String = "ring: {nodes: 5}"
    ) -> String {
        let lines =
            ["states: [S, I]", "transitions:"] + transitions.split(separator: "\n").map { "  \($0)" }
            + ["initial: \(initial)"] + more
        return """
            graph: {\(graph)}
            model:
              transitions:
                \(lines.joined(separator: "\n    "))
            integrate: {method: event-driven, until: 1}
            observe: [{quantity: I, every: 1}]
            \(rest)

            """
    }

    private func problems(_ text: String) throws -> String? { try ScenarioFolder().problems(text) }

    @Test("all that is wrong in a list of transitions and in its neighbours is told at once")
    func all() throws {
        let written = """
            - {from: S, to: X, rate: foo}
            - {from: Y, to: Z, after: 2}
            - {from: S, to: S, rate: 2}
            - {from: S, to: I, rate: 1 + time}
            - {from: S, to: I, rate: 1 > 2}
            """
        let told = try #require(try problems(text(written, more: ["rewire: {from: Q, rate: 1}"])))
        for (place, message) in [
            ("6:23", "'X' is none of the states S, I"), ("6:32", "there is no 'foo'"),
            ("7:16", "'Y' is none of the states S, I"), ("7:23", "'Z' is none of the states S, I"),
            ("8:23", "a transition leads from 'S' to itself"), ("9:32", "the rate '1 + time' depends on 'time'"),
            ("10:32", "the rate '1 > 2' is a condition"), ("12:20", "there is no 'Q'"),
        ] {
            #expect(told.contains("test.yml:\(place): error: \(message)"), "\(told)")
        }
        #expect(told.hasSuffix("8 errors"), "\(told)")
    }

    @Test("states that cannot be are told where they are written")
    func states() throws {
        let wrong = text("- {from: S, to: I, rate: 1}").replacing("states: [S, I]", with: "states: [S, S, I]")
        let told = try #require(try problems(wrong))
        #expect(told.contains("test.yml:4:13: error: the states are S, S, I") && told.hasSuffix("1 error"), "\(told)")
    }

    @Test("rates that are impossible everywhere are told at their formulas, all of them")
    func constants() throws {
        let written = "- {from: S, to: I, rate: -1}\n- {from: I, to: S, rate: 2 - down}"
        let more = ["parameters: {down: 5}", "rewire: [{rate: 1}, {rate: 0 / 0}]"]
        let told = try #require(try problems(text(written, more: more)))
        for (place, message) in [
            ("6:32", "the rate from 'S' to 'I' is -1, but must be finite and 0 or greater"),
            ("7:32", "the rate from 'I' to 'S' is -3, but must be finite and 0 or greater"),
            ("10:32", "the rate at which each edge is rewired is nan, but must be"),
        ] {
            #expect(told.contains("test.yml:\(place): error: \(message)"), "\(told)")
        }
        #expect(told.hasSuffix("3 errors"), "\(told)")
    }

    /// In the ring of 5 nodes, of which 1 and 2 are infected, nodes 0 and 3 have one infected neighbour, as 1 and 2 have.
    @Test(
        "rates that are impossible at the beginning are told with the node, its state and its degree",
        arguments: [
            ("a", "the rate from 'S' to 'I' is -2 for node 3, of degree 2 in state 'S', but"),
            ("degree - 3", "the rate from 'S' to 'I' is -1 for node 0, of degree 2 in state 'S', but"),
            (
                "1 / (1 - count(neighbours, I))",
                "the rate from 'S' to 'I' is inf for node 0, of degree 2 in state 'S' with 1 neighbour in 'I', but"
            ),
            // Nobody is there, but somebody may come there.
            (
                "4 - 3 * count(neighbours, I)",
                "the rate from 'S' to 'I' is -2 for a node of degree 2 in state 'S' with 2 neighbours in 'I', but"
            ),
        ])
    func beginning(rate: String, message: String) throws {
        let more = rate == "a" ? ["parameters: {a: [1, -1, 2, -2, 4]}"] : []
        let written = "- {from: S, to: I, rate: \"\(rate)\"}\n- {from: I, to: S, rate: 1}"
        let told = try #require(try problems(text(written, more: more)))
        #expect(told.contains("test.yml:6:32: error: \(message)") && told.hasSuffix("1 error"), "\(told)")
    }

    @Test("impossible rates of several transitions, and of rewirings, are told at once")
    func several() throws {
        let written = "- {from: S, to: I, rate: \"1 - degree\"}\n- {from: I, to: S, rate: \"1 / (degree - 2)\"}"
        let told = try #require(try problems(text(written, more: ["rewire: {if: state == S, rate: 1 - degree}"])))
        for (place, message) in [
            ("6:32", "is -1 for node 0, of degree 2 in state 'S'"),
            ("7:32", "is inf for node 1, of degree 2 in state 'I'"),
            ("9:36", "the rate at which node 0, of degree 2 in state 'S', rewires each edge is -1"),
        ] {
            #expect(told.contains("test.yml:\(place): error:"), "\(told)")
            #expect(told.contains(message), "\(told)")
        }
        #expect(told.hasSuffix("3 errors"), "\(told)")
    }

    @Test("what an intervention may mend before the first step is not told before")
    func mended() throws {
        let written = "- {from: S, to: I, rate: a}\n- {from: I, to: S, rate: 1}"
        let impossible = text(written, more: ["parameters: {a: [1, 1, 1, -1, 1]}"])
        #expect(try problems(impossible) != nil)
        let mended = impossible + "intervene: [{set: {node: 3, compartment: 1}, when: start}]\n"
        #expect(try problems(mended) == nil)
        let late = impossible + "intervene: [{set: {node: 3, compartment: 1}, when: {at: 1}}]\n"
        #expect(try problems(late) != nil)
    }

    @Test("a rate that is possible at the beginning is left alone, whoever might come there later")
    func possible() throws {
        let written = "- {from: S, to: I, rate: a}\n- {from: I, to: S, rate: 1}"
        #expect(try problems(text(written, more: ["parameters: {a: [1, -1, -1, 2, 4]}"])) == nil)
    }
}
