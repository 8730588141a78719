import Networks
import SimulationEngine

/// The graph of the nodes that are there, whose measures are taken.
struct MeasuredGraph {
    let graph: Graph

    /// The numbers of the nodes, or `nil` if all are there.
    private let members: [Int]?

    /// - Complexity: O(1) if all nodes are there, else O(n + m) for n vertices and m edges.
    init(_ graph: Graph, of population: Population?) throws {
        members = population.flatMap { $0.isComplete ? nil : $0.members }
        self.graph = try members.map { try graph.subgraph(of: $0) } ?? graph
    }

    /// The modularity of a partition, given as the number of the community of each node, whether it is there or not.
    func modularity(of communities: [Int]) throws -> Double {
        try graph.modularity(of: members.map { $0.map { communities[$0] } } ?? communities)
    }
}
