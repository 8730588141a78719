import Descriptions
import SimulationEngine

/// Vertices with named states, each of which becomes what a formula says, of its state, of how many of its neighbours are in which
/// state, and of random numbers:
///
///     let life = try FormulaRule(
///         graph: .mooreLattice(sides: [64, 64]), states: cells, named: ["dead", "alive"],
///         next: "if(count(neighbours, alive) == 3 or state == alive and count(neighbours, alive) == 2, alive, dead)")
///
/// It is moved on by ``RuleSteps``, all vertices at once, or by ``RuleSweeps``, one after the other. An edge acts on the vertex to
/// which it leads, whatever its weight. A formula may use
///
/// | name | what it is |
/// |---|---|
/// | `state`, and the names of states | the number of the vertex' state, and of each state |
/// | `count(neighbours, S)` | how many neighbours are in a state; `state` means that of the vertex |
/// | `degree` | how many neighbours there are |
/// | `before`, `after` | the states of the vertices whose numbers are one less and one greater, in a ring |
/// | `neighbour` | the state of a neighbour that is drawn at random, the vertex' own if it has none |
/// | `random` | a number from [0, 1) that is drawn at random, once for a vertex and step |
///
/// and its parameters. A formula of the state, the degree and counts of at most two states is a table, and costs no more than looking
/// it up; a rule like that of Life on a lattice is computed for 64 cells at once. Where all are updated at once, random numbers are
/// keyed by step and vertex: they depend neither on threads nor on what else is drawn.
///
/// Whatever stands on vertices may move (``FormulaMove``): of a vertex that is updated after it has become something, and where all are
/// updated at once when all have.
///
/// Memory: 2 bytes a vertex besides the graph and the parameters, where there are moves 20 more, and up to 8 for each among all vertices.
public final class FormulaRule: SynchronousRule, StateRule {
    /// The state of a vertex: its number.
    public typealias NodeState = UInt8

    /// The graph that says which vertices are neighbours.
    public let graph: Graph

    /// The numbers of states.
    public let states: VertexStates<UInt8>

    /// The names of the states, in the order of their numbers.
    public let stateNames: [String]

    let formula: RuleFormula
    let table: NeighbourhoodTable?
    let cells: RuleCells?

    /// How many moves have been made since the beginning.
    public var moveCount: Int { moves?.moveCount ?? 0 }

    package func statesWereChanged() { moves?.statesWereChanged() }

    /// Has what stands on vertices move, if anything does.
    let moves: RuleMoves?

    /// Computes the formula for one vertex alone, on one thread.
    let loneEvaluation: ColumnEvaluation

    /// For each run of vertices, one whose formula gave no state, or −1; and what it gave.
    let failures: ScratchMemory<RuleFailure>
    let failureCount: Int

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - states: The number of the state of each vertex.
    ///   - names: The names of the states, at most 256.
    ///   - text: The formula of the next state.
    ///   - moves: How what stands on vertices moves: by the first of these whose condition holds and that has a place.
    ///   - parameters: Names that stand for a number of each vertex, or for one of all. Names such as `place.x` and `place.y` are those of
    ///     the components of a vector, here `place`, in the order of these names.
    ///   - units: The units of parameters, such as `mV`, by which formulas are checked; those without are numbers without unit.
    /// - Throws: ``FormulaRuleError``, ``MonteCarloError``, and what is wrong with a formula.
    public convenience init(
        graph: Graph, states: [UInt8], named names: [String], next text: String = "state", moves: [FormulaMove] = [],
        parameters: [String: [Double]] = [:], units: [String: String] = [:]
    ) throws {
        try self.init(
            RuleParts(
                graph: graph, states: states, named: names, next: text, moves: moves, parameters: parameters,
                units: units))
    }

    package init(_ parts: RuleParts) throws {
        let (graph, formula, moves) = (parts.graph, parts.next, parts.moves)
        self.graph = graph
        states = VertexStates(parts.states)
        self.formula = formula
        stateNames = formula.names.states
        loneEvaluation = formula.program.makeEvaluation()
        let table = formula.table(for: graph)
        if let table, let value = table.first(where: { !formula.isState($0) })?.value {
            throw FormulaRuleError.noState(value, vertex: nil, stateCount: stateNames.count)
        }
        self.table = table
        cells = RuleCells(graph, table, formula)
        self.moves = moves.isEmpty ? nil : RuleMoves(moves, of: states, onFixed: graph)
        failureCount = ThreadTeam.runCount(of: graph.vertexCount)
        failures = ScratchMemory(count: max(1, failureCount), repeating: RuleFailure())
    }

    /// Ends a run in which the formula has given something that is no state.
    public func finishStep() throws {
        for index in 0..<failureCount where failures.pointer[index].vertex >= 0 {
            let failure = failures.pointer[index]
            throw FormulaRuleError.noState(failure.value, vertex: failure.vertex, stateCount: stateNames.count)
        }
    }

    /// Has what stands on vertices move.
    public func moveStates(_ forEachRun: ((Range<Int>, RandomWords) -> Void) -> Void) {
        moves?.moveAll(on: graph, forEachRun)
    }

    /// The number of vertices in a state.
    public func count(of state: Int) -> Int { states.elements.count { Int($0) == state } }
}

/// A value that is no state, and whose it was.
struct RuleFailure: BitwiseCopyable {
    var vertex = -1
    var value = 0.0
}

/// An error in a rule that is a formula.
public enum FormulaRuleError: Error, Equatable, Sendable {
    /// The formula gives something that is not the number of a state.
    case noState(Double, vertex: Int?, stateCount: Int)

    /// There must be 2 to 256 states of different names that can stand in a formula.
    case wrongStates([String])
}

extension FormulaRuleError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .noState(let value, let vertex, let count):
            "the rule gives \(value.plain)\(vertex.map { " for node \($0)" } ?? ""), which is no state: it must give the name of one, or a "
                + "number from 0 to \(count - 1)"
        case .wrongStates(let names):
            "the states are \(names.joined(separator: ", ")): they must be 2 to 256 different names of letters, digits and '_'"
        }
    }
}
