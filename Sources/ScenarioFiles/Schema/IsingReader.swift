import Networks
import SimulationEngine

/// Reads the model `ising`, with the keys of its methods.
struct IsingReader: NetworkModelReader {
    private static let order = UpdateKeys.order(SweepOrder.random)

    static let names = [IsingModel.component.description.name]

    let source: NetworkModelSource

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        typealias Making = (Graph, RandomStreams) throws -> IsingModel
        let read: (make: Making, order: SweepOrder, clusters: Int)? = parameters.flatMap { value in
            value.section(of: [Self.order.description, UpdateKeys.clusters.description]) { section in
                let make = section.make(IsingModel.component, on: graph)
                let order = order(in: section, Self.order, else: .random)
                let clusters = clusters(in: section)
                guard let make, let order, let clusters else { return nil }
                return (make, order, clusters)
            }
        }
        return experiment(
            of: IsingModel.names, methods: .serving(.isingSpins),
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
