import ObserverCore

/// The observed nodes of a simulation, and the loop that sends each its update.
///
/// The loop is what a step costs for each observed node. It is generic code that other modules can inline, so that it
/// knows the type of the state: no retain, no allocation, and no call but that of the observer's closure.
///
/// The data of a node for messages lie here, in the order in which the first observations began: its number, the state that was
/// published last, and a cell with the observation itself. Only where somebody holds the variable of the node, or there is
/// more to it than one closure, the cell has the variable instead.
public final class NodePublisher<State: Equatable> {
    @usableFromInline
    let places: NodePlaces

    /// The states of the nodes that were published last; those of empty places, too.
    @exclusivity(unchecked)
    @usableFromInline
    var published: UnsafeMutablePointer<State>

    /// Where the states of a block of nodes are copied to.
    @usableFromInline
    let states: StateBlock<State>

    /// The nodes of such a block.
    @usableFromInline
    let blockNodes: UnsafeMutablePointer<Int>

    /// Where in such a block states have changed.
    @usableFromInline
    let changed: ChangedStates<State>

    /// The places where states have jumped, where that is noted.
    @usableFromInline
    let jumped: JumpedPlaces

    /// The author of the changes; `nil` stands for each variable itself.
    @usableFromInline
    var author: AnyAuthor?

    /// How many publications are going on, each within the one before.
    @exclusivity(unchecked)
    @usableFromInline
    var depth = 0

    /// Variables that have taken over an observation while it was receiving, the last one last.
    @exclusivity(unchecked)
    private var disturbed: [(position: Int, variable: AnyMessenger)] = []

    /// Variables that are needed until the present publication is over.
    @exclusivity(unchecked)
    private var retired: [AnyMessenger] = []

    /// The source of the variables of nodes. It outlives this.
    private unowned(unsafe) var source: (any WindowSource<State>)?

    /// - Parameters:
    ///   - states: Memory for the states of a block of nodes.
    ///   - places: Places of which none has been taken yet.
    init(states: StateBlock<State>, places: NodePlaces) {
        self.states = states
        self.places = places
        jumped = JumpedPlaces(among: places)
        blockNodes = .allocate(capacity: states.capacity)
        blockNodes.initialize(repeating: 0, count: states.capacity)
        changed = ChangedStates(capacity: states.capacity)
        published = places.memory.assumingMemoryBound(to: State.self)
    }

    /// Says what keeps this alive, before there are observations.
    func connect(to source: some ParkingSource & WindowSource<State>) {
        self.source = source
        places.parkingPlace.source = source
    }

    deinit {
        removeAll { _, _ in }
        blockNodes.deallocate()
        changed.deallocate()
        published.deinitialize(count: places.count)
    }
}

// MARK: - Publishing

extension NodePublisher {
    /// True if there is nothing to publish.
    var isEmpty: Bool { places.isEmpty }

    var isPublishing: Bool { depth > 0 }

    /// Sends an update for each listed node whose state has changed since it was last published.
    ///
    /// - Parameters:
    ///   - copyStates: Copies the states of nodes.
    ///   - copyRun: Copies the states of nodes that follow each other, from one on.
    /// - Complexity: O(n) for n listed nodes; O(k + n / 64) where it is noted that k of them have jumped.
    @inlinable
    func publish(
        copyStates: (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<State>) -> Void,
        copyRun: (_ first: Int, UnsafeMutableBufferPointer<State>) -> Void
    ) {
        if jumped.isComplete {
            publishJumped(copyStates: copyStates)
            // Who was told may have changed the state.
            guard !jumped.isComplete else { return }
        }
        begin()
        // Observers may begin observations, which are listed behind the end, and end observations, whose places become
        // empty; either may move the lists.
        let count = places.count
        let author = author
        var publication = states.publicationCount
        var start = 0
        while start < count {
            // A few are copied with the others.
            let runEnd = places.runLength < 64 ? 0 : Swift.min(places.runLength, count)
            let isRun = start < runEnd
            let end = Swift.min(isRun ? runEnd : count, start + states.capacity)
            let first = start
            let block = UnsafeMutableBufferPointer(start: states.base, count: end - start)
            if isRun {
                copyRun(Int(places.nodes[start]), block)
            } else {
                for offset in 0..<block.count { blockNodes[offset] = Int(places.nodes[start + offset]) }
                copyStates(UnsafeBufferPointer(start: blockNodes, count: block.count), block)
            }
            let ranges = changed.ranges(amongFirst: block.count, of: states.base, since: published + start)
            start = end
            for range in ranges {
                publish(states.base, in: range, at: first, from: author, during: publication)
                // Another publication within this one has used the memory of the block, which is to be looked at again.
                guard publication == states.publicationCount else {
                    publication = states.publicationCount
                    start = first
                    break
                }
            }
        }
        places.receiving = -1
        depth -= 1
    }

