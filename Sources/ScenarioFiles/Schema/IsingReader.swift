import Networks
import SimulationEngine

/// Reads the model `ising`, with the keys of its methods.
struct IsingReader: NetworkModelReader {
    private static let order = UpdateKeys.order(SweepOrder.random)

    static let names = [IsingModel.component.description.name]

    static func equations(of name: String, withNoise: Bool) -> IntegrationMethod.Equations { .isingSpins }

    let source: NetworkModelSource

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        let read = parameters.flatMap { spins($0, IsingModel.component, order: Self.order, else: .random) }
        return experiment(
            of: IsingModel.names, methods: .serving(Self.equations(of: Self.names[0], withNoise: false)),
            make: read.map { read in
                { graph, integration in
                    let model = try read.make(graph, streams)
                    guard integration.method != .wolff else {
                        return (model, WolffClusters(clusters: read.clusters, streams: streams))
                    }
                    if read.order == .checkerboard { try graph.checkIsBipartite() }
                    let rule: SpinFlipRule = integration.method == .glauber ? .glauber : .metropolis
                    return (model, SpinSweeps(rule, order: read.order, streams: streams, threads: threads))
                }
            })
    }
}
