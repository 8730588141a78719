/// Takes down the jumps of a model with what brought them about, in their order, and hands them over many at a time.
public final class JumpTrace {
    private var jumps: [TracedJump] = []
    private let receive: ([TracedJump]) -> Void

    /// Who has intervened last, of which jumps may follow.
    package private(set) var interventions = LatestInterventions()

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

    /// Takes down that somebody has intervened, and hands over all jumps before. An event that follows from it is told as one by itself if
    /// this is not called.
    public func note(_ intervention: Intervention, by author: String?) {
        handOver()
        interventions.note(intervention, by: author)
    }

    /// Hands over all jumps that have been taken down.
    public func handOver() {
        guard !jumps.isEmpty else { return }
        receive(jumps)
        jumps.removeAll(keepingCapacity: true)
    }

    /// Archives who has intervened last, after all jumps have been handed over.
    package func archive(in archive: StateArchive) throws(CheckpointError) {
        handOver()
        try interventions.archive(in: archive)
    }
}

/// Those who take down the jumps of a model.
package struct JumpTraces {
    private var traces: ContiguousArray<JumpTrace> = []

    /// True if anybody does.
    package private(set) var areThere = false

    package init() {}

    /// Has a trace take down what happens from now on.
    package mutating func add(_ trace: JumpTrace) {
        traces.append(trace)
        areThere = true
    }

    /// Has all traces take down a jump.
    @inline(never)
    package func note(_ jump: TracedJump) {
        for trace in traces { trace.note(jump) }
    }

    /// Tests if somebody has intervened at a time in what a node depends on.
    package func knowsIntervention(at time: Double, on node: Int) -> Bool {
        traces.contains { $0.interventions.author(at: time, on: node) != nil }
    }
}

/// A model that can tell what brought about each jump of a node.
public protocol TracedModel: SimulationModel {
    /// The kind of its jumps.
    var jumps: JumpKind { get }

    /// For each state whether a node that enters it because of a neighbour, or is in it at the beginning, may bring about jumps of
    /// others before a neighbour changes it again: such nodes are the vertices of a ``CauseTree``. Of events all are.
    var passesOn: [Bool] { get }

    /// True if what a node changes to by itself is its own, so that it is a root of a ``CauseTree`` from then on, as a voter with a new
    /// opinion; false if it goes on with what it has got, as one who falls ill after having been exposed. False unless implemented.
    var beginsAnewByItself: Bool { get }

    /// Has jumps taken down from now on. Nothing of it changes what happens. What moves the model
    /// must be a method that knows what brings jumps about, such as the event-driven one.
    func addTrace(_ trace: JumpTrace)
}

extension TracedModel {
    /// False.
    public var beginsAnewByItself: Bool { false }
}
