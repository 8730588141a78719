import Descriptions
import SimulationEngine

/// What a ``FormulaRule`` or an ``AdaptiveRule`` is made of.
package struct RuleParts {
    let graph: Graph
    let states: [UInt8]
    let next: RuleFormula
    let moves: [PlannedMove]
    let rewirings: [PlannedRewiring]

    init(
        _ graph: Graph, _ states: [UInt8], _ next: RuleFormula, _ moves: [PlannedMove], _ rewirings: [PlannedRewiring]
    ) throws(MonteCarloError) {
        try FormulaRule.check(states, below: next.names.states.count, for: graph)
        let formulas = [next] + moves.flatMap(\.formulas) + rewirings.compactMap(\.condition)
        for column in formulas.flatMap(\.columns) where column.count != graph.vertexCount {
            throw .wrongCount(of: "parameters", count: column.count, vertexCount: graph.vertexCount)
        }
        (self.graph, self.states, self.next, self.moves, self.rewirings) = (graph, states, next, moves, rewirings)
    }

    /// Reads formulas.
    ///
    /// - Throws: ``FormulaRuleError``, ``MonteCarloError``, and what is wrong with a formula.
    init(
        graph: Graph, states: [UInt8], named names: [String], next text: String?, moves: [FormulaMove],
        rewirings: [FormulaRewiring] = [], parameters: [String: [Double]], units: [String: String]
    ) throws {
        let sorted = parameters.sorted { $0.key < $1.key }
        let (keys, numbers) = (sorted.map(\.key), sorted.map(\.value))
        let units = try StateUnits(keys.map { units[$0] }, of: keys, time: "1")
        func entry(_ parameter: String, _ item: Int) -> RuleEntry {
            RuleEntry(parameter: parameter, item: item, states: names, parameters: keys, units: units)
        }
        let formula = try RuleFormula(text ?? "state", states: names, parameters: keys, in: units)
        let planned = try rewirings.enumerated().map { try PlannedRewiring($1, entry("rewire", $0)) }
        try planned.checkReach(ofNext: text != nil, ofMoves: !moves.isEmpty)
        try self.init(
            graph, states, formula.setting(numbers),
            moves.enumerated().map { try PlannedMove($1, entry("move", $0)).setting(numbers) },
            planned.map { $0.setting(numbers) })
    }
}
