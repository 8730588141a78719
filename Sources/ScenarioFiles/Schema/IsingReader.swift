import Networks
import SimulationEngine

/// Reads the model `ising`, with
///
///     order: …            in which order 'metropolis' and 'glauber' update spins, 'random' unless given
///     clusters: …         how many clusters 'wolff' grows in a unit of time, 1 unless given
struct IsingReader: NetworkModelReader {
    static let names = [IsingModel.component.description.name]

    let root: Section
    let data: DataFiles
    let graph: Graph?
    let streams: RandomStreams
    let threads: Int

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        typealias Making = (Graph, RandomStreams) throws -> IsingModel
        let read: (make: Making, order: SweepOrder, clusters: Int)? = parameters.flatMap { value in
            value.section { section in
                let make = section.make(IsingModel.component, on: graph)
                let order = order(in: section).map { $0.choice(of: SweepOrder.self) } ?? .random
                let clusters = clusters(in: section)
                guard let make, let order, let clusters else { return nil }
                return (make, order, clusters)
            }
        }
        return experiment(
            of: IsingModel.self, methods: .serving(.isingSpins),
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
