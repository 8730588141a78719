import EngineTestSupport
import Foundation
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// Scenarios about spins.
@Suite struct IsingReaderTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder()
    }

    private func text(_ model: String, method: String = "metropolis", observe: String = "[]") -> String {
        """
        seed: 3
        graph: {lattice: {sides: [6, 8], periodic: true}}
        model: {ising: {\(model)}}
        integrate: {method: \(method), until: 4}
        observe: \(observe)
        """
    }

    @Test(
        "all methods and orders are read", arguments: ["metropolis", "glauber", "wolff"], ["random", "checkerboard"])
    func methods(method: String, order: String) throws {
        let observe = "[{quantities: [energy, magnetisation], every: 1}, {nodes: [0, 5], fields: [spin], every: 2}]"
        let key = method == "wolff" ? "clusters: 2" : "order: \(order)"
        let model = "temperature: 2, coupling: 0.5, field: 0.1, spins: 0.8, \(key)"
        let results = try folder.run(text(model, method: method, observe: observe))
        #expect(try results.header("quantities.csv") == "time,energy,magnetisation")
        #expect(try results.text("quantities.csv").split(separator: "\n").count == 6)
        let spins = try results.text("nodes.csv").split(separator: "\n").dropFirst()
        #expect(spins.count == 6)
        #expect(spins.allSatisfy { $0.hasSuffix(",1.0") || $0.hasSuffix(",-1.0") })
    }

    @Test(
        "the spins at the beginning",
        arguments: [
            ("up", 1.0...1), ("down", -1.0...(-1)), ("0", -1.0...(-1)), ("0.9", 0.3...1), ("random", -0.6...0.6),
        ])
    func spins(spins: String, range: ClosedRange<Double>) throws {
        let observe = "[{quantity: magnetisation, every: 1}]"
        let results = try folder.run(text("temperature: 1, spins: \(spins)", observe: observe))
        let first = try #require(try results.column(1, of: "magnetisation.csv").first.flatMap { Double($0) })
        #expect(range.contains(first))
    }

    @Test("a field of each vertex, and a temperature that is lowered during the run")
    func fields() throws {
        let model = "temperature: 100, local-field: {normal: {mean: 3, deviation: 0.1}}"
        let text =
            text(model, method: "glauber", observe: "[{quantity: magnetisation, every: 1}]") + """

                intervene: [{when: {every: 1}, parameter: {temperature: 0}}]
                """
        let column = try folder.run(text).column(1, of: "magnetisation.csv")
        #expect(column.last == "1.0")
    }

    @Test("all problems are told at once, with their places")
    func problems() throws {
        let text = """
            graph: {lattice: {sides: [6, 8], periodic: true}}
            model: {ising: {temprature: 1, coupling: x, spins: 2, order: checkered, clusters: 0}}
            integrate: {method: rk4, step: 0.5, until: 2}
            observe: [{quantity: energie, every: 1}]
            """
        let problems = try #require(try folder.problems(text))
        for message in [
            "unknown key 'temprature' in 'ising'", "'coupling' must be a number", "'spins' must be between 0 and 1",
            "'order' cannot be 'checkered'", "'clusters' must be between 1 and 1000000", "'method' cannot be 'rk4'",
            "allowed: metropolis, glauber, wolff", "'quantity' cannot be 'energie'",
            "did you mean 'temperature'?",
        ] {
            #expect(problems.contains(message), "\(message) is not in \(problems)")
        }
    }

    @Test(
        "what a method cannot do is told",
        arguments: [
            ("integrate.step=0.5", "'step' must be a whole number for 'metropolis', whose time counts sweeps"),
            ("integrate.tolerance=1e-6", "'tolerance' has no meaning for 'metropolis', which counts sweeps"),
            ("model.ising.temperature=-1", "'temperature' must be 0 or greater"),
            ("integrate.until=2.5", "'until' must be a whole number of steps, each 1 long"),
            ("graph.lattice.sides=[5, 6]", "have no checkerboard order: update them in random or sequential order"),
        ])
    func methodProblems(change: String, message: String) throws {
        let problems = try folder.problems(text("temperature: 1, order: checkerboard"), set: [change])
        #expect(problems?.contains(message) == true, "\(problems ?? "none")")
    }

    /// Four standard errors of the mean of 20 parts, which chance exceeds with a probability of 0.0008; the energy of a
    /// torus of 16 x 16 is Kaufman's −1.45306.
    @Test("the scenario that is shipped, on a smaller torus")
    func shipped() throws {
        let path = packageFolder + "/Scenarios/ising.yml"
        let changes = ["graph.lattice.sides=[16, 16]", "integrate.until=20000"]
        let scenario = try Scenario(contentsOf: path, overrides: changes.map { Override($0) })
        let results = try ResultDirectory(creating: folder.directory.path(of: "ising"))
        try scenario.run(in: results)
        let energies = try CSVColumns(contentsOf: results.path + "/critical-point.csv").numbers("energy").dropFirst()
        #expect(energies.count == 1000)
        let parts = (0..<20).map { part in energies.dropFirst(50 * part).prefix(50).reduce(0, +) / 50 }
        let mean = parts.reduce(0, +) / 20
        let variance = parts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 19
        #expect(abs(mean + 1.45306) < 4 * (variance / 20).squareRoot())
        #expect(variance < 0.001)
    }
}
