/// An integrator whose states last until they jump: of events that happen at their times, or of sweeps and synchronous rules,
/// for which time counts steps.
///
/// What is watched in a simulation (crossings, first passages, conditions, bounds, groups) is looked at at the jumps, whose
/// times are exact: nothing is interpolated between them, and what is found does not depend on how often somebody looks at
/// the state.
///
/// While nothing is watched that needs the jumps, the simulation calls ``Integrator/advance(_:from:to:)`` instead. Both ways
/// lead along the same trajectory, to the last bit.
public protocol JumpIntegrator<Model>: Integrator {
    /// Makes jumps until one of them changes what somebody watches, and none beyond a time.
    ///
    /// An implementation tells ``JumpWatch/note(_:)`` each node that it changes, and returns as soon as
    /// ``JumpWatch/hasNoted`` holds and all jumps of that time are made:
    ///
    ///     while nextTime <= end {
    ///         let time = nextTime
    ///         makeNextJump(noting: watch)
    ///         if watch.hasNoted { return time }
    ///     }
    ///     return end
    ///
    /// - Parameters:
    ///   - model: The model, in the state of the time `start`; it is left in that of the time that is returned.
    ///   - start: The time from which to go on.
    ///   - end: The time to reach; jumps at that very time are made.
    ///   - watch: Knows which nodes are watched. Nothing is noted in it at the beginning.
    /// - Returns: The time of the jump that was noted; `end` if there was none.
    /// - Throws: What the integrator reports. The state is then that after the last jump.
    /// - Complexity: A test for each node that changes, besides that of the jumps.
    func advance(_ model: Model, from start: Double, to end: Double, until watch: JumpWatch) throws -> Double

    /// Whether the times of crossings and first passages are interpolated linearly from one state to the next, since what is
    /// moved in steps of time stands for something continuous. `false` unless implemented.
    var interpolates: Bool { get }
}

extension JumpIntegrator {
    /// States last until they jump.
    public var interpolates: Bool { false }
}

/// Which nodes are watched for jumps, and which of them have jumped.
///
/// Not to be used by several threads at once.
public final class JumpWatch {
    /// Whether something that is watched has changed.
    @exclusivity(unchecked)
    public private(set) var hasNoted = false

    /// The watched nodes that have jumped, in the order in which they were noted; one that jumps twice may be there twice.
    /// Not all of them if ``hasNotedAll``.
    @exclusivity(unchecked)
    public private(set) var nodes: [Int] = []

    /// Whether any node may have jumped.
    @exclusivity(unchecked)
    public private(set) var hasNotedAll = false

    /// Whether the times of crossings and first passages are interpolated between states.
    let interpolates: Bool

    /// Whether each jump is watched, whatever its node.
    @exclusivity(unchecked)
    @usableFromInline
    var watchesAll = true

    /// A bit for each node: whether it is watched.
    @exclusivity(unchecked)
    @usableFromInline
    var bits: UnsafeMutableBufferPointer<UInt64> = .allocate(capacity: 0)

    /// Creates a watch for all nodes.
    public convenience init() { self.init(interpolates: false) }

    init(interpolates: Bool) {
        self.interpolates = interpolates
    }

    deinit {
        bits.deallocate()
    }

    /// Notes that a node has jumped, if it is watched.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func note(_ node: Int) {
        if watchesAll || isWatched(node) { add(node) }
    }

    /// Notes that any node may have jumped, such as in a sweep. That is watched if any node is.
    public func noteAll() {
        hasNoted = true
        hasNotedAll = true
    }

    @inlinable
    func isWatched(_ node: Int) -> Bool {
        let word = node >> 6
        return word < bits.count && bits[word] & 1 << UInt64(node & 63) != 0
    }

    @usableFromInline
    func add(_ node: Int) {
        hasNoted = true
        nodes.append(node)
    }
}

// MARK: - What is watched

extension JumpWatch {
    /// Whether a watched node may have jumped.
    ///
    /// - Complexity: O(number of nodes that have).
    func hasNoted(_ node: Int) -> Bool { hasNotedAll || nodes.contains(node) }

    /// Forgets which nodes have jumped.
    func clear() {
        hasNoted = false
        hasNotedAll = false
        nodes.removeAll(keepingCapacity: true)
    }

    /// Watches all nodes from now on.
    func watchAll() { watchesAll = true }

    /// Watches no nodes from now on but those that are added.
    ///
    /// - Complexity: O(*n* / 64) for *n* nodes.
    func watchNone(ofNodeCount nodeCount: Int) {
        watchesAll = false
        let count = (nodeCount + 63) / 64
        if bits.count < count {
            bits.deallocate()
            bits = .allocate(capacity: count)
        }
        bits.initialize(repeating: 0)
    }

    /// Watches a node, too.
    func watch(_ node: Int) {
        let word = node >> 6
        if word < bits.count { bits[word] |= 1 << UInt64(node & 63) }
    }
}
