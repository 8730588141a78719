import ObserverCore

/// The observed nodes of a simulation, and the loop that sends each its update.
///
/// The loop is what a step costs for each observed node. It is generic code that other modules can inline, so that it
/// knows the type of the state: no retain, no allocation, and no call but that of the observer's closure.
///
/// What a message needs of a node lies here, in the order in which the first observations began: its number, the state that was
/// published last, and a cell with the observation itself. Only where somebody holds the variable of the node, or there is
/// more to it than one closure, the cell has the variable instead.
public final class NodePublisher<State: Equatable> {
    /// The number of places, some of which may be empty.
    @exclusivity(unchecked)
    @usableFromInline
    var count = 0

    /// The nodes in the order in which their first observations began.
    @exclusivity(unchecked)
    @usableFromInline
    var nodes: UnsafeMutablePointer<UInt32>

    /// The states of the nodes that were published last; those of empty places, too.
    @exclusivity(unchecked)
    @usableFromInline
    var published: UnsafeMutablePointer<State>

    /// Who is told. An observation lies elsewhere, with its receiver; the closure stands here, too.
    @exclusivity(unchecked)
    @usableFromInline
    var cells: UnsafeMutablePointer<NodeCell>

    /// Where the states of a block of nodes are copied to.
    @usableFromInline
    let states: StateBlock<State>

    /// The nodes of such a block.
    @usableFromInline
    let blockNodes: UnsafeMutablePointer<Int>

    /// The author of the changes; `nil` stands for each variable itself.
    @usableFromInline
    var author: AnyAuthor?

    /// How many publications are going on, each within the one before.
    @exclusivity(unchecked)
    @usableFromInline
    var depth = 0

    /// The position whose parked observation is just receiving, −1 if none is, or if its variable has taken it over meanwhile.
    @exclusivity(unchecked)
    @usableFromInline
    var receiving = -1

    /// Variables that have taken over an observation while it was receiving, the last one last.
    private var disturbed: [(position: Int, variable: Variable<State>)] = []

    @exclusivity(unchecked)
    private var capacity: Int

    @exclusivity(unchecked)
    private var emptyCount = 0

    /// Where a variable was listed or made anew last, which can perhaps be parked; −1 if nowhere.
    @exclusivity(unchecked)
    private var newest = -1

    /// A variable that nobody knows, which is used again instead of a new one.
    @exclusivity(unchecked)
    private var spare: Variable<State>?

    /// Variables that are needed until the present publication is over.
    private var retired: [Variable<State>] = []

    /// Makes the variable of a node, with the state that was published last.
    private let makeVariable: (_ node: Int, _ published: State) -> Variable<State>

    /// Stands for the variables of parked observations.
    private let place: ParkingPlace

    /// - Parameters:
    ///   - states: Memory for the states of a block of nodes.
    ///   - source: What keeps this alive as long as there are observations.
    ///   - makeVariable: Makes the variable of a node.
    init(
        states: StateBlock<State>, source: any ParkingSource,
        makeVariable: @escaping (_ node: Int, _ published: State) -> Variable<State>
    ) {
        self.states = states
        self.makeVariable = makeVariable
        place = ParkingPlace(of: source)
        blockNodes = .allocate(capacity: states.capacity)
        blockNodes.initialize(repeating: 0, count: states.capacity)
        capacity = 0
        nodes = .allocate(capacity: 0)
        published = .allocate(capacity: 0)
        cells = .allocate(capacity: 0)
    }

    deinit {
        removeAll { _, _ in }
        blockNodes.deallocate()
        nodes.deallocate()
        published.deinitialize(count: count)
        published.deallocate()
        cells.deallocate()
    }
}

/// Who is told of the changes of a node: an observation that is parked, or else its variable, which is retained.
@usableFromInline
struct NodeCell {
    /// The parked observation or the variable, `nil` where the last observation has ended. The first word, since it is looked at
    /// as a variable to find out who else knows of that.
    @usableFromInline
    let address: UnsafeMutableRawPointer?

    /// The closure, if the observation is parked.
    @usableFromInline
    let receiver: ParkedReceiver

    /// Where nobody is told any more.
    init() {
        receiver = ParkedReceiver()
        address = nil
    }

    init(_ parked: ParkedObservation) {
        receiver = parked.receiver
        address = parked.address
    }

    init(retaining variable: AnyMessenger) {
        receiver = ParkedReceiver()
        address = Unmanaged.passRetained(variable).toOpaque()
    }

