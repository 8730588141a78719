import Descriptions
import SimulationEngine

extension FormulaRule {
    /// As scenarios name it.
    package static let component = Component<RuleMaking<FormulaRule>>(
        "rule",
        "nodes with named states, each of which becomes what a formula says of its state and its neighbours', and may move",
        synonyms: [
            "cellular automaton", "agent-based model", "exclusion process", "lattice gas", "expression", "formula",
        ],
        StateFormulas.states.example(["dead", "alive"]),
        Parameter<String>(
            "next",
            "the next state as a formula of states, count(neighbours, S), degree, before, after, neighbour, random and parameters",
            kind: .expression(over: "the node and its neighbours")
        ).example(
            written:
                "\"if(count(neighbours, alive) == 3 or state == alive and count(neighbours, alive) == 2, alive, dead)\""
        ).derived(from: "with 'move' the same state"),
        Parameter<LoneOrList<MoveEntry>>(
            "move", "how what stands on a node goes to another one: the first of these that can be",
            kind: .either(MoveEntry.kind, or: .list(of: MoveEntry.kind, count: 1...8))
        ).optional,
        StateFormulas.parameters, StateFormulas.initial.example(written: "{alive: 0.3}")
    ) { states, text, moves, parameters, initial in
        let parameters = parameters ?? .none
        if text == nil, moves == nil { throw ParameterError.incomplete("states", without: ["next"]) }
        let (formula, planned): (RuleFormula, [PlannedMove])
        do {
            let units = try StateUnits(parameters.values.map(\.unit), time: "1")
            formula = try RuleFormula(text ?? "state", states: states, parameters: parameters.names, in: units)
            planned = try MoveEntry.planned(moves, states, parameters.names, units)
        } catch let error as FormulaRuleError {
            throw ParameterError.unfit("states", because: "are wrong: \(error)")
        }
        try FormulaNames.checkUse(
            of: parameters.names, from: 0, in: ([formula] + planned.flatMap(\.formulas)).flatMap(\.usedParameters),
            planned.isEmpty ? "'next' does not use" : "no formula uses")
        if !planned.isEmpty, states.contains(moveCountName) {
            throw ParameterError.unfit("states", because: "has '\(moveCountName)', which is how many moves there were")
        }
        let beginning = try StateFormulas.Beginning(initial, states)
        return RuleMaking { graph, streams in
            let numbers = parameters.values.enumerated().map { index, numbers in
                streams.numbers(from: numbers.numbers, for: .parameter(index), nodeCount: graph.vertexCount)
            }
            return try FormulaRule(
                graph: graph, states: try beginning.states(of: graph, streams), formula.setting(numbers),
                planned.map { $0.setting(numbers) })
        }
    }
}

extension FormulaRule {
    /// The number of vertices in a state, named after it.
    package static func count(of state: Int, named name: String) -> QuantityDefinition<FormulaRule, Double> {
        QuantityDefinition(name, isCount: true) { Double($0.count(of: state)) }
    }

    /// How many moves have been made since the beginning.
    package static let moveCount = QuantityDefinition<FormulaRule, Double>(moveCountName, isCount: true) {
        Double($0.moves?.moveCount ?? 0)
    }

    private static let moveCountName = "moves"
}

/// A move as scenarios write it.
struct MoveEntry: ParameterValue {
    private let move: FormulaMove

    static let kind = ParameterKind.record([
        ParameterDescription(
            "if", "the condition under which it moves, of what 'next' may use and of 'place', the state of the place",
            .condition(over: "the node and its neighbours"), .optional),
        ParameterDescription(
            "to", "the state in which a place must be, or a list of states; any unless given",
            .either(.name(of: "state"), or: .list(of: .name(of: "state"), count: 1...256)), .optional),
        ParameterDescription(
            "among", "where places are", .choice(FormulaMove.Reach.allCases.map(\.rawValue)),
            .default(.text(FormulaMove.Reach.neighbours.rawValue))),
        ParameterDescription(
            "prefer", "a formula of a place, of which one with the greatest value is taken",
            .expression(over: "the place and its neighbours"), .optional),
        ParameterDescription(
            "leaves", "the state of the node that is left; that of the place, with which it changes, unless given",
            .name(of: "state"), .optional),
    ])

    init?(_ content: ParameterContent) {
        guard case .record(let members) = content, members.count == 5 else { return nil }
        let reach = members[2].flatMap(String.init).flatMap(FormulaMove.Reach.init)
        move = FormulaMove(
            if: members[0].flatMap(String.init), to: members[1].flatMap([String].init), among: reach ?? .neighbours,
            preferring: members[3].flatMap(String.init), leaving: members[4].flatMap(String.init))
    }

    var content: ParameterContent {
        .record([
            move.condition?.content, move.targets?.content, move.reach.rawValue.content, move.preference?.content,
            move.left?.content,
        ])
    }

    /// The moves that are written, of which one alone is no list.
    static func planned(
        _ moves: LoneOrList<MoveEntry>?, _ states: [String], _ parameters: [String], _ units: StateUnits?
    ) throws -> [PlannedMove] {
        switch moves {
        case nil: []
        case .lone(let entry):
            [try PlannedMove(entry.move, item: nil, states: states, parameters: parameters, in: units)]
        case .list(let entries):
            try entries.enumerated().map {
                try PlannedMove($1.move, item: $0, states: states, parameters: parameters, in: units)
            }
        }
    }
}
