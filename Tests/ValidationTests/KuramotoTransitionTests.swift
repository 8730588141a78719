import Foundation
import GSL
import Networks
import ScenarioFiles
import SimulationEngine
import TestSupport
import Testing

/// The onset of synchronisation in a mean field with frequencies of a Lorentz distribution of half width γ: r = √(1 − K_c/K)
/// with K_c = 2γ.
///
/// S. H. Strogatz, Physica D 143 (2000) 1, DOI 10.1016/S0167-2789(00)00094-4.
@Suite struct KuramotoTransitionTests {
    /// Quantiles leave no chance in the frequencies; what is left of finite size is of the order of 1/√n = 0.03 and averaged
    /// over time.
    @Test("the order parameter is that of the closed form", arguments: [0.6, 1.3, 2, 4])
    func orderParameter(_ coupling: Double) throws {
        let count = 1000
        let distribution = Distribution.cauchy(location: 0.3, scale: 0.5)
        let frequencies = (0..<count).map { distribution.quantile((Double($0) + 0.5) / Double(count)) }
        let streams = try RandomStreams(seed: 3)
        let model = try KuramotoModel(
            graph: Graph(vertexCount: count, edges: []), coupling: coupling, reach: .meanField,
            frequencies: frequencies,
            phases: streams.numbers(from: .uniform(lower: 0, upper: 3), for: .initialState, nodeCount: count))
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.2)
        try simulation.run(until: 30)
        var sum = 0.0
        for _ in 0..<50 {
            try simulation.run(steps: 1)
            sum += simulation.quantities.orderParameter.value
        }
        let expected = max(0, 1 - 1 / coupling).squareRoot()
        #expect(abs(sum / 50 - expected) < (coupling < 1 ? 0.05 : 0.02), "\(sum / 50)")
    }

    /// With a phase lag α the mean field obeys dr/dt = −γ r + K cos α / 2 · r (1 − r²), whose fixed point is
    /// r = √(1 − 2γ / (K cos α)): E. Ott and T. M. Antonsen, Chaos 18 (2008) 037113, DOI 10.1063/1.2930766.
    @Test("a phase lag weakens the coupling by its cosine")
    func phaseLag() throws {
        let count = 1000
        let distribution = Distribution.cauchy(location: 0, scale: 0.5)
        let model = try KuramotoModel(
            graph: Graph(vertexCount: count, edges: []), coupling: 3, reach: .meanField, phaseLag: 0.7,
            frequencies: (0..<count).map { distribution.quantile((Double($0) + 0.5) / Double(count)) },
            phases: [Double](repeating: 0, count: count))
        let simulation = try Simulation(model, integrator: RungeKutta4(), step: 0.2)
        try simulation.run(until: 30)
        var sum = 0.0
        for _ in 0..<50 {
            try simulation.run(steps: 1)
            sum += simulation.quantities.orderParameter.value
        }
        #expect(abs(sum / 50 - (1 - 1 / (3 * cos(0.7))).squareRoot()) < 0.02, "\(sum / 50)")
    }

    /// The scenario with a tenth of its nodes, at the end of each coupling.
    @Test("the scenario shows the transition")
    func scenario() throws {
        let folder = try TemporaryDirectory()
        let scenario = try Scenario(
            contentsOf: packageFolder + "/Scenarios/kuramoto-transition.yml",
            overrides: ["graph.isolated.nodes=1000", "integrate.step=0.25"].map { Override($0) })
        let results = try ResultDirectory(creating: folder.path(of: "results"))
        try scenario.run(in: results)
        let table = try String(contentsOfFile: results.path + "/order-parameter.csv", encoding: .utf8)
        let values = table.split(separator: "\n").dropFirst().map { Double($0.split(separator: ",")[1]) ?? .nan }
        for (coupling, end) in [(1.25, 120), (1.5, 180), (2, 220), (2.5, 260), (3, 300)] {
            let last = values[(2 * end - 20)..<(2 * end)]
            let mean = last.reduce(0, +) / 20
            #expect(abs(mean - (1 - 1 / coupling).squareRoot()) < 0.04, "\(coupling): \(mean)")
        }
        #expect(values[20..<40].allSatisfy { $0 < 0.2 })
    }
}
