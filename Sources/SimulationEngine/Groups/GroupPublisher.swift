import ObserverCore

/// The loop that sends the changes in a group of nodes, with the states that were sent last.
///
/// As generic code that other modules can inline it knows the type of the state; see ``NodePublisher``.
public final class GroupPublisher<State: Equatable> {
    /// Tells for a block of nodes, with their states, which of them are members.
    @usableFromInline
    typealias Test = (UnsafeBufferPointer<Int>, UnsafePointer<State>, UnsafeMutablePointer<Bool>) -> Void

    @usableFromInline
    let messenger: Messenger<NodeChange<State>>

    /// The nodes that are, or could be, members.
    @usableFromInline
    let nodes: UnsafeMutableBufferPointer<Int>

    /// `nil` if all nodes are members.
    @usableFromInline
    let test: Test?

    /// Where the states of a block of nodes are copied to.
    @usableFromInline
    let states: StateBlock<State>

    /// The states that were sent last, empty unless the group is observed.
    @exclusivity(unchecked)
    @usableFromInline
    var known: UnsafeMutableBufferPointer<State> = .init(start: nil, count: 0)

    /// Which nodes were members then, where there is a test.
    @exclusivity(unchecked)
    @usableFromInline
    var wereMembers: UnsafeMutableBufferPointer<Bool> = .init(start: nil, count: 0)

    /// Which nodes of a block are members.
    @usableFromInline
    let areMembers: UnsafeMutablePointer<Bool>

    init(
        messenger: Messenger<NodeChange<State>>, nodes: some Collection<Int>, test: Test?, states: StateBlock<State>
    ) {
        self.messenger = messenger
        self.nodes = .allocate(capacity: nodes.count)
        _ = self.nodes.initialize(from: nodes)
        self.test = test
        self.states = states
        areMembers = .allocate(capacity: states.capacity)
        areMembers.initialize(repeating: true, count: states.capacity)
    }

    deinit {
        forgetStates()
        nodes.deallocate()
        areMembers.deallocate()
    }
}

// MARK: - Publishing

extension GroupPublisher {
    @usableFromInline
    typealias Copying = (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<State>) -> Void

    /// Sends a message for each member that has changed, and for each node that has joined or left.
    ///
    /// - Parameter copyStates: Copies the states of nodes.
    /// - Complexity: O(n) for n nodes that could be members.
    @inlinable
    func publish(copyStates: Copying) {
        forEachBlock(copyStates, states: states, members: areMembers) { start, count in
            guard known.count == nodes.count else { return }
            if test == nil {
                publishBlock(from: start, count: count)
            } else {
                publishTestedBlock(from: start, count: count)
            }
        }
    }

    @inlinable
    func publishBlock(from start: Int, count: Int) {
        for offset in 0..<count {
            let new = states.base[offset]
            let old = known[start + offset]
            guard new != old else { continue }
            known[start + offset] = new
            messenger.send(NodeChange(node: nodes[start + offset], old: old, new: new))
            // The last observation may have ended.
            guard known.count == nodes.count else { return }
        }
    }

    @inlinable
    func publishTestedBlock(from start: Int, count: Int) {
        for offset in 0..<count {
            let isMember = areMembers[offset]
            let wasMember = wereMembers[start + offset]
            let new = states.base[offset]
            let old = known[start + offset]
            known[start + offset] = new
            wereMembers[start + offset] = isMember
            guard isMember || wasMember, isMember != wasMember || new != old else { continue }
            let membership: NodeChange<State>.Membership =
                isMember == wasMember ? .lasting : isMember ? .joined : .left
            messenger.send(NodeChange(node: nodes[start + offset], old: old, new: new, membership: membership))
            guard known.count == nodes.count else { return }
        }
    }

    /// Calls a closure for each block of nodes, whose states and memberships have been looked up.
    @inlinable
    func forEachBlock(
        _ copyStates: Copying, states: StateBlock<State>, members: UnsafeMutablePointer<Bool>,
        _ body: (_ start: Int, _ count: Int) -> Void
    ) {
        var start = 0
        while start < nodes.count {
            let count = Swift.min(states.capacity, nodes.count - start)
            let block = UnsafeBufferPointer(rebasing: nodes[start..<start + count])
            copyStates(block, UnsafeMutableBufferPointer(start: states.base, count: count))
            test?(block, states.base, members)
            body(start, count)
            start += count
        }
    }
}

// MARK: - The states that were sent

extension GroupPublisher {
    /// Takes the present states as those that were sent.
    func noteStates(_ copyStates: Copying) {
        forgetStates()
        guard !nodes.isEmpty else { return }
        let known = UnsafeMutableBufferPointer<State>.allocate(capacity: nodes.count)
        let wereMembers = UnsafeMutableBufferPointer<Bool>.allocate(capacity: test == nil ? 0 : nodes.count)
        look(copyStates) { start, count, states, members in
            for offset in 0..<count { known.initializeElement(at: start + offset, to: states[offset]) }
            guard test != nil else { return }
            for offset in 0..<count { wereMembers.initializeElement(at: start + offset, to: members[offset]) }
        }
        self.known = known
        self.wereMembers = wereMembers
    }

    /// Frees the states that were sent: nobody observes any more.
    func forgetStates() {
        known.deinitialize()
        known.deallocate()
        known = .init(start: nil, count: 0)
        wereMembers.deallocate()
        wereMembers = .init(start: nil, count: 0)
    }

    /// The present members.
    func members(_ copyStates: Copying) -> [Int] {
        var result: [Int] = []
        look(copyStates) { start, count, _, members in
            for offset in 0..<count where members[offset] { result.append(nodes[start + offset]) }
        }
        return result
    }

    /// Calls a closure for each block of nodes. It has memory of its own, since it may be asked for by an observer in
    /// the middle of a publication.
    private func look(
        _ copyStates: Copying,
        _ body: (_ start: Int, _ count: Int, UnsafePointer<State>, UnsafePointer<Bool>) -> Void
    ) {
        guard !nodes.isEmpty else { return }
        let states = StateBlock<State>(filledWith: self.states.base[0])
        let members = UnsafeMutablePointer<Bool>.allocate(capacity: states.capacity)
        members.initialize(repeating: true, count: states.capacity)
        defer { members.deallocate() }
        forEachBlock(copyStates, states: states, members: members) { start, count in
            body(start, count, states.base, members)
        }
    }
}
