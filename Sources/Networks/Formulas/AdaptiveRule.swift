import SimulationEngine

/// Vertices with named states, each of which becomes what a formula says, or rewires one of its edges: states and graph change each
/// other. The adaptive voter model of P. Holme and M. E. J. Newman, DOI 10.1103/PhysRevE.74.056108:
///
///     let voters = try AdaptiveRule(
///         graph: graph, states: opinions, named: ["no", "yes"], next: "neighbour",
///         rewirings: [FormulaRewiring(if: "random < 0.4", to: .alike)])
///
/// It is moved on by ``RuleSweeps``, and formulas may use what those of a ``FormulaRule`` may. In its turn a vertex looks at the
/// rewirings one after the other. The first whose condition holds is what it does in this turn; nothing happens if there is no such edge,
/// or no vertex that could be its new end. If none holds, it becomes what the formula of the next state says, and what stands on it may
/// move. `neighbour` and `random` are drawn once for a turn: they are the same for all conditions and for the next state.
///
/// What is drawn is keyed by the number of the sweep, and by that of the turn in it, so that what one vertex draws changes nothing of
/// what others do.
///
/// Edges are changed by others, too, as in any ``NetworkModel``.
///
/// Memory: 10 bytes a vertex besides the graph, the parameters and what moves take.
public final class AdaptiveRule: StateRule, NetworkModel {
    /// The state of a vertex: its number.
    public typealias NodeState = UInt8

    /// The graph.
    public let network: ChangingGraph

    /// The numbers of states.
    public let states: VertexStates<UInt8>

    /// The names of the states, in the order of their numbers.
    public var stateNames: [String] { next.names.states }

    /// How many edges have been rewired since the beginning.
    @exclusivity(unchecked)
    public internal(set) var rewiringCount = 0

    /// How many moves have been made since the beginning.
    public var moveCount: Int { moves?.moveCount ?? 0 }

    package func statesWereChanged() { moves?.statesWereChanged() }

    private let moves: RuleMoves?

    /// The vertices in each state, of which new ends are drawn.
    @exclusivity(unchecked)
    private var members: StateMembers

    private let next: RuleFormula
    private let evaluation: ColumnEvaluation
    private let rewirings: [PlannedRewiring]
    private let conditions: [ColumnEvaluation?]

    /// How many turns of the present sweep have begun.
    @exclusivity(unchecked)
    private var turnCount = 0

    /// What has gone wrong in the present sweep.
    private var failure: (any Error)?

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - states: The number of the state of each vertex.
    ///   - names: The names of the states, at most 256.
    ///   - text: The formula of the next state; it stays what it is unless given.
    ///   - rewirings: How edges are rewired: by the first of these whose condition holds.
    ///   - moves: How what stands on vertices moves, after a vertex has become something.
    ///   - parameters: Names that stand for a number of each vertex, or for one of all. Names such as `place.x` and `place.y` are those of
    ///     the components of a vector, here `place`, in the order of these names.
    ///   - units: The units of parameters, such as `mV`, by which formulas are checked; those without are numbers without unit.
    /// - Throws: ``FormulaRuleError``, ``MonteCarloError``, and what is wrong with a formula; `ParameterError` for what a vertex never
    ///   comes to, since a rewiring before it has no condition.
    public convenience init(
        graph: Graph, states: [UInt8], named names: [String], next text: String? = nil,
        rewirings: [FormulaRewiring], moves: [FormulaMove] = [], parameters: [String: [Double]] = [:],
        units: [String: String] = [:]
    ) throws {
        try self.init(
            RuleParts(
                graph: graph, states: states, named: names, next: text, moves: moves, rewirings: rewirings,
                parameters: parameters, units: units))
    }

    /// Creates a model of its parts.
    package init(_ parts: RuleParts) {
        network = ChangingGraph(parts.graph, countingEditions: false)
        states = VertexStates(parts.states)
        (next, rewirings) = (parts.next, parts.rewirings)
        moves = parts.moves.isEmpty ? nil : RuleMoves(parts.moves, of: states, onFixed: nil)
        evaluation = next.program.makeEvaluation()
        conditions = rewirings.map { $0.condition?.program.makeEvaluation() }
        members = StateMembers(of: states.elements, stateCount: next.names.states.count)
    }

    /// The number of vertices; in a rule none come or go.
    public var nodeCount: Int { states.count }

    /// The graph as it is.
    public var graph: Graph { network.graph }

    /// The names of the vertices, where they have names.
    public var nodeNames: [String]? { network.graph.vertexNames }

    /// Begins to count turns.
    public func prepareStep() {
        turnCount = 0
        members.follow(states.elements)
    }

