import Foundation
import Networks
import SimulationEngine
import Testing

/// Identical oscillators with noise in a mean field.
@Suite struct NoisyKuramotoTests {
    /// The stationary density of phases is proportional to exp(K r cos θ / D) with D = σ²/2, so that r = I₁(K r/D) / I₀(K r/D).
    ///
    /// Y. Kuramoto, *Chemical Oscillations, Waves, and Turbulence*, Springer 1984, section 5.4, DOI 10.1007/978-3-642-69689-3.
    static func expected(coupling: Double, noise: Double) -> Double {
        var r = 0.9
        for _ in 0..<60 {
            let angles = (0..<400).map { 2 * Double.pi * Double($0) / 400 }
            let weights = angles.map { exp(coupling * r * cos($0) / (noise * noise / 2)) }
            r = zip(angles, weights).reduce(0) { $0 + cos($1.0) * $1.1 } / weights.reduce(0, +)
        }
        return r
    }

    /// The order parameter of 1500 oscillators deviates by less than 1/√1500 = 0.026 at a time; its mean over ten units of time, by
    /// about a third of that. The error of a step is of the order of its length times K, 0.02.
    @Test("the order parameter is that of the stationary density", arguments: [2.0, 4])
    func orderParameter(_ coupling: Double) throws {
        let count = 1500
        let model = try KuramotoModel(
            graph: Graph(vertexCount: count, edges: []), coupling: coupling, reach: .meanField,
            frequencies: [Double](repeating: 0, count: count), phases: [Double](repeating: 0, count: count), noise: 1)
        let simulation = try Simulation(
            model, integrator: StochasticHeun(streams: RandomStreams(seed: 7)), step: 0.05)
        try simulation.run(until: 6)
        var sum = 0.0
        for _ in 0..<200 {
            try simulation.run(steps: 1)
            sum += simulation.quantities.orderParameter.value
        }
        #expect(abs(sum / 200 - Self.expected(coupling: coupling, noise: 1)) < 0.03, "\(sum / 200)")
    }

    @Test("negative noise is refused")
    func refusal() throws {
        #expect(throws: NetworkModelError.invalidRate("noise", value: -1)) {
            _ = try KuramotoModel(
                graph: Graph(vertexCount: 1, edges: []), coupling: 1, frequencies: [0], phases: [0], noise: -1)
        }
    }
}