    /// Sends an update for each listed node that has jumped.
    @inlinable
    func publishJumped(copyStates: (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<State>) -> Void) {
        begin()
        let author = author
        // So few that they lie on the stack.
        withUnsafeTemporaryAllocation(of: Int.self, capacity: Swift.min(states.capacity, 128)) { found in
            var word = 0
            while case let count = jumped.take(from: &word, into: found), count > 0 {
                var next = 0
                // Another publication within this one may use the memory of the block.
                while next < count {
                    let (first, publication) = (next, states.publicationCount)
                    let block = UnsafeMutableBufferPointer(start: states.base, count: count - first)
                    let jumping = UnsafeBufferPointer(rebasing: found[first..<count])
                    places.fetch(jumping, published, stateSize: MemoryLayout<State>.stride)
                    for offset in 0..<block.count { blockNodes[offset] = places.node(at: jumping[offset]) }
                    copyStates(UnsafeBufferPointer(start: blockNodes, count: block.count), block)
                    places.fetchReceivers(jumping)
                    while next < count, publication == states.publicationCount {
                        publish(states.base[next &- first], at: found[next], from: author)
                        next &+= 1
                    }
                }
            }
        }
        places.receiving = -1
        depth -= 1
    }

    /// Sends updates about the places of a range of a block that begins at one, until another publication uses its memory. A function
    /// of its own, so that its loop has the registers to itself.
    @inlinable
    @inline(never)
    func publish(
        _ block: UnsafePointer<State>, in range: Range<Int>, at first: Int, from author: AnyAuthor?,
        during publication: Int
    ) {
        let states = states
        var offset = range.lowerBound
        while offset < range.upperBound, publication == states.publicationCount {
            publish(block[offset], at: first &+ offset, from: author)
            offset &+= 1
        }
    }

    /// Sends an update about one place, if its state has not been published meanwhile.
    @inlinable
    @inline(__always)
    func publish(_ new: State, at position: Int, from author: AnyAuthor?) {
        let old = published[position]
        guard new != old else { return }
        published[position] = new
        let update = Update(old, new)
        let cell = places.cells[position]
        if cell.receiver.isPresent {
            places.receiving = position
            cell.receiver.receive(update)
            if places.receiving != position { finishDisturbed(update, at: position) }
        } else if let variable = cell.variable(of: State.self) {
            places.receiving = -1
            variable._withUnsafeGuaranteedRef { $0.publish(update, from: author ?? $0) }
            places.park(at: position)
        }
    }

    /// Begins a publication, perhaps within another.
    @usableFromInline
    func begin() {
        depth += 1
        states.publicationCount += 1
        // What is receiving just now is to hear of what happens in this publication when it has received that.
        if places.receiving >= 0 { _ = variable(at: places.receiving) }
        places.parkNewest()
    }

    /// Ends the delivery to an observation that a variable has taken over meanwhile.
    @usableFromInline
    func finishDisturbed(_ update: Update<State>, at position: Int) {
        guard let index = disturbed.lastIndex(where: { $0.position == position }) else { return }
        let variable = disturbed.remove(at: index).variable
        retired.append(variable)
        unsafeDowncast(variable, to: Variable<State>.self).endDeliveryOfParked(update)
    }

