import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Interventions that change the rates of an epidemic.
@Suite struct LockdownTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func text(_ model: String, method: String, _ change: String) -> String {
        """
        seed: 5
        graph: {erdos-renyi: {nodes: 400, probability: 0.02}}
        model: {\(model)}
        integrate: {method: \(method), until: 6}
        observe: [{quantity: susceptible, every: 0.5}, {interventions: all}]
        intervene: [{name: lockdown, when: {at: 2}, parameter: {\(change)}}]
        """
    }

    @Test("a lockdown stops infections at its moment", arguments: ["event-driven", "tau-leaping"])
    func lockdown(method: String) throws {
        for model in [
            "si: {infection: 0.1, initial: {infected: {count: 20}}}",
            "sir: {infection: 0.3, recovery: 1, initial: {infected: {count: 20}}}",
            "seir: {infection: 0.3, onset: 2, recovery: 1, initial: {infected: {count: 20}}}",
        ] {
            let text = text(model, method: method, "infection: 0")
            let results = try folder.run(text, to: "\(model.prefix(4))-\(method)".replacing(":", with: ""))
            let susceptible = try results.column(1, of: "susceptible.csv").compactMap { Double($0) }
            #expect(susceptible[4] < susceptible[0])
            #expect(susceptible[4...].allSatisfy { $0 == susceptible[4] }, "\(susceptible)")
            #expect(try results.text("interventions.csv").contains("2.0,4,lockdown,parameter,infection,"))
            let run = try InterruptedRun(seed: 7) { try folder.scenario(text) }
            #expect(try run.expectSameBytes() == [])
        }
    }

    @Test("a rate that a model does not have is told")
    func unknown() throws {
        let model = "sir: {infection: 1, recovery: 1, initial: {infected: 0.1}}"
        let told = try #require(try folder.problems(text(model, method: "event-driven", "waning: 1")))
        #expect(told.contains("unknown key 'waning' in 'parameter'"), "\(told)")
    }
}
