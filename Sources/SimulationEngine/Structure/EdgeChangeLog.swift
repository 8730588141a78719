/// The changes of edges that a model has made and its simulation has not told yet.
///
/// A model that conforms to ``ChangingEdges`` owns one, and tells it of each change.
public final class EdgeChangeLog {
    @exclusivity(unchecked)
    private var changes: [EdgeChange] = []

    /// Tells if somebody reads what the model changes by itself; `nil` while it changes nothing by itself.
    @exclusivity(unchecked)
    var isRead: (() -> Bool)?

    /// Creates an empty log.
    public init() {}

    /// Takes note of a change, unless the model has made it by itself and nobody reads it.
    public func note(_ change: EdgeChange) {
        guard isRead?() ?? true else { return }
        changes.append(change)
    }

    /// True if there is nothing to tell.
    var isEmpty: Bool { changes.isEmpty }

    /// Archives what has not been told, as when a run was interrupted within a step.
    func archive(in archive: StateArchive, nodeCount: Int) throws(CheckpointError) {
        var ends = changes.flatMap { [$0.source, $0.target] }
        var weights = changes.flatMap { [$0.old ?? .nan, $0.new ?? .nan] }
        try archive.values(&ends)
        try archive.values(&weights)
        guard archive.isReading else { return }
        guard ends.count == weights.count, ends.count.isMultiple(of: 2), ends.allSatisfy((0..<nodeCount).contains)
        else {
            throw .damaged(reason: "an edge has changed that there cannot be")
        }
        changes = stride(from: 0, to: ends.count, by: 2).map { index in
            let (old, new) = (weights[index], weights[index + 1])
            return EdgeChange(
                source: ends[index], target: ends[index + 1], old: old.isNaN ? nil : old, new: new.isNaN ? nil : new)
        }
    }

    /// Hands over what has changed since this was asked for last.
    func takeAll() -> [EdgeChange] {
        defer { changes = [] }
        return changes
    }
}
