/// Which nodes are watched for jumps, and which of them have jumped.
///
/// Not to be used by several threads at once.
public final class JumpWatch {
    /// True if something that is watched has changed.
    @exclusivity(unchecked)
    public private(set) var hasNoted = false

    /// The watched nodes that have jumped, in the order in which they were noted; one that jumps twice may be there twice.
    /// Not all of them if ``hasNotedAll``.
    @exclusivity(unchecked)
    public private(set) var nodes: [Int] = []

    /// True if any node may have jumped.
    @exclusivity(unchecked)
    public private(set) var hasNotedAll = false

    /// True if the times of crossings and first passages are interpolated between states.
    let interpolates: Bool

    /// For each node whether it is watched, and by whom: ``toldMark``, ``silentMark``, ``placeMark``, or several. Empty while that is the
    /// same for all, so that who watches all nodes has no memory to go through.
    @exclusivity(unchecked)
    private var marks = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

    /// Where marks lie.
    private var memory: UnsafeMutableBufferPointer<UInt8> = .allocate(capacity: 0)

    /// How many nodes can have marks of their own.
    private var nodeCount = 0

    /// The mark of nodes that have none of their own.
    @exclusivity(unchecked)
    private var commonMark = JumpWatch.toldMark

    /// A node whose jumps the simulation is to hear of.
    private static let toldMark: UInt8 = 1

    /// A node whose jumps only ``silentWatchers`` are to hear of.
    private static let silentMark: UInt8 = 2

    /// A node whose jumps ``jumped`` is to hear of.
    private static let placeMark: UInt8 = 4

    /// Takes note of the jumps of observed nodes, of all watchers the one that has most to note: it is called without looking up what
    /// it is, nor counting references to it, which outlives all steps.
    @exclusivity(unchecked)
    private var jumped: Unmanaged<JumpedPlaces>?

    /// Those that take note of jumps while they are made.
    @exclusivity(unchecked)
    private var silentWatchers: [any SilentJumpWatcher] = []

    /// True if much fewer nodes are awaited than are watched.
    @exclusivity(unchecked)
    var watchesTooMany = false

    /// Creates a watch for all nodes.
    public convenience init() { self.init(interpolates: false) }

    init(interpolates: Bool) {
        self.interpolates = interpolates
    }

    deinit {
        memory.deallocate()
    }

    /// Notes that a node has jumped at a time, if it is watched. The model is in the state after that.
    ///
    /// - Complexity: O(1).
    public func note(_ node: Int, at time: Double) {
        // A negative number is that of no node.
        let mark = marks.indices.contains(node) ? marks[node] : commonMark
        if mark != 0 { _ = add(node, mark, at: time) }
    }

    /// Notes that any node may have jumped, such as in a sweep. That is watched if any node is.
    public func noteAll() {
        hasNoted = true
        hasNotedAll = true
        jumped?._withUnsafeGuaranteedRef { $0.noteAll() }
    }

    /// - Returns: True if somebody is to be told.
    @usableFromInline
    func add(_ node: Int, _ mark: UInt8, at time: Double) -> Bool {
        if mark & Self.placeMark != 0 {
            jumped?._withUnsafeGuaranteedRef { $0.note(node) }
            // Most have no other.
            if mark == Self.placeMark { return false }
        }
        return tell(node, mark, at: time)
    }

    /// A function of its own, so that nodes whose jumps are only noted do not save the registers that it takes.
    @inline(never)
    private func tell(_ node: Int, _ mark: UInt8, at time: Double) -> Bool {
        var isTold = mark & Self.toldMark != 0
        if mark & Self.silentMark != 0 {
            for watcher in silentWatchers {
                switch watcher.noteJump(of: node, at: time) {
                case .none: break
                case .tell: isTold = true
                // Nodes that have come since have no marks of their own.
                case .forget where silentWatchers.count == 1 && marks.indices.contains(node):
                    marks[node] &= ~Self.silentMark
                case .forget: break
                }
            }
        }
        guard isTold else { return false }
        hasNoted = true
        nodes.append(node)
        return true
    }
}

// MARK: - In a loop