    /// Lets go of what was only needed for the publication that is over.
    ///
    /// - Parameter noteMove: Is told of each node whose place has changed.
    func tidyUp(noteMove: (_ node: Int, _ position: Int) -> Void) {
        if !retired.isEmpty {
            let released = retired
            retired = []
            withExtendedLifetime(released) {}
        }
        guard places.isSparse else { return }
        jumped.removeAll()
        let former = places.count
        places.compact { old, new in
            published[new] = published[old]
            noteMove(Int(places.nodes[new]), new)
        }
        (published + places.count).deinitialize(count: former - places.count)
    }
}

// MARK: - Variables

extension NodePublisher {
    /// The variable of a place that is not empty, made anew if its observation is parked.
    func variable(at position: Int) -> Variable<State>? {
        guard let parked = places.parked(at: position) else {
            return places.cells[position].variable(of: State.self)?.takeUnretainedValue()
        }
        places.parkNewest()
        let variable = newVariable(of: Int(places.nodes[position]), showing: published[position])
        places.cells[position] = NodeCell(retaining: variable.asAny)
        variable.takeOver(parked)
        if places.receiving == position {
            places.receiving = -1
            disturbed.append((position, variable))
            variable.beginDeliveryOfParked()
        } else {
            places.newest = position
        }
        return variable
    }

    /// A variable that nobody knows yet.
    func newVariable(of node: Int, showing published: @autoclosure () -> State) -> Variable<State> {
        if let spare = places.takeSpare(for: node) { return unsafeDowncast(spare, to: Variable<State>.self) }
        guard let source else { return Variable(published()) }
        return Variable(windowOn: source, at: node, showing: published())
    }
}

// MARK: - The list

extension NodePublisher {
    /// Makes room for another place, of so many nodes.
    func grow(forNodeCount nodeCount: Int) {
        places.grow(toCapacity: places.greaterCapacity(forNodeCount: nodeCount), with: &published)
    }

    /// Takes a state as published without telling anybody, at a place or behind the last one, where there is room.
    @inlinable
    func note(_ state: State, at place: Int) {
        if place < places.count {
            published[place] = state
        } else {
            (published + place).initialize(to: state)
        }
    }

    /// Empties a position, whose observation is not parked. Its variable lives until the present publication is over.
    func remove(at position: Int) {
        guard let variable = places.cells[position].variable(of: State.self) else { return }
        places.empty(at: position)
        let released = variable.takeRetainedValue()
        if isPublishing { retired.append(released) }
    }

    /// Empties all positions. Nothing is listed meanwhile.
    ///
    /// - Parameter forget: Is told of each node before its variable is let go of, which may run any code, and is given the
    ///   variable if there is one.
    func removeAll(forget: (_ node: Int, Variable<State>?) -> Void) {
        places.closeSpare()
        for position in 0..<places.count {
            if position == places.receiving { _ = variable(at: position) }
            let cell = places.cells[position]
            guard !cell.isEmpty else { continue }
            let parked = places.parked(at: position)
            places.empty(at: position)
            if let parked {
                forget(Int(places.nodes[position]), nil)
                let dying = Variable(published[position])
                dying.takeOver(parked)
                withExtendedLifetime(dying) {}
            } else if let variable = cell.variable(of: State.self)?.takeRetainedValue() {
                forget(Int(places.nodes[position]), variable)
                if isPublishing { retired.append(variable) }
            }
        }
    }
}

/// Memory for the states of a block of nodes: small enough to stay in a processor's first cache, beside those that they are compared
/// with and what observers need.
@usableFromInline
final class StateBlock<State> {
    @usableFromInline
    let base: UnsafeMutablePointer<State>

    @usableFromInline
    let capacity: Int

    private var initializedCount: Int

    /// How many publications have used it: whoever calls observers in between looks whether another has.
    @exclusivity(unchecked)
    @usableFromInline
    var publicationCount = 0

    /// - Parameter state: Any state, `nil` if there are no nodes and so no states.
    init(filledWith state: State?) {
        capacity = max(1, 4096 / max(1, MemoryLayout<State>.stride))
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
