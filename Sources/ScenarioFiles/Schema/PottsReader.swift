import Networks
import SimulationEngine

/// Reads the model `potts`, with the keys of its methods.
struct PottsReader: NetworkModelReader {
    private static let order = UpdateKeys.order(RuleSweeps<PottsModel>.Order.random)

    static let names = [PottsModel.component.description.name]

    static func equations(of name: String, withNoise: Bool) -> IntegrationMethod.Equations { .pottsSpins }

    let source: NetworkModelSource

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        let read = parameters.flatMap { spins($0, PottsModel.component, order: Self.order, else: .random) }
        return experiment(
            of: PottsModel.names, methods: .serving(Self.equations(of: Self.names[0], withNoise: false)),
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
