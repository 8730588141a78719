import Networks
import SimulationEngine

/// Reads the model
///
///     potts:
///       values: …           the number q of values
///       temperature: …      the temperature
///       coupling: …         the coupling of neighbours, 1 unless given
///       order: …            in which order 'metropolis' and 'heat-bath' update spins, 'random' unless given
///       clusters: …         how many clusters 'wolff' grows in a unit of time, 1 unless given
struct PottsReader: NetworkModelReader {
    static let names = ["potts"]

    let root: Section
    let data: DataFiles
    let graph: Graph?
    let streams: RandomStreams
    let threads: Int

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        let potts = parameters.flatMap(readParameters)
        return experiment(
            of: PottsModel.self, methods: .serving(.pottsSpins),
            make: potts.map { potts in
                { graph, integration in
                    let model = try makeModel(potts, integration.method, on: graph)
                    guard integration.method == .wolff else {
                        return (model, RuleSweeps(order: potts.order, streams: streams))
                    }
                    try PottsClusters.checkAttraction(in: model)
                    return (model, PottsClusters(clusters: potts.clusters, streams: streams))
                }
            })
    }

    private struct Parameters {
        let valueCount: Int
        let temperature: Double
        let coupling: Double
        let order: RuleSweeps<PottsModel>.Order
        let clusters: Int
    }

    private func readParameters(_ value: Value) -> Parameters? {
        value.section { section in
            let valueCount = section.required("values", for: "the number q of values").flatMap {
                $0.integer(.closed(2...256))
            }
            let temperature = section.required("temperature", for: "the temperature").flatMap {
                $0.number(.nonNegative)
            }
            section.noteDefault("coupling", "1")
            let coupling = section.optional("coupling").map { $0.number() } ?? 1
            let order = order(in: section).map { $0.choice(of: RuleSweeps<PottsModel>.Order.self) } ?? .random
            let clusters = clusters(in: section).map { $0.integer(.closed(1...1_000_000)) } ?? 1
            guard let valueCount, let temperature, let coupling, let order, let clusters else { return nil }
            return Parameters(
                valueCount: valueCount, temperature: temperature, coupling: coupling, order: order, clusters: clusters)
        }
    }

    private func makeModel(
        _ parameters: Parameters, _ method: IntegrationMethod, on graph: Graph
    ) throws -> PottsModel {
        var random = streams.words(for: .initialState)
        let spins = (0..<graph.vertexCount).map { _ in UInt8(random.below(parameters.valueCount)) }
        return try PottsModel(
            graph: graph, values: parameters.valueCount, temperature: parameters.temperature,
            coupling: parameters.coupling, rule: method == .heatBath ? .heatBath : .metropolis, spins: spins)
    }
}
