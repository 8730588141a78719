import Catalogue
import Networks
import TestSupport
import Testing

@testable import ScenarioFiles

/// Messages about equations, maps and rules that say what is wrong, and nothing that is not.
@Suite struct EquationFaultTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
        try folder.directory.write("x,y\n0,1\n1,2\n", to: "line.csv")
        try folder.directory.write("x,y\n1,2\n1.0000000000000002,1e300\n", to: "steep.csv")
    }

    private func text(_ keys: String, _ rates: String) -> String {
        """
        seed: 3
        graph: {ring: {nodes: 10}}
        model:
          equations:
            variables: {v: {initial: 1}}
            \(keys)
            rates: {\(rates)}
        integrate: {method: runge-kutta-4, step: 0.01, until: 1}
        observe: [{nodes: all, every: 1}]

        """
    }

    @Test("a function needs two columns, a name of its own, and is told of once")
    func tables() throws {
        let same = text("tables: {g: {file: line.csv, columns: [x, x]}}", "v: g(v)")
        #expect(
            try folder.problems(same)?.contains("test.yml:6:43: error: a function of 'x' needs another column") == true)
        let delayed = text("tables: {delayed: {file: line.csv}}", "v: delayed(v)")
        #expect(try folder.problems(delayed)?.contains("'delayed': this name stands for something else") == true)
        let steep = try #require(try folder.problems(text("tables: {g: {file: steep.csv}}", "v: g(v) - g(2 * v)")))
        #expect(steep.contains("not too near to each other") && steep.contains("1 error"), "\(steep)")
    }

    @Test("a sum over edges in the rate of an edge is told to be one")
    func sums() throws {
        let sum = text("edges: {pull: from.v - v}\n    edge-variables: {w: 1}", "v: pull, edge.w: pull - edge.w")
        let problems = try #require(try folder.problems(sum))
        #expect(problems.contains("test.yml:8:30: error: 'pull' is not known here"), "\(problems)")
        #expect(problems.contains("it is a sum over all edges that lead to a node"), "\(problems)")
    }

    @Test("a map whose numbers grow beyond all bounds is not to take smaller steps")
    func map() throws {
        let map = text("", "v: v^3").replacing("equations", with: "map").replacing("rates", with: "next")
            .replacing("initial: 1", with: "initial: 2")
            .replacing("{method: runge-kutta-4, step: 0.01, until: 1}", with: "{method: synchronous, until: 20}")
        let error = #expect(throws: (any Error).self) { try folder.run(map) }
        let told = String(describing: error)
        #expect(told.contains("grows beyond all bounds") && !told.contains("smaller step"), "\(told)")
    }

    @Test("a rule is said to be moved by sweeps, too")
    func methods() throws {
        let kind = ComponentCatalogue.kind(.updateRules)
        let rule = try #require(kind.components.first { $0.name == "rule" })
        #expect(
            kind.needs(of: rule).prefix(2) == [
                "moved by synchronous", "with another order than at-once moved by sweeps",
            ])
        let life = try #require(kind.components.first { $0.name == "life" })
        #expect(
            kind.needs(of: life).contains("moved by synchronous") && !kind.needs(of: life).joined().contains("order"))
    }
}
