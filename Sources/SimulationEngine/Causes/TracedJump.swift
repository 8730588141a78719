/// A jump of a node, from one state to another or by an event that happens to it, and what brought it about.
public struct TracedJump: BitwiseCopyable, Equatable, Sendable {
    /// When.
    public let time: Double

    /// How manieth event of the run it is, from 0; −1 for a change of state.
    public let number: Int

    /// The number of the event of the ``source`` that brought it about; −1 if none did.
    public let parent: Int

    /// The number of the node.
    public let node: Int32

    /// The number of the neighbour that brought it about; −1 if no single one did.
    public let source: Int32

    /// The number of the state that it left; −1 for an event.
    public let old: Int32

    /// The number of the state that it entered, or that of the event in the list of those that can happen to a node.
    public let new: Int32

    /// The cause.
    public let cause: JumpCause

    /// Creates a change of state.
    ///
    /// - Parameters:
    ///   - time: When.
    ///   - node: The number of the node.
    ///   - source: The number of the neighbour that brought it about; −1 if no single one did.
    ///   - old: The number of the state that the node left.
    ///   - new: The number of the state that it entered.
    ///   - cause: The cause: a neighbour if there is a source, otherwise the node itself, unless given.
    public init(
        time: Double, node: Int32, source: Int32, old: UInt8, new: UInt8, cause: JumpCause? = nil
    ) {
        (self.time, self.node, self.source) = (time, node, source)
        (self.old, self.new) = (Int32(old), Int32(new))
        self.cause = cause ?? (source >= 0 ? .neighbour : .itself)
        (number, parent) = (-1, -1)
    }

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - time: When.
    ///   - node: The number of the node.
    ///   - event: Which event of the model it is.
    ///   - number: How manieth event of the run it is.
    ///   - source: The node whose message brought it about, and the number of the event that sent it; `nil` if none did.
    ///   - cause: The cause if there is no source.
    package init(
        time: Double, node: Int32, event: Int32, number: Int, source: (node: Int32, event: Int)?, else cause: JumpCause
    ) {
        (self.time, self.node, self.number) = (time, node, number)
        (old, new) = (-1, event)
        (self.source, parent) = (source?.node ?? -1, source?.event ?? -1)
        self.cause = source == nil ? cause : .neighbour
    }
}

/// A cause of a jump.
public enum JumpCause: String, BitwiseCopyable, Sendable {
    /// The node jumped by itself.
    case itself

    /// A single neighbour.
    case neighbour

    /// Neighbours together, of which none can be said to have done it alone.
    case neighbours

    /// Somebody from outside.
    case intervention
}

/// A kind of jumps of a model.
public enum JumpKind: Sendable {
    /// Changes from one state to another, by the names of the states in the order of their numbers.
    case states([String])

    /// Events that happen to nodes, by how many there can be.
    case events(count: Int)

    /// True if nothing of the kind can happen.
    package var isEmpty: Bool {
        switch self {
        case .states(let names): names.isEmpty
        case .events(let count): count == 0
        }
    }
}
