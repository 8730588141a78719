/// What has become of an edge of a network.
public struct EdgeChange: Equatable, Sendable {
    /// The node from which the edge leads; the smaller one where edges have no direction.
    public let source: Int

    /// The node to which it leads.
    public let target: Int

    /// Its weight before, 1 where edges have none, or `nil` if it was not there.
    public let old: Double?

    /// Its weight now, or `nil` if it is no longer there.
    public let new: Double?

    /// Creates a change.
    public init(source: Int, target: Int, old: Double?, new: Double?) {
        self.source = source
        self.target = target
        self.old = old
        self.new = new
    }
}

/// The changes of edges that a model has made and its simulation has not told yet.
///
/// A model that conforms to ``ChangingEdges`` owns one, and tells it of each change.
public final class EdgeChangeLog {
    private var changes: [EdgeChange] = []

    /// Creates an empty log.
    public init() {}

    /// Takes note of a change.
    public func note(_ change: EdgeChange) { changes.append(change) }

    /// Whether there is nothing to tell.
    var isEmpty: Bool { changes.isEmpty }

    /// Hands over what has changed since this was asked for last.
    func takeAll() -> [EdgeChange] {
        defer { changes = [] }
        return changes
    }
}

/// A model whose edges can be added, removed and given other weights during a run.
public protocol ChangingEdges: SimulationModel {
    /// Whether edges have a direction.
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
    /// - Throws: What is wrong with it; nothing has changed then.
    func setEdgeWeight(_ weight: Double?, from source: Int, to target: Int) throws
}
