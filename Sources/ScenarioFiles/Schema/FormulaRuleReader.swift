import Descriptions
import Networks
import SimulationEngine

/// Reads a rule that is a formula, whose vertices are updated at once or one after the other.
struct FormulaRuleReader: NetworkModelReader {
    static let names = [FormulaRule.component.description.name]

    static func equations(of name: String, withNoise: Bool) -> IntegrationMethod.Equations { .atOnce }

    static func allowedEdges(_ name: String) -> Graph.AllowedEdges { [.loops, .multipleEdges] }

    static func bytesPerNode(_ name: String) -> Double { 2 }

    let source: NetworkModelSource

    func read(_ name: String?, _ parameters: Value?) -> (any RunnableExperiment)? {
        guard let parameters else { return nil }
        let states = Self.stateNames(parameters)
        let keys = [UpdateKeys.orderOfAll.description]
        let read: (making: RuleMaking<FormulaRule>?, order: UpdateOrder?)? = parameters.section(of: keys) { section in
            let order = section.value(of: UpdateKeys.orderOfAll)
            let units = parameters.ownUnits(of: FormulaRule.names)
            // Steps have no unit.
            let context = ParameterContext(
                graph: graph, timeUnit: units.values.contains { $0 != "1" } ? "1" : nil, ownUnits: units)
            return (section.make(FormulaRule.component, in: context) { $0 }, order)
        }
        let (making, order) = (read?.making, read?.order ?? .atOnce)
        let moves = parameters.member("move", reportingTo: Diagnostics()) == nil ? [] : [FormulaRule.moveCount]
        return experiment(
            of: FormulaRule.names, methods: .updating(order),
            quantities: states.enumerated().map { FormulaRule.count(of: $0, named: $1) } + moves, stateNames: states,
            make: making.map { making in
                { graph, _ in (try making.make(graph, streams), integrator(order)) }
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
