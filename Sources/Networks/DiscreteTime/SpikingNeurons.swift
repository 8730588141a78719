import CMath
import Descriptions
import SimulationEngine

/// Leaky integrate-and-fire neurons in steps of a given length Δt:
///
///     V ← I + (V − I) exp(−Δt / τ) + J Σ w
///
/// with the membrane's time constant τ, an input *I* in units of voltage, a synaptic strength *J*, and the weights *w* (1 unless
/// edges have any) of the edges from neurons that fired a delay ago. A neuron whose voltage reaches the threshold fires and is
/// reset to 0, where it stays for the refractory time. A neuron that nobody excites and whose input is greater than the
/// threshold fires with the period t_ref + τ ln(I / (I − threshold)), rounded up to whole steps.
///
/// Nodes are neurons, their states voltages. Time counts steps. The model belongs to one ``RuleSteps``.
///
/// A. N. Burkitt, *A review of the integrate-and-fire neuron model*, Biological Cybernetics 95 (2006) 1,
/// DOI 10.1007/s00422-006-0068-6.
///
/// Memory: 36 bytes a neuron and 1 byte more for each step of the delay, besides the graph.
public final class SpikingNeurons: SynchronousRule, NamedRule {
    /// As scenarios name it.
    package static let component = Component<RuleMaking<SpikingNeurons>>(
        "integrate-and-fire", "leaky integrate-and-fire neurons",
        equation: "V ← I + (V − I) exp(−Δt / τ) + J Σ w",
        synonyms: ["LIF"],
        references: [
            Reference(
                "A. N. Burkitt", "A review of the integrate-and-fire neuron model", "Biological Cybernetics", "95",
                page: "1", year: 2006, doi: "10.1007/s00422-006-0068-6")
        ],
        Parameter(nodes: "input", "the input of each neuron, in units of voltage")
            .example(.drawn(.uniform(lower: 0.9, upper: 1.3))),
        Parameter(nodes: "voltage", "the voltage of each neuron at the beginning", default: .constant(0)),
        Parameter("time-step", "the time that a step stands for", .positive, default: defaults.timeStep),
        Parameter("time-constant", "the time constant τ", .positive, default: defaults.timeConstant),
        Parameter("threshold", "the voltage at which a neuron fires", .positive, default: defaults.threshold),
        Parameter(
            "synapse", "by how much a spike changes the voltage of others, times the weight of the edge",
            default: defaults.synapse),
        Parameter(
            "refractory-steps", "for how many steps a neuron rests after it has fired", in: 0...1_000_000_000,
            default: defaults.refractorySteps),
        Parameter(
            "delay-steps", "after how many steps others feel that a neuron has fired", in: 1...1_000_000,
            default: defaults.delaySteps)
    ) { inputs, voltages, step, timeConstant, threshold, synapse, rest, delay in
        var parameters = Parameters()
        (parameters.timeStep, parameters.timeConstant, parameters.threshold) = (step, timeConstant, threshold)
        (parameters.synapse, parameters.refractorySteps, parameters.delaySteps) = (synapse, rest, delay)
        return RuleMaking { [parameters] graph, streams in
            try SpikingNeurons(
                graph: graph, parameters: parameters,
                inputs: streams.numbers(from: inputs, for: .parameter(0), nodeCount: graph.vertexCount),
                voltages: streams.initialStates(voltages, of: graph))
        }
    }

    private static let defaults = Parameters()

    /// A neuron may excite itself.
    package static var allowedEdges: Graph.AllowedEdges { .loops }

    /// A spike counts as much as the weight of its edge.
    package static var readsWeights: Bool { true }

    /// The state of a neuron: its voltage.
    public typealias NodeState = Double

    /// The graph, whose edges lead away from neurons that fire.
    public let graph: Graph

    /// The voltages.
    public let states: VertexStates<Double>

    /// The parameters that all neurons have in common.
    public let parameters: Parameters

    /// The input of each neuron.
    public let inputs: [Double]

    /// The parameters that all neurons have in common.
    public struct Parameters: Equatable, Sendable {
        /// The length Δt of a step.
        public var timeStep = 0.1

        /// The time constant τ.
        public var timeConstant = 10.0

        /// The voltage at which a neuron fires.
        public var threshold = 1.0

        /// For how many steps a neuron rests after it has fired.
        public var refractorySteps = 0

        /// After how many steps others feel that a neuron has fired, at least 1.
        public var delaySteps = 1

        /// The synaptic strength *J*.
        public var synapse = 0.0

        /// The parameters unless given.
        public init() {}
    }

    private let decay: Double

    /// Who fired in the last steps: a row for each step of the delay and one for the present step, in a ring.
    let spikes: ScratchMemory<Bool>

    /// For how many steps each neuron still rests.
    let resting: ScratchMemory<Int32>

    /// How often each neuron has fired.
    let counts: ScratchMemory<Int>

    /// The row of `spikes` that is read in the present step, and the one that is written.
    var readRow = 0
    var writtenRow = 0

