import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Conditions on numbers that are not a number, such as the order parameter of no oscillators.
@Suite struct UnknownConditionTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    /// Four oscillators, which all go at time 1; steps of 0.5 until 2.
    private static let vanishing = """
        graph: {ring: {nodes: 4}}
        model: {kuramoto: {coupling: 1, frequency: 1, phase: 0}}
        integrate: {method: runge-kutta-4, step: 0.5, until: 2}
        intervene: [{when: {at: 1}, remove-nodes: all}]

        """

    @Test(
        "No condition on them holds, nor its opposite",
        arguments: [
            ("if: order-parameter < 2", 3), ("if: not order-parameter < 2", 0), ("if: order-parameter != 7", 3),
            ("if: order-parameter < 2 or not order-parameter < 2", 3), ("not: {if: order-parameter > 2}", 3),
            ("not: {if: order-parameter < 2}", 0), ("not: {any: [{if: order-parameter > 2}, {at: 0}]}", 2),
            ("not: {all: [{if: order-parameter > 2}, {every: 0.5}]}", 3),
            ("all: [{not: {if: order-parameter > 2}}]", 3),
            ("not: {not: {if: order-parameter < 2}}", 3), ("if: order-parameter < 2 or time >= 0", 5),
            ("changed: {of: order-parameter, by: 0.5}", 1),
        ])
    func schedules(rule: String, count: Int) throws {
        let results = try folder.run(
            Self.vanishing + "observe: [{quantity: {name: there, count: all}, when: {\(rule)}}]\n")
        #expect(try results.column(0, of: "there.csv").count == count)
    }

    @Test("Nothing is done because of them")
    func interventions() throws {
        let second = "{set: {nodes: all, phase: 9}, when: {if: not order-parameter < 2}}"
        let text = Self.vanishing.replacing("remove-nodes: all}", with: "remove-nodes: all}, \(second)")
        let results = try folder.run(text + "observe: [{interventions: all}]\n")
        #expect(try Set(results.column(2, of: "interventions.csv")) == ["remove-nodes"])
    }
}
