import Networks
import SimulationEngine

/// Reads a map: formulas of what the numbers of nodes become in discrete time.
struct MapReader: NetworkModelReader {
    static let names = [EquationKeys.Map.description.name]

    static func equations(of name: String, withNoise: Bool) -> IntegrationMethod.Equations { .atOnce }

    /// A variable, and what it becomes.
    static func bytesPerNode(_ name: String) -> Double { 16 }

    static func allowedEdges(_ name: String) -> Graph.AllowedEdges { .loops }

    static let takesEdgeNumbers = true

    let source: NetworkModelSource

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        let read: (draft: EquationDraft?, order: UpdateOrder?)? = parameters?.section(
            of: EquationKeys.Map.description.parameters
        ) { section in
            let order = section.value(of: UpdateKeys.orderOfAll)
            return (EquationDraft(section, on: graph, source.data, mapIn: order ?? .random), order)
        }
        typealias Keys = EquationKeys.Map
        parameters?.diagnostics.noteUse(of: read?.draft?.measured(Keys.description) ?? Keys.description)
        let names = ModelNames(ofEquations: parameters, on: graph)
        let edgeVariables = ModelNames.edgeVariables(of: parameters, on: graph)
        return names.fields.count > 4
            ? experiment(SIMD16<Double>.self, names, edgeVariables, read?.draft, read?.order)
            : experiment(SIMD4<Double>.self, names, edgeVariables, read?.draft, read?.order)
    }

    private func experiment<State>(
        _ type: State.Type, _ names: ModelNames, _ edgeVariables: [String], _ draft: EquationDraft?,
        _ order: UpdateOrder?
    ) -> (any RunnableExperiment)? where State: SIMD, State.Scalar == Double, State: Sendable {
        let methods = [IntegrationMethod].updating(order ?? .atOnce)
        return experiment(
            of: names, methods: methods, quantities: EquationModel<State>.quantities(ofEdges: edgeVariables),
            make: draft.flatMap { draft in
                order.map { order in
                    { graph, _ in
                        let model: EquationModel<State> = try draft.model(on: graph, from: streams, threads: threads)
                        return (model, MapSteps<State>(order: order, streams: streams))
                    }
                }
            })
    }
}
