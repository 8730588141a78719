import Descriptions
import SimulationEngine

/// A cellular automaton whose cells are born and survive by the number of their living neighbours, such as Conway's Life.
///
/// Cells are the vertices of any graph; an edge acts on the vertex to which it leads, whatever its weight. Life lives on
/// `Graph.mooreLattice(sides:periodic:)`. On such a lattice, and on one whose cells have four neighbours, 64 cells are
/// updated at once.
///
/// Memory: 2 bytes a vertex besides the graph.
public final class LifeLikeAutomaton: SynchronousRule, NamedRule {
    /// As scenarios name it.
    package static let component = Component<RuleMaking<LifeLikeAutomaton>>(
        "life",
        "cells that are born and survive by the number of their living neighbours, such as those of Conway's Life",
        synonyms: ["Game of Life", "Conway"],
        references: [
            Reference(
                "M. Gardner", "Mathematical games", "Scientific American", "223", page: "120", year: 1970,
                doi: "10.1038/scientificamerican1070-120")
        ],
        Parameter<String>(
            "rule", "the numbers of neighbours of births and of survivals", kind: .text, default: "B3/S23"),
        UpdateRules.cells("alive").example(.part(0.3))
    ) { text, cells in
        let rule: LifeLikeRule
        do { rule = try LifeLikeRule(text) } catch { throw ParameterError.unfit("rule", because: "is wrong: \(error)") }
        return RuleMaking { graph, streams in
            try LifeLikeAutomaton(graph: graph, rule: rule, cells: streams.cells(cells, of: graph))
        }
    }

    /// The state of a vertex: true if the cell lives.
    public typealias NodeState = Bool

    /// The graph that says which cells are neighbours.
    public let graph: Graph

    /// Which cells live.
    public let states: VertexStates<Bool>

    /// The rule.
    public let rule: LifeLikeRule

    /// The next state of a cell, true if it lives, by the number of its living neighbours: twice that, and 1 more if it lived.
    private let outcomes: [Bool]

    /// A bit for each of the first outcomes, 1 where it does.
    private let alive: UInt32

    /// The lattice, if the graph is one.
    private let lattice: CellLattice?

    /// Creates an automaton.
    ///
    /// - Throws: ``MonteCarloError`` if there is no vertex, not one cell for each, or if the rule is about more neighbours
    ///   than any cell has.
    public init(graph: Graph, rule: LifeLikeRule = .life, cells: [Bool]) throws(MonteCarloError) {
        try Self.check(cells, for: graph)
        self.graph = graph
        self.rule = rule
        states = VertexStates(cells)
        let greatestDegree = (0..<graph.vertexCount).reduce(0) { max($0, graph.inDegree(of: $1)) }
        if let count = rule.births.union(rule.survivals).max(), count > greatestDegree {
            throw .unreachableRule(neighbours: count, greatest: greatestDegree)
        }
        let outcomes = (0...greatestDegree).flatMap { [rule.births.contains($0), rule.survivals.contains($0)] }
        self.outcomes = outcomes
        lattice = CellLattice(graph)
        // No cell within a lattice has more than eight neighbours.
        alive = outcomes.prefix(18).enumerated().reduce(0) { $0 | ($1.element ? 1 << UInt32($1.offset) : 0) }
    }

    /// The next state of a cell, true if it lives.
    public func next(_ vertex: Int, in states: Span<Bool>, _ random: inout RandomWords) -> Bool {
        next(vertex, in: states)
    }

    private func next(_ cell: Int, in states: Span<Bool>) -> Bool {
        var count = 0
        graph.forEachInNeighbour(of: cell) { count += states[unchecked: $0] ? 1 : 0 }
        return outcomes[2 * count + (states[unchecked: cell] ? 1 : 0)]
    }

    /// Computes the next states of the cells of a run, on a lattice.
    public func next(
        ofAll run: Range<Int>, in states: Span<Bool>, into target: inout MutableSpan<Bool>,
        _ random: RandomWords
    ) -> Bool {
        guard let lattice else { return false }
        withPointers(states, &target) { all, part in
            lattice.update(run, in: all, into: part - run.lowerBound, alive: alive) { next($0, in: states) }
        }
        return true
    }

    /// The part of cells that live.
    public static var quantities: CellQuantities<LifeLikeAutomaton> { CellQuantities() }
}

/// The quantities of automata whose cells live or do not.
public struct CellQuantities<Model: UpdateRuleModel & SendableMetatype>: QuantitySet where Model.NodeState == Bool {
    /// The number of cells that live.
    public let population = QuantityDefinition<Model, Double>("population", isCount: true) { model in
        Double(model.states.elements.count { $0 })
    }

    /// The part of cells that live.
    public let density = QuantityDefinition<Model, Double>("density") { model in
        Double(model.states.elements.count { $0 }) / Double(model.states.count)
    }

    /// Both.
    public var all: [any AnyQuantityDefinition<Model>] { [population, density] }
}
