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

    /// The nodes that are, or could be, members; empty unless the group is observed.
    @exclusivity(unchecked)
    @usableFromInline
    var nodes: UnsafeMutableBufferPointer<Int> = .init(start: nil, count: 0)

    /// True if they follow each other.
    @exclusivity(unchecked)
    @usableFromInline
    var areRun = false

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

    /// Where in such a block states have changed.
    @usableFromInline
    let changed: ChangedStates<State>

    /// Which nodes of a block are members.
    @usableFromInline
    let areMembers: UnsafeMutablePointer<Bool>

    /// Where the nodes stand; made when it is needed first.
    private var positions: NodePositions?

    init(messenger: Messenger<NodeChange<State>>, test: Test?, states: StateBlock<State>) {
        self.messenger = messenger
        self.test = test
        self.states = states
        changed = ChangedStates(capacity: states.capacity)
        areMembers = .allocate(capacity: states.capacity)
        areMembers.initialize(repeating: true, count: states.capacity)
    }

    deinit {
        end()
        changed.deallocate()
        areMembers.deallocate()
    }
}

// MARK: - Publishing

extension GroupPublisher {
    @usableFromInline
    typealias Copying = (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<State>) -> Void

    /// Sends a message for each member that has changed, and for each node that has joined or left.
    ///
    /// - Parameters:
    ///   - copyStates: Copies the states of nodes.
    ///   - copyRun: Copies the states of nodes that follow each other, from one on.
    /// - Complexity: O(n) for n nodes that could be members.
    @inlinable
    func publish(copyStates: Copying, copyRun: (_ first: Int, UnsafeMutableBufferPointer<State>) -> Void) {
        states.publicationCount += 1
        var start = 0
        // There are no nodes any more once the last observation has ended.
        while start < nodes.count {
            let publication = states.publicationCount
            let count = Swift.min(states.capacity, nodes.count - start)
            let block = UnsafeBufferPointer(rebasing: nodes[start..<start + count])
            let target = UnsafeMutableBufferPointer(start: states.base, count: count)
            if areRun { copyRun(block[0], target) } else { copyStates(block, target) }
            if let test {
                test(block, states.base, areMembers)
                publishTestedBlock(from: start, count: count)
            } else {
                publishBlock(from: start, count: count)
            }
            // Another publication within this one has used the memory of the block, which is to be looked at again.
            if publication == states.publicationCount { start += count }
        }
    }

    /// Sends a message for each member of given nodes that has changed, and for each of them that has joined or left, in the
    /// order of the group.
    ///
    /// - Complexity: O(1) for each node; O(n) the first time for n nodes that could be members.
    func publish(changed changedNodes: [Int], copyStates: Copying) {
        guard !nodes.isEmpty else { return }
        let places = positions ?? NodePositions(of: nodes)
        positions = places
        for node in changedNodes.count > 1 ? changedNodes.sorted() : changedNodes {
            places.forEach(of: node) { position in
                // The last observation may have ended.
                guard position < nodes.count else { return }
                states.publicationCount += 1
                let block = UnsafeBufferPointer(rebasing: nodes[position..<position + 1])
                copyStates(block, UnsafeMutableBufferPointer(start: states.base, count: 1))
                if let test {
                    test(block, states.base, areMembers)
                    publishTestedBlock(from: position, count: 1)
                } else {
                    publishBlock(from: position, count: 1)
                }
            }
        }
    }

    @inlinable
    func publishBlock(from start: Int, count: Int) {
        guard let known = known.baseAddress.map({ $0 + start }), let nodes = nodes.baseAddress.map({ $0 + start })
        else {
            return
        }
        let block = states.base
        let ranges = changed.ranges(amongFirst: count, of: block, since: known)
        guard !ranges.isEmpty else { return }
        let publication = states.publicationCount
        var run = MessageRun(through: messenger)
        defer { run.end() }
        for range in ranges {
            guard send(range, of: block, since: known, about: nodes, by: &run, during: publication) else { return }
        }
    }

    /// Sends what has changed in a range of a block. A function of its own, so that its loop has the registers to itself.
    ///
    /// - Returns: Whether the memory is as it was: it may have been freed, or used by another publication.
    @inlinable
    @inline(never)
    func send(
        _ range: Range<Int>, of block: UnsafePointer<State>, since known: UnsafeMutablePointer<State>,
        about nodes: UnsafePointer<Int>, by run: inout MessageRun<NodeChange<State>>, during publication: Int
    ) -> Bool {
        let states = states
        var offset = range.lowerBound
        while offset < range.upperBound {
            let (old, new) = (known[offset], block[offset])
            if new != old {
                known[offset] = new
                run.send(NodeChange(node: nodes[offset], old: old, new: new))
                guard publication == states.publicationCount else { return false }
            }
            offset &+= 1
        }
        return true
    }

