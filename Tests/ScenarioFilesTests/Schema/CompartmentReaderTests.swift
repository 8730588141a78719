import EngineTestSupport
import ScenarioTestSupport
import SimulationEngine
import Testing

@testable import ScenarioFiles

/// The model `compartments:`.
@Suite struct CompartmentReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func text(_ model: String) -> String {
        """
        seed: 3
        graph: {barabasi-albert: {nodes: 200, edges-per-node: 3}}
        model: {\(model)}
        integrate: {method: event-driven, until: 4}

        """
    }

    private static let sir = """
        compartments: {states: [S, I, R], spontaneous: [{from: I, to: R, rate: 1}], \
        contact: [{from: S, to: I, by: I, rate: 0.3}], initial: {I: 0.05}}
        """

    @Test("a table of the scenario's own gives the same numbers as the ready-made one")
    func sir() throws {
        let own = try folder.run(
            text(Self.sir) + "observe: [{quantities: [S, I, R], every: 0.5, name: numbers}]", to: "own")
        let ready = try folder.run(
            text("sir: {infection: 0.3, recovery: 1, initial: {infected: 0.05}}")
                + "observe: [{quantities: [susceptible, infected, recovered], every: 0.5, name: numbers}]", to: "ready")
        for column in 0..<4 {
            #expect(try own.column(column, of: "numbers.csv") == ready.column(column, of: "numbers.csv"))
        }
        #expect(try own.column(3, of: "numbers.csv").last != "0")
    }

    @Test("transitions that stand twice are warned of, each but for the first")
    func repeated() throws {
        func warnings(_ model: String) throws -> Int {
            try folder.scenario(text(model)).warnings.count { $0.message.contains("this transition stands twice") }
        }
        let beginning = "initial: {I: 0.05}}"
        let recovery = "{from: I, to: R, rate: 1}"
        #expect(try warnings(Self.sir) == 0)
        #expect(
            try warnings(
                "compartments: {states: [S, I, R], spontaneous: [\(recovery), {from: I, to: R, rate: 2}, \(recovery)], "
                    + "contact: [{from: S, to: I, by: I, rate: 1}, {from: S, to: I, by: I, rate: 1}], \(beginning)")
                == 2)
        #expect(
            try warnings(
                "transitions: {states: [S, I, R], transitions: [\(recovery), {from: I, to: R, after: 1}, \(recovery), "
                    + "\(recovery)], \(beginning)") == 2)
    }

    @Test("compartments can be used in conditions by their names")
    func conditions() throws {
        let results = try folder.run(
            text(Self.sir) + "observe: [{quantity: I, every: 0.5}]\nstop: [{when: {if: R > I}}]")
        #expect(try results.column(0, of: "I.csv").count < 9)
    }

    @Test("names of compartments stand for their numbers in expressions about nodes, and are settable")
    func namedStates() throws {
        let results = try folder.run(
            text(Self.sir) + """
                observe:
                  - {quantity: I, every: 0.5, name: I}
                  - {quantity: {count: compartment == I, name: counted}, every: 0.5}
                  - {quantity: {sum: "if(compartment == R, 1, 0)", name: gone}, every: 0.5}
                  - {quantity: R, every: 0.5, name: R}
                  - {nodes: {where: compartment == I}, every: 0.5, name: ill}
                  - {nodes: [0], when: end, name: first}
                intervene: [{when: {at: 3.5}, set: {node: 0, compartment: R}}]
                """)
        let ill = try results.column(1, of: "I.csv")
        #expect(try ill == results.column(1, of: "counted.csv"))
        // A sum is no count.
        let gone = try results.column(1, of: "gone.csv").map(Double.init)
        #expect(try gone == results.column(1, of: "R.csv").map(Double.init))
        let sum = ill.compactMap { Double($0) }.reduce(0, +)
        #expect(try results.column(2, of: "ill.csv") == Array(repeating: "1.0", count: Int(sum)))
        #expect(try results.column(2, of: "first.csv") == ["2.0"])
        let unknown = try folder.problems(text(Self.sir) + "observe: [{nodes: {where: compartment == X}}]")
        #expect(unknown?.contains("there is no 'X' that could be used here") == true)
        #expect(unknown?.contains("allowed: compartment, I, R, S,") == true, "\(unknown ?? "")")
    }

    @Test("a value that stands for no state ends the run")
    func impossibleState() throws {
        #expect(throws: SimulationError.impossibleValue(7, field: "compartment", node: 0)) {
            try folder.run(
                text(Self.sir) + "intervene: [{when: {if: time >= 0.5}, set: {node: 0, compartment: 7 + 0 * time}}]")
        }
    }

    @Test(
        "what is wrong is told",
        arguments: [
            ("compartments: {initial: {}}", "missing key 'states' in 'compartments'"),
            ("compartments: {states: [S, S], initial: {}}", "'S' stands twice in the list of compartments"),
            ("compartments: {states: ['2 x'], initial: {}}", "'2 x' cannot be the name of a compartment"),
            ("compartments: {states: [S, I]}", "missing key 'initial' in 'compartments'"),
            ("compartments: {states: [S, I], initial: {J: 1}}", "unknown key 'J' in 'initial'"),
            (
                "compartments: {states: [S, I], spontaneous: [{from: S, to: J, rate: 1}], initial: {}}",
                "'to' cannot be 'J'"
            ),
            (
                "compartments: {states: [S, I], spontaneous: [{from: S, to: S, rate: 1}], initial: {}}",
                "a transition leads from 'S' to itself"
            ),
            (
                "compartments: {states: [S, I], spontaneous: [{from: S, to: I, rate: -1}], initial: {}}",
                "'rate' must be"
            ),
            (
                "compartments: {states: [S, I], contact: [{from: S, to: I, rate: 1}], initial: {}}",
                "missing key 'by'"
            ),
        ])
    func problems(model: String, message: String) throws {
        let problems = try #require(try folder.problems(text(model)))
        #expect(problems.contains(message), "\(problems)")
    }
}
