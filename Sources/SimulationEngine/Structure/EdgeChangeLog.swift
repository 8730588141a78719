/// The changes of edges that a model has made and its simulation has not told yet.
///
/// A model that conforms to ``ChangingEdges`` owns one, and tells it of each change.
public final class EdgeChangeLog {
    private var changes: [EdgeChange] = []

    /// Creates an empty log.
    public init() {}

    /// Takes note of a change.
    public func note(_ change: EdgeChange) { changes.append(change) }

    /// True if there is nothing to tell.
    var isEmpty: Bool { changes.isEmpty }

    /// Hands over what has changed since this was asked for last.
    func takeAll() -> [EdgeChange] {
        defer { changes = [] }
        return changes
    }
}
