/// A jump of a node from one state to another, and what brought it about.
public struct TracedJump: BitwiseCopyable, Equatable, Sendable {
    /// When.
    public let time: Double

    /// The number of the node.
    public let node: Int32

    /// The number of the neighbour that brought it about; -1 if the node jumped by itself.
    public let source: Int32

    /// The number of the state that it left.
    public let old: UInt8

    /// The number of the state that it entered.
    public let new: UInt8

    /// Creates a jump.
    public init(time: Double, node: Int32, source: Int32, old: UInt8, new: UInt8) {
        (self.time, self.node, self.source, self.old, self.new) = (time, node, source, old, new)
    }
}

/// Takes down the jumps of a model with what brought them about, in their order, and hands them over many at a time.
public final class JumpTrace {
    private var jumps: [TracedJump] = []
    private let receive: ([TracedJump]) -> Void

    /// How many are handed over at once.
    private static let capacity = 4096

    /// Creates a trace.
    ///
    /// - Parameter receive: Is handed jumps, perhaps in the middle of an advance, when it must not look at the model.
    public init(receive: @escaping ([TracedJump]) -> Void) {
        self.receive = receive
        jumps.reserveCapacity(Self.capacity)
    }

    /// Takes down a jump.
    ///
    /// - Complexity: O(1) amortised.
    @inline(__always)
    package func note(_ jump: TracedJump) {
        jumps.append(jump)
        if jumps.count == Self.capacity { handOver() }
    }

    /// Hands over all jumps that have been taken down.
    public func handOver() {
        guard !jumps.isEmpty else { return }
        receive(jumps)
        jumps.removeAll(keepingCapacity: true)
    }
}

/// A model that can tell what brought about each jump of a node from one of a few states to another.
public protocol TracedModel: SimulationModel {
    /// The names of the states, in the order of their numbers.
    var stateNames: [String] { get }

    /// For each state whether a node that enters it because of a neighbour, or is in it at the beginning, may bring about jumps of
    /// others before a neighbour changes it again: such nodes are the vertices of a ``CauseTree``.
    var passesOn: [Bool] { get }

    /// Has jumps taken down from now on. Nothing of it changes what happens. What moves the model
    /// must be a method that knows what brings jumps about, such as the event-driven one.
    func addTrace(_ trace: JumpTrace)
}
