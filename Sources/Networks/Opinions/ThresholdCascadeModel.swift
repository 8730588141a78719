import Descriptions
import SimulationEngine

/// Cascades by thresholds: a vertex becomes active for ever as soon as the active part of its neighbours has reached its
/// threshold; all vertices look at the same time.
///
/// An edge acts on the vertex to which it leads, whatever its weight. A vertex without neighbours stays as it is.
///
/// D. J. Watts, *A simple model of global cascades on random networks*, PNAS 99 (2002) 5766, DOI 10.1073/pnas.082090499.
///
/// Memory: 10 bytes a vertex besides the graph.
public final class ThresholdCascadeModel: SynchronousRule, NamedRule {
    /// As scenarios name it.
    package static let component = Component<RuleMaking<ThresholdCascadeModel>>(
        "threshold-cascade", "nodes that become active for ever when a part of their neighbours is",
        references: [
            Reference(
                "D. J. Watts", "A simple model of global cascades on random networks", "PNAS", "99", page: "5766",
                year: 2002, doi: "10.1073/pnas.082090499")
        ],
        Parameter(nodes: "threshold", "the part of active neighbours that makes a node active", .fraction)
            .example(.drawn(.constant(0.18))),
        Parameter(count: "active", "how many nodes are active at the beginning", atLeast: 0, default: 1)
    ) { threshold, count in
        RuleMaking { graph, streams in
            guard count <= graph.vertexCount else {
                throw ParameterError.unfit("active", because: "must be between 0 and \(graph.vertexCount)")
            }
            var random = streams.words(for: .choiceOfNodes)
            let active = Array((0..<graph.vertexCount).shuffled(using: &random).prefix(count))
            return try ThresholdCascadeModel(
                graph: graph, thresholds: streams.initialStates(threshold, of: graph), active: active)
        }
    }

    /// The state of a vertex: true if it is active.
    public typealias NodeState = Bool

    /// The graph along whose edges vertices act.
    public let graph: Graph

    /// Which vertices are active.
    public let states: VertexStates<Bool>

    /// The threshold of each vertex.
    public let thresholds: [Double]

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - thresholds: A threshold for each vertex, from 0 to 1.
    ///   - active: The vertices that are active at the beginning.
    /// - Throws: ``MonteCarloError`` if there is no vertex, not one threshold for each, or if a number is out of range.
    public init(graph: Graph, thresholds: [Double], active: [Int]) throws(MonteCarloError) {
        var states = [Bool](repeating: false, count: graph.vertexCount)
        for vertex in active {
            try MonteCarloError.check(Double(vertex), "an active vertex", in: 0...Double(max(0, states.count - 1)))
            if states.indices.contains(vertex) { states[vertex] = true }
        }
        try Self.check(states, for: graph)
        try MonteCarloError.check(count: thresholds.count, of: "thresholds", vertexCount: graph.vertexCount)
        for threshold in thresholds { try MonteCarloError.check(threshold, "a threshold", in: 0...1) }
        self.graph = graph
        self.thresholds = thresholds
        self.states = VertexStates(states)
    }

    /// The next state of a vertex, true if it is active.
    public func next(_ vertex: Int, in states: Span<Bool>, _ random: inout RandomWords) -> Bool {
        guard !states[unchecked: vertex] else { return true }
        var (activeCount, count) = (0, 0)
        graph.forEachInNeighbour(of: vertex) { neighbour in
            count += 1
            if states[unchecked: neighbour] { activeCount += 1 }
        }
        return count > 0 && Double(activeCount) / Double(count) >= thresholds[vertex]
    }

    /// The quantities of cascades.
    public struct Quantities: QuantitySet {
        /// The part of vertices that are active.
        public let active = QuantityDefinition<ThresholdCascadeModel, Double>("active") { model in
            Double(model.states.elements.count { $0 }) / Double(model.states.count)
        }

        /// The part of vertices that are active.
        public var all: [any AnyQuantityDefinition<ThresholdCascadeModel>] { [active] }
    }

    /// The quantities of cascades.
    public static var quantities: Quantities { Quantities() }
}
