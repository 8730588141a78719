import Descriptions
import Networks
import SimulationEngine

/// Reads a rule that is a formula, whose vertices are updated at once or one after the other.
struct FormulaRuleReader: NetworkModelReader {
    static let names = [RuleParts.component.description.name]

    static func equations(of name: String, withNoise: Bool) -> IntegrationMethod.Equations { .atOnce }

    static func leavesOutWeights(_ name: String) -> Bool { true }

    static func allowedEdges(_ name: String) -> Graph.AllowedEdges { [.loops, .multipleEdges] }

    static func bytesPerNode(_ name: String) -> Double { 2 }

    let source: NetworkModelSource

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        guard let parameters else { return nil }
        let keys = [UpdateKeys.orderOfAll.description]
        let read: (making: RuleMaking<RuleParts>?, order: UpdateOrder?)? = parameters.section(of: keys) { section in
            let order = section.value(of: UpdateKeys.orderOfAll)
            let units = parameters.ownUnits(of: FormulaRule.names)
            // Steps have no unit.
            let context = ParameterContext(
                graph: graph, timeUnit: units.values.contains { $0 != "1" } ? "1" : nil, ownUnits: units)
            let making = section.make(RuleParts.component, in: context) { $0 }
            return (making, order.flatMap { Self.isPossible($0, section) ? $0 : nil })
        }
        let (making, order) = (read?.making, read?.order)
        guard parameters.has("rewire") else {
            return experiment(parameters, making, order ?? .atOnce, [], FormulaRule.init) { integrator($0) }
        }
        let quantities = [AdaptiveRule.rewirings, AdaptiveRule.activeEdges]
        return experiment(parameters, order == nil ? nil : making, order ?? .random, quantities, AdaptiveRule.init) {
            RuleSweeps(order: $0 == .sequential ? .sequential : .random, streams: streams)
        }
    }

    /// Edges are rewired by one node after the other.
    private static func isPossible(_ order: UpdateOrder, _ section: Section) -> Bool {
        guard order == .atOnce, let rewiring = section.optional("rewire") else { return true }
        (section.optional(UpdateKeys.orderOfAll.description.name) ?? rewiring).report(
            "edges cannot be rewired by all nodes at once, since two could then want the same edge",
            expected: "'order: random' or 'order: sequential' beside 'rewire'")
        return false
    }

    private func experiment<Model: StateRule>(
        _ parameters: Value, _ making: RuleMaking<RuleParts>?, _ order: UpdateOrder,
        _ quantities: [QuantityDefinition<Model, Double>], _ model: @escaping (RuleParts) throws -> Model,
        _ integrator: @escaping (UpdateOrder) -> any Integrator<Model>
    ) -> (any RunnableExperiment)? {
        let states = Self.stateNames(parameters)
        let moves = parameters.has("move") ? [Model.moves] : []
        return experiment(
            of: Model.names, methods: .updating(order), quantities: Model.counts(of: states) + moves + quantities,
            stateNames: states,
            make: making.map { making in
                { graph, _ in (try model(making.make(graph, streams)), integrator(order)) }
            })
    }

    private func integrator(_ order: UpdateOrder) -> any Integrator<FormulaRule> {
        switch order {
        case .atOnce: RuleSteps<FormulaRule>(streams: streams, threads: threads)
        case .random: RuleSweeps<FormulaRule>(order: .random, streams: streams)
        case .sequential: RuleSweeps<FormulaRule>(order: .sequential, streams: streams)
        }
    }

    /// The names of the states, as far as they can be read.
    static func stateNames(_ parameters: Value) -> [String] {
        parameters.member("states", reportingTo: Diagnostics())?.list { $0.string() } ?? []
    }
}

extension Value {
    /// True if it is a mapping with a key.
    fileprivate func has(_ key: String) -> Bool { member(key, reportingTo: Diagnostics()) != nil }

    /// The units of the fields and parameters of a model whose parameters may have units, `1` for numbers without one.
    func ownUnits(of names: ModelNames) -> [String: String] {
        let parameters = member(EquationKeys.parameters.name, reportingTo: Diagnostics())
        let units = parameters?.section { section in
            section.keys.map { key in
                let value = section.optional(key)
                let unit = value?.member(MeasuredNumbers.unitName.name, reportingTo: Diagnostics())?.word
                return (key, unit ?? value?.unitOfNumber ?? "1")
            }
        }
        return Dictionary(names.fields.map { ($0, "1") } + (units ?? [])) { first, _ in first }
    }
}
