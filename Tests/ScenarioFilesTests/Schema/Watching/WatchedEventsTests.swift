import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// What is watched of epidemics follows from their events alone.
@Suite struct WatchedEventsTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private static let models = [
        "sir: {infection: 0.5, recovery: 1, initial: {infected: 0.04}}",
        "sis: {infection: 0.4, recovery: 1, initial: {infected: 0.04}}",
        "sirs: {infection: 0.5, recovery: 1, waning: 0.5, initial: {infected: 0.04}}",
    ]

    private static let tables = ["count", "sum", "field", "first-passages", "members", "clock"]

    private func run(
        _ model: String, method: String, seed: Int, grid: String = "", others: String = "", to name: String
    ) throws -> [String] {
        let text = """
            seed: \(seed)
            graph: {barabasi-albert: {nodes: 150, edges-per-node: 3}}
            model: {\(model)}
            integrate: {\(method), until: 6\(grid)}
            observe:
              - {crossing: {of: infected, above: 40}, name: count}
              - {crossing: {of: 2 * infected - susceptible, above: 10}, name: sum}
              - {crossing: {of: infected - 10 * time, above: 5, hysteresis: 1}, name: clock}
              - {crossing: {of: {field: compartment, nodes: all}, above: 1}, name: field}
              - {first-passages: {of: compartment, above: 1}}
              - {changes: {nodes: {where: compartment == 1}, memberships-only: true}, name: members}
            \(others)
            intervene: [{crossing: {of: infected, above: 50}, once: true, parameter: {infection: 0.15}}]
            stop: [{crossing: {of: infected, below: 25}}]
            """
        let results = try folder.run(text, to: name)
        return try Self.tables.map { try results.text("\($0).csv") }
    }

    @Test(
        "neither the step nor other observations change a byte of it",
        arguments: models, ["method: event-driven", "method: tau-leaping, accuracy: 0.1"])
    func independence(model: String, method: String) throws {
        var crossings = 0
        for seed in 1...3 {
            let whole = try run(model, method: method, seed: seed, to: "\(seed) whole")
            crossings += whole[0].split(separator: "\n").count - 1
            for (index, (grid, others)) in [
                (", step: 6", ""), (", step: 0.5", "  - {quantities: [infected], every: 0.5}"),
                (", step: 0.01", "  - {nodes: [0, 1], every: 0.7}"), ("", "  - {quantity: infected, every: 0.03}"),
            ].enumerated() {
                let other = try run(
                    model, method: method, seed: seed, grid: grid, others: others, to: "\(seed) \(index)")
                for (name, (first, second)) in zip(Self.tables, zip(whole, other)) {
                    #expect(first == second, "\(name) with '\(grid)' and '\(others)'")
                }
            }
        }
        #expect(crossings > 0)
    }

    @Test("a count that is watched has the times of the events that are recorded")
    func counts() throws {
        let tables = try run(Self.models[1], method: "method: event-driven", seed: 1, to: "counts")
        let rows = { (table: String) in table.split(separator: "\n").dropFirst().map { $0.split(separator: ",") } }
        // At the beginning 4 % of 150 are infected.
        var count = 6
        var expected: [String] = []
        for row in rows(tables[4]) {
            count += row[2] == "joined" ? 1 : -1
            if row[2] == "joined", count == 40 { expected.append(String(row[0])) }
        }
        #expect(rows(tables[0]).map { String($0[0]) } == expected)
        #expect(!expected.isEmpty)
    }
}
