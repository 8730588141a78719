import Descriptions
import SimulationEngine

extension RuleParts {
    /// As scenarios name it.
    package static let component = Component<RuleMaking<RuleParts>>(
        "rule",
        "nodes with named states, each of which becomes what a formula says of its state and its neighbours', may move, and may rewire edges",
        synonyms: [
            "cellular automaton", "agent-based model", "exclusion process", "lattice gas", "adaptive network",
            "coevolving network", "expression", "formula",
        ],
        StateFormulas.states.example(["dead", "alive"]),
        Parameter<String>(
            "next",
            "the next state as a formula of states, count(neighbours, S), degree, before, after, neighbour, random and parameters",
            kind: .expression(over: "the node and its neighbours")
        ).example(
            written:
                "\"if(count(neighbours, alive) == 3 or state == alive and count(neighbours, alive) == 2, alive, dead)\""
        ).derived(from: "with 'move' or 'rewire' the same state"),
        Parameter<LoneOrList<MoveEntry>>(
            "move", "how what stands on a node goes to another one: the first of these that can be",
            kind: .either(MoveEntry.kind, or: .list(of: MoveEntry.kind, count: 1...8))
        ).suggested("{if: state == alive, to: dead}").optional,
        Parameter<LoneOrList<RewireEntry>>(
            "rewire",
            "how an edge of a node goes to another one instead of what 'next' and 'move' say: the first of these whose condition holds, in the "
                + "order 'random' or 'sequential'",
            kind: .either(RewireEntry.kind, or: .list(of: RewireEntry.kind, count: 1...8))
        ).suggested("{if: random < 0.1, to: state}").optional,
        StateFormulas.parameters, StateFormulas.initial.example(written: "{alive: 0.3}")
    ) { states, text, moves, rewirings, parameters, initial in
        let parameters = parameters ?? .none
        if text == nil, moves == nil, rewirings == nil {
            throw ParameterError.incomplete("states", without: ["next"])
        }
        let (next, plannedMoves, plannedRewirings): (RuleFormula, [PlannedMove], [PlannedRewiring])
        do {
            let units = try StateUnits(parameters.values.map(\.unit), of: parameters.names, time: "1")
            func entry(_ parameter: String, _ item: Int?, _ words: [String: [String]] = [:]) -> RuleEntry {
                RuleEntry(
                    parameter: parameter, item: item, states: states, parameters: parameters.names, units: units,
                    words: words)
            }
            func formula(_ text: String) throws -> RuleFormula {
                try RuleFormula(text, states: states, parameters: parameters.names, in: units)
            }
            var reading = FormulaReading()
            let read = try reading.read { try formula(text ?? "state") }
            plannedMoves = try moves?.entries(&reading) { try PlannedMove($0.move, entry("move", $1)) } ?? []
            plannedRewirings =
                try rewirings?.entries(&reading) {
                    try PlannedRewiring($0.rewiring, entry("rewire", $1, RewireEntry.words))
                } ?? []
            try reading.finish()
            next = try read ?? formula("state")
        } catch let error as FormulaRuleError {
            throw ParameterError.unfit("states", because: "are wrong: \(error)")
        }
        try plannedRewirings.checkReach(ofNext: text != nil, ofMoves: moves != nil)
        let others = plannedMoves.flatMap(\.formulas) + plannedRewirings.compactMap(\.condition)
        try FormulaNames.checkUse(
            of: parameters.names, from: 0, in: ([next] + others).flatMap(\.usedParameters),
            moves == nil && rewirings == nil ? "'next' does not use" : "no formula uses")
        try StateFormulas.check(
            states,
            besides: (moves == nil ? [] : [("moves", "how many moves there were")])
                + (rewirings == nil ? [] : StateFormulas.quantitiesOfRewiring))
        let beginning = try StateFormulas.Beginning(initial, states)
        return RuleMaking { graph, streams in
            let numbers = parameters.values.enumerated().map { index, numbers in
                streams.numbers(from: numbers.numbers, for: .parameter(index), nodeCount: graph.vertexCount)
            }
            return try RuleParts(
                graph, try beginning.states(of: graph, streams), next.setting(numbers),
                plannedMoves.map { $0.setting(numbers) }, plannedRewirings.map { $0.setting(numbers) })
        }
    }
}

/// A move as scenarios write it.
struct MoveEntry: ParameterValue {
    fileprivate let move: FormulaMove

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
}
