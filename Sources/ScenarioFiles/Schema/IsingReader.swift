import Networks
import SimulationEngine

/// Reads the model
///
///     ising:
///       temperature: …      the temperature
///       coupling: …         the coupling of neighbours, 1 unless given
///       field: …            the field, 0 unless given
///       local-field: …      a field of each vertex in addition, none unless given
///       spins: …            'random', unless given, 'up' or 'down', or the part that points up
///       order: …            in which order 'metropolis' and 'glauber' update spins, 'random' unless given
///       clusters: …         how many clusters 'wolff' grows in a unit of time, 1 unless given
struct IsingReader: NetworkModelReader {
    static let names = ["ising"]

    let root: Section
    let data: DataFiles
    let graph: Graph?
    let streams: RandomStreams
    let threads: Int

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        let ising = parameters.flatMap(readParameters)
        return experiment(
            of: IsingModel.self, methods: .serving(.isingSpins),
            make: ising.map { ising in
                { graph, integration in
                    let model = try makeModel(ising, on: graph)
                    return (model, try makeIntegrator(ising, integration.method, for: graph))
                }
            })
    }

    private struct Parameters {
        let temperature: Double
        let coupling: Double
        let field: Double
        let localFields: NodeNumbers?
        let partUp: Double
        let order: SweepOrder
        let clusters: Int
    }

    private func readParameters(_ value: Value) -> Parameters? {
        value.section { section in
            let temperature = section.required("temperature", for: "the temperature").flatMap {
                $0.number(.nonNegative)
            }
            let coupling = number("coupling", 1, in: section)
            let field = number("field", 0, in: section)
            let localValue = section.optional("local-field")
            let localFields = localValue.map { NodeNumbersReader(nodeCount: graph?.vertexCount).read($0) }
            section.noteDefault("spins", "random")
            let partUp = section.optional("spins").map(partUp) ?? 0.5
            let order = order(in: section).map { $0.choice(of: SweepOrder.self) } ?? .random
            let clusters = clusters(in: section).map { $0.integer(.closed(1...1_000_000)) } ?? 1
            guard let temperature, let coupling, let field, let partUp, let order, let clusters,
                localValue == nil || localFields != nil
            else { return nil }
            return Parameters(
                temperature: temperature, coupling: coupling, field: field, localFields: localFields ?? nil,
                partUp: partUp, order: order, clusters: clusters)
        }
    }

    private func number(_ key: String, _ preset: Double, in section: Section) -> Double? {
        section.noteDefault(key, preset.plain)
        guard let value = section.optional(key) else { return preset }
        return value.number()
    }

    /// The part of spins that point up.
    private func partUp(_ value: Value) -> Double? {
        if value.text.flatMap(Double.init) != nil { return value.number(.closed(0...1)) }
        return value.choice(of: ["random", "up", "down"]).map { ["up": 1, "down": 0][$0] ?? 0.5 }
    }

    private func makeModel(_ parameters: Parameters, on graph: Graph) throws -> IsingModel {
        let count = graph.vertexCount
        return try IsingModel(
            graph: graph, temperature: parameters.temperature, coupling: parameters.coupling, field: parameters.field,
            localFields: parameters.localFields?.numbers(from: streams, for: .localFields, nodeCount: count),
            spins: Spin.random(count: count, partUp: parameters.partUp, from: streams))
    }

    private func makeIntegrator(
        _ parameters: Parameters, _ method: IntegrationMethod, for graph: Graph
    ) throws -> any Integrator<IsingModel> {
        guard method != .wolff else {
            return WolffClusters(clusters: parameters.clusters, streams: streams)
        }
        if parameters.order == .checkerboard { try graph.checkIsBipartite() }
        let rule: SpinFlipRule = method == .glauber ? .glauber : .metropolis
        return SpinSweeps(rule, order: parameters.order, streams: streams, threads: threads)
    }
}
