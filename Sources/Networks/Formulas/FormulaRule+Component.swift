import Descriptions
import SimulationEngine

extension FormulaRule {
    /// As scenarios name it.
    package static let component = Component<RuleMaking<FormulaRule>>(
        "rule", "nodes with named states, each of which becomes what a formula says of its state and its neighbours'",
        synonyms: ["cellular automaton", "agent-based model", "expression", "formula"],
        StateFormulas.states.example(["dead", "alive"]),
        Parameter<String>(
            "next",
            "the next state as a formula of states, count(neighbours, S), degree, before, after, neighbour, random and parameters",
            kind: .expression(over: "the node and its neighbours")
        ).example(
            written:
                "\"if(count(neighbours, alive) == 3 or state == alive and count(neighbours, alive) == 2, alive, dead)\""
        ),
        StateFormulas.parameters, StateFormulas.initial.example(written: "{alive: 0.3}")
    ) { states, text, parameters, initial in
        let parameters = parameters ?? .none
        let formula: RuleFormula
        do {
            formula = try RuleFormula(text, states: states, parameters: parameters.names)
        } catch let error as FormulaRuleError {
            throw ParameterError.unfit("states", because: "are wrong: \(error)")
        }
        try FormulaNames.checkUse(
            of: parameters.names, from: RuleFormula.variables.count, in: formula.expression.usedFields,
            "'next' does not use")
        let beginning = try StateFormulas.Beginning(initial, states)
        return RuleMaking { graph, streams in
            let numbers = parameters.values.enumerated().map { index, numbers in
                streams.numbers(from: numbers, for: .parameter(index), nodeCount: graph.vertexCount)
            }
            return try FormulaRule(
                graph: graph, states: try beginning.states(of: graph, streams), formula.setting(numbers))
        }
    }
}

extension FormulaRule {
    /// The number of vertices in a state, named after it.
    package static func count(of state: Int, named name: String) -> QuantityDefinition<FormulaRule, Double> {
        QuantityDefinition(name, isCount: true) { Double($0.count(of: state)) }
    }
}