extension JumpWatch {
    /// The marks for a loop over many jumps, in which a node that nobody watches costs a test of a byte.
    @usableFromInline
    package struct Marks {
        /// Those of each node, if they differ.
        @usableFromInline let marks: UnsafePointer<UInt8>?
        @usableFromInline let commonMark: UInt8
        @usableFromInline let watch: JumpWatch

        fileprivate init(of watch: JumpWatch) {
            self.watch = watch
            marks = UnsafePointer(watch.marks.baseAddress)
            commonMark = watch.commonMark
        }

        /// Notes that a node, which is in range, has jumped at a time, as ``JumpWatch/note(_:at:)``.
        ///
        /// - Returns: True if somebody is to be told.
        @inlinable @inline(__always)
        package func note(_ node: Int, at time: Double) -> Bool {
            let mark = if let marks { marks[node] } else { commonMark }
            return mark != 0 && watch.add(node, mark, at: time)
        }
    }

    /// The marks of nodes, which hold until others are watched.
    ///
    /// - Complexity: O(1), O(*n*) for more nodes than there were.
    package func marks(forNodeCount nodeCount: Int) -> Marks {
        if !marks.isEmpty, marks.count < nodeCount { makeMarks(forNodeCount: nodeCount) }
        return Marks(of: self)
    }

    /// Has nodes have marks of their own, which are the common one where there were none.
    private func makeMarks(forNodeCount nodeCount: Int) {
        let known = marks.count
        if memory.count < nodeCount {
            let former = memory
            memory = .allocate(capacity: nodeCount)
            _ = memory.initialize(fromContentsOf: marks)
            former.deallocate()
        }
        marks = UnsafeMutableBufferPointer(rebasing: memory[..<nodeCount])
        marks[known...].initialize(repeating: commonMark)
    }
}

// MARK: - What is watched

extension JumpWatch {
    /// Tests if a watched node may have jumped.
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
    func watchAll() { markAll(Self.toldMark) }

    /// Watches all nodes for somebody who takes note of their jumps while they are made.
    func watchAll(silently watcher: some SilentJumpWatcher) {
        silentWatchers.append(watcher)
        markAll(Self.silentMark)
    }

    /// Watches all nodes for the publication of those that are observed.
    func watchAll(notingIn jumped: JumpedPlaces) {
        self.jumped = .passUnretained(jumped)
        markAll(Self.placeMark)
    }

    /// Watches no nodes from now on but those that are added.
    ///
    /// - Complexity: O(1); O(*n*) for *n* nodes when the first is added by itself.
    func watchNone(ofNodeCount nodeCount: Int) {
        commonMark = 0
        watchesTooMany = false
        silentWatchers = []
        jumped = nil
        marks = UnsafeMutableBufferPointer(start: nil, count: 0)
        self.nodeCount = nodeCount
    }

    /// Watches a node, too.
    func watch(_ node: Int) { mark(node, Self.toldMark) }

    /// Watches nodes, too, for somebody who takes note of their jumps while they are made.
    func watch(_ nodes: some Sequence<Int>, silently watcher: some SilentJumpWatcher) {
        silentWatchers.append(watcher)
        for node in nodes { mark(node, Self.silentMark) }
    }

    private func mark(_ node: Int, _ mark: UInt8) {
        guard node < nodeCount else { return }
        if marks.isEmpty { makeMarks(forNodeCount: nodeCount) }
        marks[node] |= mark
    }

    private func markAll(_ mark: UInt8) {
        commonMark |= mark
        for node in marks.indices { marks[node] |= mark }
    }
}

/// Takes note of jumps in the middle of an advance.
protocol SilentJumpWatcher: AnyObject {
    /// Takes note of a node that has jumped; the model is in the state after that.
    ///
    /// - Returns: The interest in it.
    func noteJump(of node: Int, at time: Double) -> JumpInterest
}

/// The interest in a jump of somebody who has taken note of it.
enum JumpInterest {
    /// Nothing that anybody is to be told of.
    case none

    /// The simulation is to look at the jump.
    case tell

    /// Nothing, and the node is of no interest any more.
    case forget
}