    var isEmpty: Bool { address == nil }

    /// The observation, if it is parked.
    var parked: ParkedObservation? {
        guard receiver.isPresent, let address else { return nil }
        return ParkedObservation(address: address)
    }

    /// The variable, if the observation is not parked.
    @inlinable
    @inline(__always)
    func variable<State>(of: State.Type) -> Unmanaged<Variable<State>>? {
        guard !receiver.isPresent, let address else { return nil }
        return .fromOpaque(address)
    }
}

// MARK: - Publishing

extension NodePublisher {
    /// Whether there is nothing to publish.
    var isEmpty: Bool { count == emptyCount }

    var isPublishing: Bool { depth > 0 }

    /// Sends an update for each listed node whose state has changed since it was last published.
    ///
    /// - Parameter copyStates: Copies the states of nodes.
    /// - Complexity: O(n) for n listed nodes.
    @inlinable
    func publish(copyStates: (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<State>) -> Void) {
        begin()
        // Observers may begin observations, which are listed behind the end, and end observations, whose places become
        // empty; either may move the lists.
        let count = count
        let author = author
        let new = states.base
        var start = 0
        while start < count {
            let blockCount = Swift.min(states.capacity, count - start)
            for offset in 0..<blockCount { blockNodes[offset] = Int(nodes[start + offset]) }
            copyStates(
                UnsafeBufferPointer(start: blockNodes, count: blockCount),
                UnsafeMutableBufferPointer(start: new, count: blockCount))
            var offset = 0
            while offset < blockCount {
                let end = Swift.min(offset + 16, blockCount)
                guard isChanged(from: offset, to: end, in: start) else {
                    offset = end
                    continue
                }
                while offset < end {
                    if new[offset] != published[start + offset] {
                        publish(new[offset], at: start + offset, from: author)
                    }
                    offset += 1
                }
            }
            start += blockCount
        }
        depth -= 1
    }

    /// Whether one of some states of a block has changed, without a branch for each of them.
    @inlinable
    @inline(__always)
    func isChanged(from first: Int, to end: Int, in block: Int) -> Bool {
        let (new, published) = (states.base, published + block)
        var isChanged = false
        for offset in first..<end {
            let differs = new[offset] != published[offset]
            isChanged = isChanged || differs
        }
        return isChanged
    }

    /// Sends an update about one place.
    @inlinable
    @inline(__always)
    func publish(_ new: State, at position: Int, from author: AnyAuthor?) {
        let update = Update(published[position], new)
        published[position] = new
        let cell = cells[position]
        if cell.receiver.isPresent {
            receiving = position
            cell.receiver.receive(update)
            if receiving != position { finishDisturbed(update, at: position) }
            receiving = -1
        } else if let variable = cell.variable(of: State.self) {
            variable._withUnsafeGuaranteedRef { $0.publish(update, from: author ?? $0) }
            park(at: position)
        }
    }

    /// Begins a publication, perhaps within another.
    @usableFromInline
    func begin() {
        depth += 1
        // What is receiving just now is to hear of what happens in this publication when it has received that.
        if receiving >= 0 { _ = variable(at: receiving) }
        parkNewest()
    }

    /// Ends the delivery to an observation that a variable has taken over meanwhile.
    @usableFromInline
    func finishDisturbed(_ update: Update<State>, at position: Int) {
        guard let index = disturbed.lastIndex(where: { $0.position == position }) else { return }
        let variable = disturbed.remove(at: index).variable
        retired.append(variable)
        variable.endDeliveryOfParked(update)
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
        guard emptyCount * 2 > count else { return }
        newest = -1
        var target = 0
        for position in 0..<count where !cells[position].isEmpty {
            if target != position {
                cells[target] = cells[position]
                nodes[target] = nodes[position]
                published[target] = published[position]
                noteMove(Int(nodes[target]), target)
            }
            target += 1
        }
        (published + target).deinitialize(count: count - target)
        count = target
        emptyCount = 0
    }
}

// MARK: - Parking

extension NodePublisher {
    /// The variable of a place that is not empty, made anew if its observation is parked.
    func variable(at position: Int) -> Variable<State>? {
        guard let parked = cells[position].parked else {
            return cells[position].variable(of: State.self)?.takeUnretainedValue()
        }
        parkNewest()
        let variable = newVariable(of: Int(nodes[position]), showing: published[position])
        cells[position] = NodeCell(retaining: variable)
        variable.takeOver(parked)
        if receiving == position {
            receiving = -1
            disturbed.append((position, variable))
            variable.beginDeliveryOfParked()
        } else {
            newest = position
        }
        return variable
    }

