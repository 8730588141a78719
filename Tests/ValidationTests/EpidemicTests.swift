import Foundation
import Networks
import SimulationEngine
import Testing

/// Epidemics on large graphs against theory.
@Suite struct EpidemicTests {
    /// The part of a configuration model that is never infected is (1 − ρ) G₀(θ), where θ, the probability that an edge
    /// never transmits to a vertex, solves θ = 1 − T + T (1 − ρ) G₁(θ) with the transmissibility T = τ / (τ + γ), the part ρ
    /// infected at the beginning, and the generating functions of degrees and excess degrees.
    ///
    /// M. E. J. Newman, Physical Review E 66 (2002) 016128, DOI 10.1103/PhysRevE.66.016128; that it holds for the size of
    /// epidemics with random durations, too: E. Kenah and J. M. Robins, Physical Review E 76 (2007) 036113,
    /// DOI 10.1103/PhysRevE.76.036113.
    private func finalSize(degrees: [Int], transmissibility: Double, initial: Double) -> Double {
        let ends = Double(degrees.reduce(0, +))
        let kinds = Set(degrees).sorted().map { degree in (Double(degree), Double(degrees.count { $0 == degree })) }
        var theta = 0.5
        for _ in 0..<1000 {
            let excess = kinds.reduce(0) { $0 + $1.1 * $1.0 * pow(theta, $1.0 - 1) } / ends
            theta = 1 - transmissibility + transmissibility * (1 - initial) * excess
        }
        let untouched = kinds.reduce(0) { $0 + $1.1 * pow(theta, $1.0) } / Double(degrees.count)
        return 1 - (1 - initial) * untouched
    }

    /// The mean of 12 runs is within four of its standard errors, which chance exceeds with a probability of 0.002.
    @Test("the final size of SIR is that of Newman's generating functions", arguments: [0.7, 2])
    func finalSize(_ infection: Double) throws {
        let count = 3000
        let degrees = (0..<count).map { [1, 2, 5, 8][$0 % 4] }
        let expected = finalSize(degrees: degrees, transmissibility: infection / (infection + 1), initial: 0.02)
        let sizes = try (0..<12 as Range<UInt64>).map { seed in
            let streams = try RandomStreams(seed: seed)
            let graph = try Graph.configuration(degrees: degrees, simple: true, from: streams)
            typealias Model = CompartmentModel<SIRCompartment>
            let states = try Model.initialStates([(.infected, count / 50)], vertexCount: count, from: streams)
            let model = try Model(
                graph: graph, transitions: .sir(infection: infection, recovery: 1), states: states)
            try EventDrivenIntegrator(streams: streams).advance(model, from: 0, to: 1000)
            #expect(model.count(of: .infected) == 0)
            return Double(model.count(of: .recovered)) / Double(count)
        }
        let mean = sizes.reduce(0, +) / 12
        let variance = sizes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 11
        #expect(expected > 0.3 && expected < 0.95)
        #expect(abs(mean - expected) < 4 * (variance / 12).squareRoot())
    }

    /// The greatest eigenvalue of the adjacency matrix, by power iteration.
    private func spectralRadius(of graph: Graph) -> Double {
        var vector = [Double](repeating: 1, count: graph.vertexCount)
        var radius = 0.0
        for _ in 0..<100 {
            // The identity is added so that bipartite graphs converge, too.
            var next = (0..<graph.vertexCount).map { vertex in
                graph.neighbours(of: vertex).reduce(vector[vertex]) { $0 + vector[Int($1)] }
            }
            let norm = next.reduce(0) { $0 + $1 * $1 }.squareRoot()
            for index in next.indices { next[index] /= norm }
            radius = norm - 1
            vector = next
        }
        return radius
    }

    /// The expected number of infected vertices is at most √n √I₀ exp((τ λ₁ − γ) t), so that below the threshold τ/γ = 1/λ₁
    /// the infection is gone at time 100 except with a probability of 500 exp(−25) < 10⁻⁸; well above it stays.
    ///
    /// P. Van Mieghem, J. Omic and R. Kooij, *Virus spread in networks*, IEEE/ACM Transactions on Networking 17 (2009) 1,
    /// DOI 10.1109/TNET.2008.925623.
    @Test("the threshold of SIS is near the inverse of the greatest eigenvalue", arguments: [0.75, 2.5])
    func threshold(_ factor: Double) throws {
        let streams = try RandomStreams(seed: 6)
        let graph = try Graph.barabasiAlbert(nodes: 500, edgesPerNode: 4, from: streams)
        let rate = factor / spectralRadius(of: graph)
        let model = try CompartmentModel(
            graph: graph, transitions: .sis(infection: rate, recovery: 1),
            states: [SICompartment](repeating: .infected, count: 500))
        try EventDrivenIntegrator(streams: streams).advance(model, from: 0, to: 100)
        if factor < 1 {
            #expect(model.count(of: .infected) == 0)
        } else {
            #expect(model.count(of: .infected) > 50)
        }
    }
}
