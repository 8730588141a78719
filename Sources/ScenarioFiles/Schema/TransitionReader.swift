import Descriptions
import Networks
import SimulationEngine

/// Reads named states between which nodes move at rates that are formulas, or after times of any distribution.
struct TransitionReader: NetworkModelReader {
    static let names = [TransitionModel.component.description.name]

    static func allowedEdges(_ name: String) -> Graph.AllowedEdges { [.multipleEdges] }

    /// The state, its rate, what is due, and counts of neighbours.
    static func bytesPerNode(_ name: String) -> Double { 50 }

    let source: NetworkModelSource

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        guard let parameters else { return nil }
        let states = FormulaRuleReader.stateNames(parameters)
        let making = parameters.section { $0.make(TransitionModel.component, on: graph) }
        return experiment(
            of: TransitionModel.self, methods: [IntegrationMethod(named: "event-driven")].compactMap { $0 },
            quantities: states.enumerated().map { TransitionModel.count(of: $0, named: $1) }, stateNames: states,
            make: making.map { making in
                { graph, _ in (try making.make(graph, streams), TransitionEvents(streams: streams)) }
            })
    }
}
