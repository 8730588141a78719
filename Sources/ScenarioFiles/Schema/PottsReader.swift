import Networks
import SimulationEngine

/// Reads the model `potts`, with
///
///     order: …            in which order 'metropolis' and 'heat-bath' update spins, 'random' unless given
///     clusters: …         how many clusters 'wolff' grows in a unit of time, 1 unless given
struct PottsReader: NetworkModelReader {
    static let names = [PottsModel.component.description.name]

    let root: Section
    let data: DataFiles
    let graph: Graph?
    let streams: RandomStreams
    let threads: Int

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        typealias Making = (Graph, RandomStreams, PottsModel.Rule) throws -> PottsModel
        let read: (make: Making, order: RuleSweeps<PottsModel>.Order, clusters: Int)? = parameters.flatMap { value in
            value.section { section in
                let make = section.make(PottsModel.component, on: graph)
                let order = order(in: section).map { $0.choice(of: RuleSweeps<PottsModel>.Order.self) } ?? .random
                let clusters = clusters(in: section)
                guard let make, let order, let clusters else { return nil }
                return (make, order, clusters)
            }
        }
        return experiment(
            of: PottsModel.self, methods: .serving(.pottsSpins),
            make: read.map { read in
                { graph, integration in
                    let rule: PottsModel.Rule = integration.method == .heatBath ? .heatBath : .metropolis
                    let model = try read.make(graph, streams, rule)
                    guard integration.method == .wolff else {
                        return (model, RuleSweeps(order: read.order, streams: streams))
                    }
                    try PottsClusters.checkAttraction(in: model)
                    return (model, PottsClusters(clusters: read.clusters, streams: streams))
                }
            })
    }
}
