/// A change of a node of a group.
public struct NodeChange<State> {
    /// The number of the node.
    public let node: Int

    /// Its state when it was last published.
    public let old: State

    /// Its state now.
    public let new: State

    /// The membership of the node in the group, before and after the change.
    public let membership: Membership

    /// How a node stands to a group.
    public enum Membership: UInt8, Sendable {
        /// It was in the group before and still is.
        case lasting

        /// It was not in the group before and now is.
        case joined

        /// It was in the group before and is so no more.
        case left
    }

    /// Creates a change.
    @inlinable
    public init(node: Int, old: State, new: State, membership: Membership = .lasting) {
        self.node = node
        self.old = old
        self.new = new
        self.membership = membership
    }
}

extension NodeChange: Equatable where State: Equatable {}
extension NodeChange: Sendable where State: Sendable {}
