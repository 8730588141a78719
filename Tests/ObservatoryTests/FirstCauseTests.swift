import Foundation
import TestSupport
import Testing

/// With which change a condition came to hold, as the program tells it of models whose changes have causes.
@Suite(.waitsForPrograms) struct FirstCauseTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    struct Question: CustomTestStringConvertible {
        let model: String
        let method: String
        let condition: String

        /// The names of the states, in the order of their numbers.
        let states: [String]

        /// Tests the condition for the states of all nodes.
        let holds: @Sendable ([String]) -> Bool

        var testDescription: String { "\(method): \(condition)" }
    }

    static let questions: [Question] = {
        let mean = { @Sendable (states: [String]) in Double(states.count { $0 == "1" }) / Double(states.count) }
        let transitions = """
            {transitions: {states: [S, I, R], transitions: [{from: S, to: I, rate: "4 * count(neighbours, I) / degree"}, \
            {from: I, to: R, after: {gamma: {shape: 3, scale: 1}}}], initial: {I: 0.05}}}
            """
        return [
            Question(model: "{voter: {}}", method: "sweeps", condition: "mean-state > 0.6", states: ["0", "1"]) {
                mean($0) > 0.6
            },
            Question(model: "{sznajd: {}}", method: "sweeps", condition: "mean-state > 0.6", states: ["0", "1"]) {
                mean($0) > 0.6
            },
            Question(
                model: "{sir: {infection: 1, recovery: 0.5, initial: {infected: 0.05}}}", method: "tau-leaping",
                condition: "infected > 12", states: ["susceptible", "infected", "recovered"]
            ) { states in states.count { $0 == "infected" } > 12 },
            Question(
                model: transitions, method: "event-driven", condition: "I > 12", states: ["S", "I", "R"]
            ) { states in states.count { $0 == "I" } > 12 },
        ]
    }()

    @Test(
        "It is the change by which the condition holds where all changes are made one after the other",
        arguments: questions)
    func firstChange(of question: Question) throws {
        try place.directory.write(
            """
            seed: 3
            graph: {watts-strogatz: {nodes: 40, neighbours: 4, rewiring: 0.1}}
            model: \(question.model)
            integrate: {method: \(question.method), until: 40}
            observe: [{causes: all}, {nodes: all, every: 40, name: states}]

            """, to: "opinions.yml")
        let run = try place.observatory("run", "opinions.yml", "--output", "run")
        #expect(run.status == 0, "\(run.errors)")
        let beginning = try CSVColumns(contentsOf: place.directory.path(of: "run/states.csv"))
        let field = try #require(beginning.header.last)
        var states = zip(beginning.texts("time"), beginning.numbers(field)).filter { $0.0 == "0.0" }
            .map { question.states[Int($0.1)] }
        let causes = try CSVColumns(contentsOf: place.directory.path(of: "run/causes.csv"))
        let (times, nodes, new) = (causes.texts("time"), causes.texts("node"), causes.texts("new"))
        let old = causes.texts("old")
        var first: Int?
        for row in times.indices where first == nil {
            let node = try #require(Int(nodes[row]))
            #expect(states[node] == old[row])
            states[node] = new[row]
            // What changes at the same time changes together.
            if row + 1 == times.count || times[row + 1] != times[row], question.holds(states) { first = row }
        }
        let row = try #require(first)
        let outcome = try place.observatory("why", "run", "--first", question.condition)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let time = times[row].hasSuffix(".0") ? String(times[row].dropLast(2)) : times[row]
        #expect(
            outcome.output.hasPrefix("node \(nodes[row]) is \(new[row]) at time \(time):\n  \(time): \(nodes[row]) "),
            "\(outcome.output)")
    }
}
