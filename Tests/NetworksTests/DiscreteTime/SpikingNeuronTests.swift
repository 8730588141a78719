import Networks
import SimulationEngine
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Integrate-and-fire neurons against closed forms.
@Suite struct SpikingNeuronTests {
    private func run(_ neurons: SpikingNeurons, steps: Int) throws {
        try RuleSteps(streams: RandomStreams(seed: 0), threads: 2).advance(neurons, from: 0, to: Double(steps))
    }

    /// A period is t_ref + τ ln(I / (I − 1)), rounded up to whole steps.
    @Test("the rate of firing under a constant input")
    func rate() throws {
        var parameters = SpikingNeurons.Parameters()
        parameters.refractorySteps = 20
        let inputs = [1.05, 1.5, 3, 0.99]
        let neurons = try SpikingNeurons(
            graph: Graph(vertexCount: 4, edges: [(Int, Int)]()), parameters: parameters, inputs: inputs,
            voltages: [0, 0, 0, 0])
        try run(neurons, steps: 10_000)
        for neuron in 0..<3 {
            let steps = 20 + Int((10 / 0.1 * log(inputs[neuron] / (inputs[neuron] - 1))).rounded(.up))
            // The first one comes without the refractory time before it.
            #expect(neurons.spikeCount(of: neuron) == (10_000 + 20) / steps)
        }
        #expect(neurons.spikeCount(of: 3) == 0)
        #expect(abs(neurons.nodeState(at: 3) - 0.99) < 1e-12)
    }

    @Test("between spikes the voltage relaxes exponentially")
    func relaxation() throws {
        let neurons = try SpikingNeurons(
            graph: Graph(vertexCount: 1, edges: [(Int, Int)]()), parameters: .init(), inputs: [0.2], voltages: [0.9])
        try run(neurons, steps: 70)
        #expect(abs(neurons.nodeState(at: 0) - (0.2 + 0.7 * exp(-0.7))) < 1e-12)
    }

    /// A ring of neurons without input, each of which is made to fire by its predecessor alone: a spike goes round, and is
    /// back after as many delays as there are neurons.
    @Test("a spike goes round a ring, a delay a neuron", arguments: [1, 2, 7])
    func delays(delay: Int) throws {
        var parameters = SpikingNeurons.Parameters()
        parameters.delaySteps = delay
        parameters.synapse = 1.5
        let graph = try Graph(vertexCount: 5, edges: (0..<5).map { ($0, ($0 + 1) % 5) }, isDirected: true)
        let neurons = try SpikingNeurons(
            graph: graph, parameters: parameters, inputs: [Double](repeating: 0, count: 5), voltages: [2, 0, 0, 0, 0])
        // Neuron 0 fires in step 1, neuron k in step 1 + k delay.
        try run(neurons, steps: 4 * delay)
        #expect((0..<5).map { neurons.spikeCount(of: $0) } == [1, 1, 1, 1, 0])
        let again = try SpikingNeurons(
            graph: graph, parameters: parameters, inputs: [Double](repeating: 0, count: 5), voltages: [2, 0, 0, 0, 0])
        try run(again, steps: 10 * delay + 1)
        #expect((0..<5).map { again.spikeCount(of: $0) } == [3, 2, 2, 2, 2])
    }

    @Test("what cannot be is told")
    func errors() throws {
        let ring = try Graph.ring(nodes: 3)
        var parameters = SpikingNeurons.Parameters()
        parameters.delaySteps = 0
        #expect(throws: MonteCarloError.outOfRange("the delay in steps", value: 0, lowest: 1, greatest: 1e6)) {
            try SpikingNeurons(graph: ring, parameters: parameters, inputs: [0, 0, 0], voltages: [0, 0, 0])
        }
        #expect(throws: MonteCarloError.wrongCount(of: "inputs", count: 2, vertexCount: 3)) {
            try SpikingNeurons(graph: ring, parameters: .init(), inputs: [0, 0], voltages: [0, 0, 0])
        }
        #expect(throws: MonteCarloError.notFinite("a voltage", value: .infinity)) {
            try SpikingNeurons(graph: ring, parameters: .init(), inputs: [0, 0, 0], voltages: [0, 0, .infinity])
        }
    }
}
