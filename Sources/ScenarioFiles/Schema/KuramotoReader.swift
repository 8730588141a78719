import Networks
import SimulationEngine

/// Reads the model
///
///     kuramoto:
///       coupling: …         the coupling strength
///       frequency: …        a number for each node
///       phase: …            a number for each node, anywhere on the circle unless given
struct KuramotoReader: NetworkModelReader {
    static let name = "kuramoto"
    static let names = [name]

    let root: Section
    let graph: Graph?
    let streams: RandomStreams

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        let kuramoto = parameters.flatMap(readParameters)
        return experiment(
            of: KuramotoModel.self, methods: IntegrationMethod.forFirstOrder,
            make: kuramoto.map { kuramoto in
                { graph, integration in
                    let model = try makeModel(kuramoto, on: graph)
                    return (model, try integration.integrator(for: model))
                }
            })
    }

    private struct Parameters {
        let coupling: Double
        let frequencies: NodeNumbers
        let phases: NodeNumbers
    }

    private func readParameters(_ value: Value) -> Parameters? {
        let numbers = NodeNumbersReader(nodeCount: graph?.vertexCount)
        return value.section { section in
            let coupling = section.required("coupling", for: "the coupling strength K").flatMap { $0.number() }
            let frequencies = section.required("frequency", for: "the natural frequencies").flatMap { numbers.read($0) }
            section.noteDefault("phase", "{uniform: [0, \(2 * Double.pi)]}")
            let phases =
                section.optional("phase").map { numbers.read($0) } ?? .drawn(.uniform(lower: 0, upper: 2 * .pi))
            guard let coupling, let frequencies, let phases else { return nil }
            return Parameters(coupling: coupling, frequencies: frequencies, phases: phases)
        }
    }

    private func makeModel(_ parameters: Parameters, on graph: Graph) throws -> KuramotoModel {
        let count = graph.vertexCount
        return try KuramotoModel(
            graph: graph, coupling: parameters.coupling,
            frequencies: parameters.frequencies.numbers(from: streams, for: .naturalFrequency, nodeCount: count),
            phases: parameters.phases.numbers(from: streams, for: .initialState, nodeCount: count))
    }
}
