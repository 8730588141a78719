import Descriptions
import SimulationEngine

/// One of the 256 elementary cellular automata: cells in a ring, each of which becomes what a table says of its left
/// neighbour, itself and its right one.
///
/// Bit 4 l + 2 c + r of the rule's number is what a cell c between l and r becomes.
///
/// S. Wolfram, *Statistical mechanics of cellular automata*, Reviews of Modern Physics 55 (1983) 601,
/// DOI 10.1103/RevModPhys.55.601.
///
/// Memory: 2 bytes a cell besides the graph.
public final class ElementaryAutomaton: SynchronousRule, NamedRule {
    /// As scenarios name it.
    package static let component = Component<RuleMaking<ElementaryAutomaton>>(
        "elementary", "cells in a ring that become what a table says of their neighbours and themselves",
        references: [
            Reference(
                "S. Wolfram", "Statistical mechanics of cellular automata", "Reviews of Modern Physics", "55",
                page: "601",
                year: 1983, doi: "10.1103/RevModPhys.55.601")
        ],
        Parameter("rule", "the number of the rule", in: 0...255).example(90), UpdateRules.cells("alive")
    ) { rule, cells in
        RuleMaking { graph, streams in
            guard (try? Graph.ring(nodes: graph.vertexCount)) == graph else { throw MonteCarloError.noRing }
            return try ElementaryAutomaton(rule: UInt8(rule), cells: streams.cells(cells, of: graph))
        }
    }

    /// The state of a vertex.
    public typealias NodeState = Bool

    /// The ring.
    public let graph: Graph

    /// Which cells are 1.
    public let states: VertexStates<Bool>

    /// The number of the rule.
    public let rule: UInt8

    /// Creates an automaton.
    ///
    /// - Throws: `GraphGeneratorError` if there are fewer than three cells.
    public init(rule: UInt8, cells: [Bool]) throws {
        graph = try Graph.ring(nodes: cells.count)
        self.rule = rule
        states = VertexStates(cells)
    }

    /// The next state of a cell.
    public func next(_ vertex: Int, in states: Span<Bool>, _ random: inout RandomWords) -> Bool {
        let left = states[unchecked: vertex == 0 ? self.states.count - 1 : vertex - 1]
        let right = states[unchecked: vertex == self.states.count - 1 ? 0 : vertex + 1]
        let pattern = (left ? 4 : 0) + (states[unchecked: vertex] ? 2 : 0) + (right ? 1 : 0)
        return rule >> UInt8(pattern) & 1 == 1
    }

    /// The part of cells that are 1.
    public static var quantities: CellQuantities<ElementaryAutomaton> { CellQuantities() }
}
