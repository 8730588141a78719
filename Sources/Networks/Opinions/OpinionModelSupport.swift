import SimulationEngine

extension Graph {
    /// A vertex from which an edge leads to a vertex, each edge with the same probability; `nil` if there is none.
    @inline(__always)
    func randomInNeighbour(of vertex: Int, _ random: inout RandomWords) -> Int? {
        let rows = incoming
        let range = rows.range(of: vertex)
        return range.isEmpty ? nil : Int(rows.vertices[range.lowerBound + random.below(range.count)])
    }

    /// Calls a closure with each vertex from which an edge leads to a vertex.
    @inline(__always)
    func forEachInNeighbour(of vertex: Int, _ body: (Int) -> Void) {
        let rows = incoming
        for index in rows.range(of: vertex) { body(Int(rows.vertices[index])) }
    }
}

extension UpdateRuleModel {
    /// Checks that there is a state for each vertex.
    static func check(_ states: [NodeState], for graph: Graph) throws(MonteCarloError) {
        guard graph.vertexCount > 0 else { throw .noVertices }
        try MonteCarloError.check(count: states.count, of: "states", vertexCount: graph.vertexCount)
    }
}

extension UpdateRuleModel where NodeState == UInt8 {
    /// Checks that there is a state for each vertex, below a number.
    static func check(_ states: [UInt8], below count: Int, for graph: Graph) throws(MonteCarloError) {
        try check(states, for: graph)
        if let greatest = states.max(), Int(greatest) >= count {
            throw .outOfRange("a state", value: Double(greatest), lowest: 0, greatest: Double(count - 1))
        }
    }

    /// The part of vertices that are in the most frequent state.
    var greatestShare: Double {
        var counts = [Int](repeating: 0, count: 256)
        for state in states.elements { counts[Int(state)] += 1 }
        return Double(counts.max() ?? 0) / Double(states.count)
    }

    /// The part of edges that join vertices in different states.
    var partOfActiveEdges: Double {
        let (graph, elements) = (graph, states.elements)
        var (activeCount, count) = (0, 0)
        for vertex in 0..<states.count {
            graph.forEachInNeighbour(of: vertex) { neighbour in
                count += 1
                if elements[neighbour] != elements[vertex] { activeCount += 1 }
            }
        }
        return count == 0 ? 0 : Double(activeCount) / Double(count)
    }
}

/// The quantities of models whose vertices have one of a few opinions.
public struct OpinionQuantities<Model: UpdateRuleModel & SendableMetatype>: QuantitySet
where Model.NodeState == UInt8 {
    /// The part of vertices that have the most frequent opinion: 1 in consensus.
    public let greatestShare = QuantityDefinition<Model, Double>("greatest-share") { $0.greatestShare }

    /// The part of edges that join different opinions: 0 where nothing can change.
    public let activeEdges = QuantityDefinition<Model, Double>("active-edges") { $0.partOfActiveEdges }

    /// The mean of the numbers of the opinions, with two opinions the part of vertices that have the second.
    public let meanState = QuantityDefinition<Model, Double>("mean-state") { model in
        Double(model.states.elements.reduce(0) { $0 + Int($1) }) / Double(model.states.count)
    }

    /// All of them.
    public var all: [any AnyQuantityDefinition<Model>] { [greatestShare, activeEdges, meanState] }
}
