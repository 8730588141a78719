/// A change of an edge of a network.
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