    /// A variable that nobody knows yet.
    func newVariable(of node: Int, showing published: State) -> Variable<State> {
        guard let spare else { return makeVariable(node, published) }
        self.spare = nil
        spare.moveWindow(to: node, showing: published)
        return spare
    }

    /// Where the observation of a place lies, if it is parked.
    func addressOfParked(at position: Int) -> UnsafeMutableRawPointer? { cells[position].parked?.address }

    /// Parks the variable that was listed or made anew last, unless somebody holds it. Who goes from node to node so has the
    /// memory of one variable only.
    func parkNewest() {
        guard newest >= 0 else { return }
        let position = newest
        newest = -1
        park(at: position)
    }

    /// Lets go of the variable of a place, and keeps its observation only, if nobody else knows of the variable.
    @usableFromInline
    func park(at position: Int) {
        guard position < count, let variable = cells[position].variable(of: State.self) else { return }
        let isKnownHereOnly = UnsafeMutableRawPointer(cells + position).withMemoryRebound(
            to: AnyMessenger.self, capacity: 1
        ) { AnyMessenger.isKnownToOneOnly(&$0.pointee) }
        guard isKnownHereOnly,
            let parked = variable._withUnsafeGuaranteedRef({ $0.park(at: Int(nodes[position]), in: place) })
        else { return }
        cells[position] = NodeCell(parked)
        let unknown = variable.takeRetainedValue()
        if spare == nil { spare = unknown } else { unknown.closeWindow() }
    }
}

// MARK: - The list

extension NodePublisher {
    /// Lists a node.
    ///
    /// - Parameters:
    ///   - variable: Its variable, which is kept alive.
    ///   - node: Its number.
    ///   - nodeCount: The number of all nodes.
    ///   - state: Its present state, which is not published any more.
    /// - Returns: Its position.
    /// - Complexity: O(1) amortised.
    func append(_ variable: Variable<State>, at node: Int, of nodeCount: Int, showing state: State) -> Int {
        if count == capacity { grow(forNodeCount: nodeCount) }
        (nodes + count).initialize(to: UInt32(node))
        (published + count).initialize(to: state)
        (cells + count).initialize(to: NodeCell(retaining: variable))
        newest = count
        count += 1
        return count - 1
    }

    /// Empties a position, whose observation is not parked. Its variable lives until the present publication is over.
    func remove(at position: Int) {
        guard let variable = cells[position].variable(of: State.self) else { return }
        cells[position] = NodeCell()
        emptyCount += 1
        let released = variable.takeRetainedValue()
        if isPublishing { retired.append(released) }
    }

    /// Empties all positions. Nothing is listed meanwhile.
    ///
    /// - Parameter forget: Is told of each node before its variable is let go of, which may run any code, and is given the
    ///   variable if there is one.
    func removeAll(forget: (_ node: Int, Variable<State>?) -> Void) {
        spare?.closeWindow()
        spare = nil
        for position in 0..<count {
            if position == receiving { _ = variable(at: position) }
            let cell = cells[position]
            guard !cell.isEmpty else { continue }
            cells[position] = NodeCell()
            emptyCount += 1
            if let parked = cell.parked {
                forget(Int(nodes[position]), nil)
                let dying = Variable(published[position])
                dying.takeOver(parked)
                withExtendedLifetime(dying) {}
            } else if let variable = cell.variable(of: State.self)?.takeRetainedValue() {
                forget(Int(nodes[position]), variable)
                if isPublishing { retired.append(variable) }
            }
        }
    }

    private func grow(forNodeCount nodeCount: Int) {
        let doubled = max(16, 2 * capacity)
        // Where all nodes are observed there are no more places than nodes, apart from empty ones.
        let newCapacity = capacity < nodeCount ? min(doubled, nodeCount) : doubled
        nodes = moved(nodes, toCapacity: newCapacity)
        published = moved(published, toCapacity: newCapacity)
        cells = moved(cells, toCapacity: newCapacity)
        capacity = newCapacity
    }

    private func moved<Element>(
        _ elements: UnsafeMutablePointer<Element>, toCapacity newCapacity: Int
    ) -> UnsafeMutablePointer<Element> {
        let new = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
        new.moveInitialize(from: elements, count: count)
        elements.deallocate()
        return new
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
