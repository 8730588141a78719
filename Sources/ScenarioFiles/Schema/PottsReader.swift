import Networks
import SimulationEngine

/// Reads the model `potts`, with the keys of its methods.
struct PottsReader: NetworkModelReader {
    private static let order = UpdateKeys.order(RuleSweeps<PottsModel>.Order.random)

    static let names = [PottsModel.component.description.name]

    let source: NetworkModelSource

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        typealias Making = (Graph, RandomStreams, PottsModel.Rule) throws -> PottsModel
        let read: (make: Making, order: RuleSweeps<PottsModel>.Order, clusters: Int)? = parameters.flatMap { value in
            value.section(of: [Self.order.description, UpdateKeys.clusters.description]) { section in
                let make = section.make(PottsModel.component, on: graph)
                let order = order(in: section, Self.order, else: .random)
                let clusters = clusters(in: section)
                guard let make, let order, let clusters else { return nil }
                return (make, order, clusters)
            }
        }
        return experiment(
            of: PottsModel.names, methods: .serving(.pottsSpins),
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
