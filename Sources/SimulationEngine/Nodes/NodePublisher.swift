import ObserverCore

/// The observed nodes of a simulation, and the loop that sends each its update.
///
/// The loop is what a step costs for each observed node. It is generic code that other modules can inline, so that it
/// knows the type of the state: no retain, no allocation, and no call but that of the observer's closure.
public final class NodePublisher<State: Equatable> {
    /// The number of places, some of which may be empty.
    @exclusivity(unchecked)
    @usableFromInline
    var count = 0

    /// The nodes in the order in which their first observations began.
    @exclusivity(unchecked)
    @usableFromInline
    var nodes: UnsafeMutablePointer<Int>

    /// The variables of the nodes, each retained once; `nil` where the last observation has ended.
    @exclusivity(unchecked)
    @usableFromInline
    var variables: UnsafeMutablePointer<Unmanaged<Variable<State>>?>

    /// Where the states of a block of nodes are copied to.
    @usableFromInline
    let states: StateBlock<State>

    /// The author of the changes; `nil` stands for each variable itself.
    @usableFromInline
    var author: AnyAuthor?

    @exclusivity(unchecked)
    @usableFromInline
    var isPublishing = false

    private var capacity: Int
    private var emptyCount = 0

    /// Variables that are needed until the present publication is over.
    private var retired: [Variable<State>] = []

    init(states: StateBlock<State>) {
        self.states = states
        capacity = 0
        nodes = .allocate(capacity: 0)
        variables = .allocate(capacity: 0)
    }

    deinit {
        removeAll()
        nodes.deallocate()
        variables.deallocate()
    }
}

// MARK: - Publishing

extension NodePublisher {
    /// Whether there is nothing to publish.
    var isEmpty: Bool { count == emptyCount }

    /// Sends an update for each listed node whose state has changed since it was last published.
    ///
    /// - Parameter copyStates: Copies the states of nodes.
    /// - Complexity: O(n) for n listed nodes.
    @inlinable
    func publish(copyStates: (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<State>) -> Void) {
        isPublishing = true
        // Observers may begin observations, which are listed behind the end, and end observations, whose places become
        // empty; either may move the lists.
        let count = count
        let author = author
        var start = 0
        while start < count {
            let blockCount = Swift.min(states.capacity, count - start)
            copyStates(
                UnsafeBufferPointer(start: nodes + start, count: blockCount),
                UnsafeMutableBufferPointer(start: states.base, count: blockCount))
            for offset in 0..<blockCount {
                guard let variable = variables[start + offset] else { continue }
                variable._withUnsafeGuaranteedRef { $0.publish(states.base[offset], from: author ?? $0) }
            }
            start += blockCount
        }
        isPublishing = false
    }

    /// Lets go of what was only needed for the publication that is over.
    ///
    /// - Parameter noteMove: Is told of each node whose place has changed.
    func tidyUp(noteMove: (_ node: Int, _ position: Int) -> Void) {
        retired = []
        guard emptyCount * 2 > count else { return }
        var target = 0
        for position in 0..<count {
            guard let variable = variables[position] else { continue }
            variables[target] = variable
            nodes[target] = nodes[position]
            noteMove(nodes[target], target)
            target += 1
        }
        count = target
        emptyCount = 0
    }
}

// MARK: - The list

extension NodePublisher {
    /// Lists a node.
    ///
    /// - Returns: Its position.
    /// - Complexity: O(1) amortised.
    func append(_ variable: Variable<State>, at node: Int) -> Int {
        if count == capacity { grow() }
        (nodes + count).initialize(to: node)
        (variables + count).initialize(to: .passRetained(variable))
        count += 1
        return count - 1
    }

    /// Empties a position. Its variable lives until the present publication is over.
    func remove(at position: Int) {
        guard let variable = variables[position] else { return }
        variables[position] = nil
        emptyCount += 1
        let released = variable.takeRetainedValue()
        if isPublishing { retired.append(released) }
    }

    /// Empties the list.
    func removeAll() {
        let released = (0..<count).compactMap { variables[$0]?.takeRetainedValue() }
        count = 0
        emptyCount = 0
        if isPublishing { retired += released }
    }

    private func grow() {
        let newCapacity = max(16, 2 * capacity)
        let newNodes = UnsafeMutablePointer<Int>.allocate(capacity: newCapacity)
        newNodes.moveInitialize(from: nodes, count: count)
        nodes.deallocate()
        nodes = newNodes
        let newVariables = UnsafeMutablePointer<Unmanaged<Variable<State>>?>.allocate(capacity: newCapacity)
        newVariables.moveInitialize(from: variables, count: count)
        variables.deallocate()
        variables = newVariables
        capacity = newCapacity
    }
}

/// Memory for the states of a block of nodes: small enough to stay in a processor's first cache.
@usableFromInline
final class StateBlock<State> {
    @usableFromInline
    let base: UnsafeMutablePointer<State>

    @usableFromInline
    let capacity: Int

    private var initializedCount: Int

    /// - Parameter state: Any state, `nil` if there are no nodes and so no states.
    init(filledWith state: State?) {
        capacity = max(1, 16384 / max(1, MemoryLayout<State>.stride))
        base = .allocate(capacity: capacity)
        initializedCount = state == nil ? 0 : capacity
        if let state { base.initialize(repeating: state, count: capacity) }
    }

    /// Fills it with a state if there was none in the beginning.
    func fill(with state: @autoclosure () -> State) {
        guard initializedCount == 0 else { return }
        base.initialize(repeating: state(), count: capacity)
        initializedCount = capacity
    }

    deinit {
        base.deinitialize(count: initializedCount)
        base.deallocate()
    }
}
