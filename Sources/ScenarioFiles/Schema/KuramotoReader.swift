import Networks
import SimulationEngine

/// Reads the model `kuramoto`: see `KuramotoDraft`.
struct KuramotoReader: NetworkModelReader {
    static let names = [KuramotoDraft.component.description.name]

    /// A phase, a frequency, and what the methods need.
    static func bytesPerNode(_ name: String) -> Double { 40 }

    let source: NetworkModelSource

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        let draft = parameters.flatMap { $0.section { $0.make(KuramotoDraft.component, on: graph) } }
        guard parameters?.hasKey("inertia") != true else {
            return experiment(
                of: InertialKuramotoModel.names, methods: .serving(.firstOrder),
                make: draft.map { draft in
                    { graph, integration in
                        let model = try draft.inertialModel(on: graph, from: streams, threads: threads)
                        return (model, try integration.integrator(for: model, threads: threads))
                    }
                })
        }
        return experiment(
            of: KuramotoModel.names, methods: .serving(parameters?.hasKey("noise") == true ? .stochastic : .firstOrder),
            make: draft.map { draft in
                { graph, integration in
                    let model = try draft.model(on: graph, from: streams, threads: threads)
                    let integrator: any Integrator<KuramotoModel> =
                        draft.noise == nil
                        ? try integration.integrator(for: model, threads: threads)
                        : try integration.integrator(forNoiseIn: model, streams: streams)
                    return (model, integrator)
                }
            })
    }
}