    @inlinable
    func publishTestedBlock(from start: Int, count: Int) {
        let publication = states.publicationCount
        var run = MessageRun(through: messenger)
        defer { run.end() }
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
            run.send(NodeChange(node: nodes[start + offset], old: old, new: new, membership: membership))
            guard publication == states.publicationCount else { return }
        }
    }

    /// Calls a closure for each block of nodes, whose states and memberships have been looked up.
    @inlinable
    func forEachBlock(
        of nodes: UnsafeBufferPointer<Int>, _ copyStates: Copying, states: StateBlock<State>,
        members: UnsafeMutablePointer<Bool>, _ body: (_ start: Int, _ count: Int) -> Void
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
    /// Takes the present states of those nodes that are, or could be, members as those that were sent.
    func begin(with candidates: [Int], _ copyStates: Copying) {
        end()
        guard !candidates.isEmpty else { return }
        let known = UnsafeMutableBufferPointer<State>.allocate(capacity: candidates.count)
        let wereMembers = UnsafeMutableBufferPointer<Bool>.allocate(capacity: test == nil ? 0 : candidates.count)
        look(at: candidates, copyStates) { start, count, states, members in
            for offset in 0..<count { known.initializeElement(at: start + offset, to: states[offset]) }
            guard test != nil else { return }
            for offset in 0..<count { wereMembers.initializeElement(at: start + offset, to: members[offset]) }
        }
        nodes = .allocate(capacity: candidates.count)
        _ = nodes.initialize(from: candidates)
        areRun = candidates.indices.allSatisfy { candidates[$0] == candidates[0] + $0 }
        self.known = known
        self.wereMembers = wereMembers
    }

    /// Frees the states that were sent: nobody observes any more.
    ///
    /// - Complexity: O(n) for n nodes. A publication that is going on looks at its block again.
    func end() {
        states.publicationCount += 1
        positions = nil
        nodes.deallocate()
        nodes = .init(start: nil, count: 0)
        known.deinitialize()
        known.deallocate()
        known = .init(start: nil, count: 0)
        wereMembers.deallocate()
        wereMembers = .init(start: nil, count: 0)
    }

    /// Sends that nodes have left because they have gone, and joined because they have come.
    ///
    /// The candidates are the nodes that now are, or could be, members, in the order of ``nodes``. Those that could be
    /// members by a condition join, if they are, when changes are published next.
    ///
    /// - Complexity: O(n) for n nodes.
    func follow(_ candidates: [Int], _ copyStates: Copying) {
        let before = (nodes: Array(nodes), known: Array(known), wereMembers: Array(wereMembers))
        begin(with: candidates, copyStates)
        var (old, new) = (0, 0)
        var changes: [NodeChange<State>] = []
        while old < before.nodes.count || new < nodes.count {
            if old < before.nodes.count, new < nodes.count, before.nodes[old] == nodes[new] {
                known[new] = before.known[old]
                if test != nil { wereMembers[new] = before.wereMembers[old] }
                old += 1
                new += 1
            } else if old < before.nodes.count {
                let state = before.known[old]
                if test == nil || before.wereMembers[old] {
                    changes.append(NodeChange(node: before.nodes[old], old: state, new: state, membership: .left))
                }
                old += 1
            } else {
                let state = known[new]
                if test == nil {
                    changes.append(NodeChange(node: nodes[new], old: state, new: state, membership: .joined))
                } else {
                    wereMembers[new] = false
                }
                new += 1
            }
        }
        for change in changes { messenger.send(change) }
    }

    /// The present members among nodes.
    func members(among candidates: [Int], _ copyStates: Copying) -> [Int] {
        var result: [Int] = []
        look(at: candidates, copyStates) { start, count, _, members in
            for offset in 0..<count where members[offset] { result.append(candidates[start + offset]) }
        }
        return result
    }

    /// Calls a closure for each block of nodes. It has memory of its own, since it may be asked for by an observer in
    /// the middle of a publication.
    func look(
        at nodes: [Int], _ copyStates: Copying,
        _ body: (_ start: Int, _ count: Int, UnsafePointer<State>, UnsafePointer<Bool>) -> Void
    ) {
        guard !nodes.isEmpty else { return }
        let states = StateBlock<State>(filledWith: self.states.base[0])
        let members = UnsafeMutablePointer<Bool>.allocate(capacity: states.capacity)
        members.initialize(repeating: true, count: states.capacity)
        defer { members.deallocate() }
        nodes.withUnsafeBufferPointer { nodes in
            forEachBlock(of: nodes, copyStates, states: states, members: members) { start, count in
                body(start, count, states.base, members)
            }
        }
    }
}
