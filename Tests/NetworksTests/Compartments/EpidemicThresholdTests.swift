import Networks
import SimulationEngine
import Testing

/// The threshold of SIS: infections die out where the ratio τ of the rates of infection and recovery is below 1/λ₁, with the
/// greatest eigenvalue λ₁ of the adjacency matrix (D. Chakrabarti et al., *Epidemic thresholds in real networks*, ACM
/// Transactions on Information and System Security 10 (2008) 1, DOI 10.1145/1284680.1284681).
@Suite struct EpidemicThresholdTests {
    private func infectedAtEnd(_ graph: Graph, ratio: Double, until end: Double) throws -> Int {
        let streams = try RandomStreams(seed: 5)
        let model = try CompartmentModel(
            graph: graph, transitions: .sis(infection: ratio, recovery: 1),
            states: Array(repeating: .infected, count: graph.vertexCount))
        let simulation = try Simulation(
            model, integrator: EventDrivenIntegrator<SICompartment>(streams: streams), step: end)
        try simulation.run(steps: 1)
        return model.count(of: .infected)
    }

    /// From n infected vertices some are left at time t with a probability of at most n exp((τ λ₁ − 1) t) (A. Ganesh,
    /// L. Massoulié and D. Towsley, *The effect of network topology on the spread of epidemics*, INFOCOM 2005, DOI
    /// 10.1109/INFCOM.2005.1498374): 10⁻⁶ here.
    @Test("infections die out below 1/λ₁, on any graph")
    func below() throws {
        for graph in [
            try Graph.barabasiAlbert(nodes: 400, edgesPerNode: 3, from: try RandomStreams(seed: 1)),
            try Graph.randomRegular(nodes: 400, degree: 6, from: try RandomStreams(seed: 2)),
        ] {
            #expect(try infectedAtEnd(graph, ratio: 0.7 / graph.spectralRadius(), until: 66) == 0)
        }
    }

    /// On a random regular graph λ₁ is the degree, and 1.8 times the threshold is far above it: in the pair approximation,
    /// 1 − (k − 1) / (k (τ (k − 1) − 1) + k − 1) = 0.375 of all vertices are infected for k = 6, and the time to extinction
    /// grows exponentially with their number.
    @Test("infections stay above 1/λ₁")
    func above() throws {
        let graph = try Graph.randomRegular(nodes: 400, degree: 6, from: try RandomStreams(seed: 2))
        #expect(abs(try graph.spectralRadius() - 6) < 1e-8)
        #expect(try infectedAtEnd(graph, ratio: 1.8 / 6, until: 66) > 80)
    }
}
