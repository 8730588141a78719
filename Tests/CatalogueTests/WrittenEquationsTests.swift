import Networks
import ScenarioFiles
import ScenarioTestSupport
import Testing

@testable import Catalogue

@Suite("Models as equations")
struct WrittenEquationsTests {
    @Test(
        "what describes a model of differential equations as equations runs, and gives the same",
        arguments: NamedDynamics.all.map { ($0.name, "") } + [("kuramoto", "coupling: 1, frequency: 1")])
    func described(name: String, needed: String) throws {
        let folder = try ScenarioFolder()
        let written = try #require(WrittenEquations.model(named: name))
        let rest = """

            seed: 4
            graph: {ring: {nodes: 5}}
            integrate: {method: runge-kutta-4, step: 0.01, until: 0.1}
            observe: [{nodes: all, when: end}]

            """
        let own = try folder.run(written + rest, to: "own")
        let known = try folder.run("model: {\(name): {\(needed)}}" + rest, to: "known")
        #expect(try ComponentCatalogue.text(of: name).contains("As equations of your own:\n  model:\n    equations:"))
        let (a, b) = (try own.numbers("nodes.csv"), try known.numbers("nodes.csv"))
        #expect(a.count == b.count && !a.isEmpty)
        for (found, expected) in zip(a, b) { #expect(abs(found - expected) <= 1e-12 * max(1, abs(expected))) }
    }
}

extension ScenarioFolder.Results {
    /// All numbers of a table, in their order.
    fileprivate func numbers(_ table: String) throws -> [Double] {
        try text(table).split(separator: "\n").dropFirst().flatMap {
            $0.split(separator: ",").compactMap { Double($0) }
        }
    }
}