    /// Creates neurons.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - parameters: The parameters of all neurons.
    ///   - inputs: The input of each neuron.
    ///   - voltages: The voltage of each neuron at the beginning.
    /// - Throws: ``MonteCarloError`` if there is no neuron, not one input or voltage for each, or if a number is out of range.
    public init(
        graph: Graph, parameters: Parameters, inputs: [Double], voltages: [Double]
    ) throws(MonteCarloError) {
        try Self.check(voltages, for: graph)
        try MonteCarloError.check(count: inputs.count, of: "inputs", vertexCount: graph.vertexCount)
        for number in inputs { try MonteCarloError.check(finite: number, "an input") }
        for number in voltages { try MonteCarloError.check(finite: number, "a voltage") }
        try parameters.check()
        try MonteCarloError.check(
            memory: Double(graph.vertexCount) * Double(parameters.delaySteps + 1), of: "the delay of spikes")
        self.graph = graph
        self.parameters = parameters
        self.inputs = inputs
        states = VertexStates(voltages)
        decay = exp(-parameters.timeStep / parameters.timeConstant)
        spikes = ScratchMemory(count: graph.vertexCount * (parameters.delaySteps + 1), repeating: false)
        resting = ScratchMemory(count: graph.vertexCount, repeating: 0)
        counts = ScratchMemory(count: graph.vertexCount, repeating: 0)
    }

    /// How often a neuron has fired.
    public func spikeCount(of neuron: Int) -> Int {
        precondition((0..<states.count).contains(neuron), "neuron out of range")
        return counts.pointer[neuron]
    }

    /// Tests if a neuron can rest as long as it is said to, and have fired as often.
    func isPossible(restOf neuron: Int) -> Bool {
        (0...parameters.refractorySteps).contains(Int(resting.pointer[neuron]))
            && (0...1 << 53).contains(counts.pointer[neuron])
    }

    /// Goes on to the rows of the next step.
    public func prepareStep() {
        let rowCount = parameters.delaySteps + 1
        writtenRow = (writtenRow + 1) % rowCount
        // The oldest row of the ring is the next one to be written.
        readRow = (writtenRow + 1) % rowCount
    }

    /// The voltage of a neuron. It writes only what belongs to this neuron.
    public func next(_ neuron: Int, in states: Span<Double>, _ random: inout RandomWords) -> Double {
        let hasFired = spikes.pointer + writtenRow * self.states.count
        hasFired[neuron] = false
        guard resting.pointer[neuron] == 0 else {
            resting.pointer[neuron] -= 1
            return 0
        }
        let input = inputs[neuron]
        let voltage = input + (states[unchecked: neuron] - input) * decay + parameters.synapse * excitation(of: neuron)
        guard voltage >= parameters.threshold else { return voltage }
        hasFired[neuron] = true
        counts.pointer[neuron] += 1
        resting.pointer[neuron] = Int32(parameters.refractorySteps)
        return 0
    }

    /// The sum of the weights of edges from neurons that fired a delay ago.
    private func excitation(of neuron: Int) -> Double {
        guard parameters.synapse != 0 else { return 0 }
        let fired = spikes.pointer + readRow * states.count
        let rows = graph.incoming
        var sum = 0.0
        for index in rows.range(of: neuron) where fired[Int(rows.vertices[index])] { sum += rows.weights?[index] ?? 1 }
        return sum
    }

    package static let names = ModelNames(fields: ["voltage"])

    /// The quantities of neurons.
    public struct Quantities: QuantitySet {
        /// How often all neurons together have fired.
        public let spikes = QuantityDefinition<SpikingNeurons, Double>("spikes", isCount: true) { model in
            Double((0..<model.states.count).reduce(0) { $0 + model.spikeCount(of: $1) })
        }

        /// The mean voltage.
        public let meanVoltage = QuantityDefinition<SpikingNeurons, Double>("mean-voltage") { model in
            model.states.elements.reduce(0, +) / Double(model.states.count)
        }

        /// Both.
        public var all: [any AnyQuantityDefinition<SpikingNeurons>] { [spikes, meanVoltage] }
    }

    /// The quantities of neurons.
    public static var quantities: Quantities { Quantities() }
}

extension SpikingNeurons.Parameters {
    fileprivate func check() throws(MonteCarloError) {
        let positive = Double.leastNonzeroMagnitude...Double.greatestFiniteMagnitude
        try MonteCarloError.check(timeStep, "the length of a step", in: positive)
        try MonteCarloError.check(timeConstant, "the time constant", in: positive)
        try MonteCarloError.check(threshold, "the threshold", in: positive)
        try MonteCarloError.check(Double(refractorySteps), "the refractory time in steps", in: 0...1e9)
        try MonteCarloError.check(Double(delaySteps), "the delay in steps", in: 1...1e6)
        try MonteCarloError.check(finite: synapse, "the synaptic strength")
    }
}
