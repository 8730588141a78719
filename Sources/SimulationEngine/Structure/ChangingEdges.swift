/// A model whose edges can be added, removed and given other weights during a run.
public protocol ChangingEdges: SimulationModel {
    /// True if edges have a direction.
    var hasDirectedEdges: Bool { get }

    /// Is told of each change of an edge, by whomever.
    var edgeChanges: EdgeChangeLog { get }

    /// The weight of an edge between nodes that are in range, 1 where edges have none, or `nil` if there is none.
    func edgeWeight(from source: Int, to target: Int) -> Double?

    /// Adds an edge, gives it another weight, or removes it, and notes the change.
    ///
    /// - Parameters:
    ///   - weight: The weight, `nil` to remove the edge.
    ///   - source: The node from which it leads, which is in range.
    ///   - target: The node to which it leads, which is in range.
    /// - Throws: The problem with it; nothing has changed then.
    func setEdgeWeight(_ weight: Double?, from source: Int, to target: Int) throws
}