    /// Ends a run in which something has gone wrong.
    public func finishStep() throws {
        if let failure { throw failure }
    }
}

// MARK: - Turns

extension AdaptiveRule {
    /// What a vertex does in its turn.
    private enum Turn {
        case rewires(from: Int, to: Int)
        case becomes(UInt8)
        case rests
    }

    /// Has a vertex rewire one of its edges, or become what it becomes.
    public func update(_ vertex: Int, _ random: inout RandomWords) {
        guard let present = UnsafePointer(states.elements.baseAddress) else { return }
        var luck = VertexLuck.ofTurn(random, turnCount)
        turnCount += 1
        // The graph is looked at first and changed then: while somebody has it, a change would copy it.
        switch turn(of: vertex, on: network.graph, in: present, &luck) {
        case .rewires(let end, let other): rewire(vertex, from: end, to: other)
        case .becomes(let state): become(state, vertex, &luck)
        case .rests: return
        }
    }

    private func turn(
        of vertex: Int, on graph: Graph, in states: UnsafePointer<UInt8>, _ luck: inout VertexLuck
    ) -> Turn {
        for index in rewirings.indices where isDue(index, vertex, graph, states, &luck) {
            let (ends, targets) = (rewirings[index].ends, rewirings[index].targets)
            guard let end = end(of: vertex, ends, graph, states, &luck),
                let other = newEnd(for: vertex, targets, graph, states, &luck)
            else { return .rests }
            return .rewires(from: end, to: other)
        }
        let value = value(of: next, for: vertex, evaluation, graph, states, &luck)
        if next.isState(value) { return .becomes(UInt8(value)) }
        failure = FormulaRuleError.noState(value, vertex: vertex, stateCount: stateNames.count)
        return .rests
    }

    private func isDue(
        _ index: Int, _ vertex: Int, _ graph: Graph, _ states: UnsafePointer<UInt8>, _ luck: inout VertexLuck
    ) -> Bool {
        guard let condition = rewirings[index].condition, let evaluation = conditions[index] else { return true }
        return value(of: condition, for: vertex, evaluation, graph, states, &luck) == 1
    }

    private func value(
        of formula: RuleFormula, for vertex: Int, _ evaluation: ColumnEvaluation, _ graph: Graph,
        _ states: UnsafePointer<UInt8>, _ luck: inout VertexLuck
    ) -> Double {
        var value = 0.0
        formula.compute(vertex..<vertex + 1, of: graph, in: states, &luck, evaluation) { value = $0[0] }
        return value
    }

    private func become(_ state: UInt8, _ vertex: Int, _ luck: inout VertexLuck) {
        guard let moves else {
            states.elements[vertex] = state
            return members.note(vertex, is: state)
        }
        let place = luck.draw(for: vertex, .move) { moves.update(vertex, to: state, on: network.graph, &$0) }
        for changed in [vertex, place] where changed >= 0 { members.note(changed, is: states.elements[changed]) }
    }

    private func rewire(_ vertex: Int, from end: Int, to other: Int) {
        do {
            try network.rewire(vertex, from: end, to: other)
            rewiringCount += 1
        } catch { failure = error }
    }
}

// MARK: - Ends of edges

extension AdaptiveRule {
    /// The other end of the edge of a vertex that is to be rewired, `nil` if there is none.
    private func end(
        of vertex: Int, _ choice: PlannedRewiring.Choice?, _ graph: Graph, _ states: UnsafePointer<UInt8>,
        _ luck: inout VertexLuck
    ) -> Int? {
        // The neighbour whose state formulas know.
        guard let choice else { return luck.draw(for: vertex, .neighbour) { graph.randomInNeighbour(of: vertex, &$0) } }
        return luck.draw(for: vertex, .edge) { random in
            graph.chosenInNeighbour(of: vertex, choice, states) { random.below($0) }
        }
    }

    /// A vertex that can be the new end; `nil` if there is none.
    private func newEnd(
        for vertex: Int, _ choice: PlannedRewiring.Choice, _ graph: Graph, _ states: UnsafePointer<UInt8>,
        _ luck: inout VertexLuck
    ) -> Int? {
        luck.draw(for: vertex, .place) { random in
            members.newEnd(for: vertex, choice, graph, states) { random.below($0) }
        }
    }
}

// MARK: - Checkpoints

extension AdaptiveRule: Resumable {
    /// Archives the graph, the states, the vertices in each in the order in which they are drawn from, and what moves keep.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try network.archiveState(in: archive)
        try archiveStates(in: archive)
        try members.archive(in: archive)
        try archive.count(&rewiringCount)
        try moves?.archiveState(in: archive)
    }
}
