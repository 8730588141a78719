import Descriptions
import Networks
import SimulationEngine

/// Reads one of `UpdateRules`; `order` of those whose vertices are updated one after the other is 'random' unless given.
struct UpdateRuleReader: NetworkModelReader {
    private static let all: [any NamedRule.Type] =
        UpdateRules.oneByOne.map { $0 as any NamedRule.Type } + UpdateRules.atOnce.map { $0 as any NamedRule.Type }

    static let names = all.map { $0.name }

    private static func rule(_ name: String) -> (any NamedRule.Type)? { all.first { $0.name == name } }

    static func needsNonNegativeWeights(_ name: String) -> Bool { rule(name)?.needsNonNegativeWeights ?? false }

    static func leavesOutWeights(_ name: String) -> Bool { rule(name)?.readsWeights == false }

    static func allowedEdges(_ name: String) -> Graph.AllowedEdges { rule(name)?.allowedEdges ?? [] }

    static func equations(of name: String, withNoise: Bool) -> IntegrationMethod.Equations {
        UpdateRules.oneByOne.contains { $0.name == name } ? .oneByOne : .atOnce
    }

    let source: NetworkModelSource

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        guard let parameters else { return nil }
        if let rule = UpdateRules.oneByOne.first(where: { $0.name == name }) { return sweeps(rule, parameters) }
        return UpdateRules.atOnce.first { $0.name == name }.flatMap { steps($0, parameters) }
    }

    /// The experiment with a model whose vertices are updated one after the other.
    private func sweeps<Model: AsynchronousRule & NamedRule>(
        _ rule: Model.Type, _ parameters: Value
    ) -> (any RunnableExperiment)? {
        let order = UpdateKeys.order(RuleSweeps<Model>.Order.random)
        let read: (making: RuleMaking<Model>, order: RuleSweeps<Model>.Order)? = parameters.section(
            of: [order.description]
        ) { section in
            let order = section.value(of: order)
            let making = section.make(Model.component, on: graph)
            guard let making, let order else { return nil }
            return (making, order)
        }
        return experiment(
            of: Model.names, methods: .serving(Self.equations(of: Model.name, withNoise: false)),
            make: read.map { read in
                { [streams] graph, _ in
                    (try read.making.make(graph, streams), RuleSweeps<Model>(order: read.order, streams: streams))
                }
            })
    }

    /// The experiment with a model whose nodes change at once.
    private func steps<Model: SynchronousRule & NamedRule>(
        _ rule: Model.Type, _ parameters: Value
    ) -> (any RunnableExperiment)? {
        let making = parameters.section { $0.make(Model.component, on: graph) }
        return experiment(
            of: Model.names, methods: .serving(Self.equations(of: Model.name, withNoise: false)),
            nodeCount: Model.isOnVertices ? nil : making?.nodeCount ?? Int(Int32.max),
            make: making.map { making in
                { graph, _ in (try making.make(graph, streams), RuleSteps<Model>(streams: streams, threads: threads)) }
            })
    }
}

extension NamedRule {
    fileprivate static var name: String { description.name }
}
