import CKernels
import ObserverCore

/// Which nodes are observed, in the order in which the first observations began, and who is told of each.
///
/// It knows nothing of the states, so that beginning and ending an observation is a few loads and stores, whatever the model.
@usableFromInline
final class NodePlaces {
    /// The number of places, some of which may be empty.
    @exclusivity(unchecked)
    @usableFromInline
    var count = 0

    /// The nodes, also of empty places.
    @exclusivity(unchecked)
    @usableFromInline
    var nodes: UnsafeMutablePointer<UInt32>

    /// Who is told.
    @exclusivity(unchecked)
    @usableFromInline
    var cells: UnsafeMutablePointer<NodeCell>

    /// The other ends of parked observations.
    @exclusivity(unchecked)
    private var links: UnsafeMutablePointer<ObservationLink>

    /// How many places from the first one on are of nodes that follow each other.
    @exclusivity(unchecked)
    @usableFromInline
    var runLength = 0

    /// The position whose parked observation is just receiving, −1 if none is, or if its variable has taken it over meanwhile.
    @exclusivity(unchecked)
    @usableFromInline
    var receiving = -1

    @exclusivity(unchecked)
    private(set) var emptyCount = 0

    @exclusivity(unchecked)
    private(set) var capacity = 0

    /// The memory in which all lists lie: the states of places, which the ``NodePublisher`` knows, then what is listed here.
    private(set) var memory: UnsafeMutableRawPointer

    /// The use of the variable of each node.
    let known = NodeTable()

    /// True if no more nodes are listed.
    @exclusivity(unchecked)
    var isClosed = false

    /// Where a variable was listed or made anew last, which can perhaps be parked; −1 if nowhere.
    @exclusivity(unchecked)
    var newest = -1

    /// A variable that nobody knows, which is used again instead of a new one.
    @exclusivity(unchecked)
    private var spare: AnyMessenger?

    /// Stands for the variables of parked observations.
    let parkingPlace = ParkingPlace()

    init() {
        memory = .allocate(byteCount: 0, alignment: 1)
        nodes = memory.assumingMemoryBound(to: UInt32.self)
        cells = memory.assumingMemoryBound(to: NodeCell.self)
        links = memory.assumingMemoryBound(to: ObservationLink.self)
    }

    deinit { memory.deallocate() }

    /// True if nobody is told of any node.
    var isEmpty: Bool { count == emptyCount }
}

/// Who is told of the changes of a node: the closure of an observation that is parked, or else its variable, which is retained.
@usableFromInline
struct NodeCell {
    /// The closure, if the observation is parked. If not, its context is the variable, or nothing where the last observation has
    /// ended.
    @usableFromInline
    let receiver: ParkedReceiver

    /// Where a cell has what its closure captures, or the variable.
    static let contextOffset = MemoryLayout<NodeCell>.offset(of: \.receiver.context) ?? 0

    /// Where nobody is told any more.
    init() { receiver = ParkedReceiver() }

    init(_ parked: ParkedObservation) { receiver = parked.receiver }

    init(retaining variable: Unmanaged<AnyMessenger>) {
        receiver = ParkedReceiver(context: UInt(bitPattern: variable.retain().toOpaque()))
    }

    var isEmpty: Bool { !receiver.isPresent && receiver.context == 0 }

    /// The variable, if the observation is not parked.
    var messenger: Unmanaged<AnyMessenger>? {
        guard !receiver.isPresent, let address = UnsafeRawPointer(bitPattern: receiver.context) else { return nil }
        return .fromOpaque(address)
    }

    /// The variable, if the observation is not parked.
    @inlinable
    @inline(__always)
    func variable<State>(of: State.Type) -> Unmanaged<Variable<State>>? {
        guard !receiver.isPresent, let address = UnsafeRawPointer(bitPattern: receiver.context) else { return nil }
        return .fromOpaque(address)
    }
}

// MARK: - The list

extension NodePlaces {
    /// How many places there should be of so many nodes where there is no room for another one.
    func greaterCapacity(forNodeCount nodeCount: Int) -> Int {
        let doubled = max(16, 2 * capacity)
        // From an eighth of the nodes on there is room for all of them: what is not used yet is not in memory, and nothing has
        // to be moved any more.
        return capacity < nodeCount && 8 * doubled > nodeCount ? nodeCount : doubled
    }

    /// Moves everything to greater memory, and the states of places with it, which lie in front: one piece, which takes fewer small
    /// pages than several.
    func grow<State>(toCapacity newCapacity: Int, with states: inout UnsafeMutablePointer<State>) {
        if newCapacity >= known.capacity { known.preferHugePages() }
        let alignment = max(16, MemoryLayout<State>.alignment)
        let stateBytes = (newCapacity * MemoryLayout<State>.stride + 15) / 16 * 16
        let (cellBytes, linkBytes) = (
            newCapacity * MemoryLayout<NodeCell>.stride, newCapacity * MemoryLayout<ObservationLink>.stride
        )
        let byteCount = stateBytes + cellBytes + linkBytes + newCapacity * MemoryLayout<UInt32>.stride
        let new = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: alignment)
        UnsafeMutableRawBufferPointer(start: new, count: byteCount).preferHugePages()
        states = new.moveInitializeMemory(as: State.self, from: states, count: count)
        cells = (new + stateBytes).moveInitializeMemory(as: NodeCell.self, from: cells, count: count)
        links = (new + stateBytes + cellBytes).moveInitializeMemory(as: ObservationLink.self, from: links, count: count)
        nodes = (new + stateBytes + cellBytes + linkBytes).moveInitializeMemory(
            as: UInt32.self, from: nodes, count: count)
        memory.deallocate()
        memory = new
        capacity = newCapacity
    }

    /// Lists a node at the end, where there is room.
    @inline(__always)
    private func append(_ node: Int) {
        (nodes + count).initialize(to: UInt32(node))
        if runLength == count, continuesRun(UInt32(node)) { runLength += 1 }
        count += 1
    }

    /// Tests if a node follows those at the first ``runLength`` places.
    private func continuesRun(_ node: UInt32) -> Bool {
        runLength == 0 || Int(node) == Int(nodes[0]) + runLength
    }

    /// Where to note the state of a node whose first observation has begun: at the end, where it is to be listed, unless it
    /// still is, since the last observation has ended in the delivery that is just going on, which tells so when it is over.
    func placeOfBeginning(at node: Int) -> Int? {
        switch known[node] {
        case .unknown: nil
        case .observed(let position): position
        case .held: count
        }
    }

    /// The node of a place.
    @inlinable
    @inline(__always)
    func node(at place: Int) -> Int {
        place < runLength ? Int(nodes[0]) &+ place : Int(nodes[place])
    }

    /// The place of a node, if it is observed.
    @inline(__always)
    func place(of node: Int) -> Int? {
        // Where each has the place at which it began, the nodes that follow each other need no table.
        if emptyCount == 0, runLength > 0 {
            let offset = node &- Int(nodes[0])
            if offset >= 0, offset < runLength { return offset }
        }
        return known.position(of: node)
    }

    /// Lists a node whose variable is held, where there is room, if its place is at the end.
    func list(_ node: Int, at place: Int) {
        guard place == count, case .held(let variable) = known[node] else { return }
        newest = count
        (cells + count).initialize(to: NodeCell(retaining: .fromOpaque(variable)))
        known[node] = .observed(at: count)
        append(node)
    }

    /// Begins the first observation of a node, which is parked from the beginning, and lists the node, unless there is no room or
    /// somebody holds or observes its variable.
    ///
    /// - Returns: The place, where the caller stores the state and the closure before anything else happens; `nil` if nothing has
    ///   begun.
    @usableFromInline
    func beginParked(at node: Int, by receiver: Receiver) -> Int? {
        let place = count
        guard place < capacity, !isClosed, known.noteObservedIfUnknown(node, at: place) else { return nil }
        (links + place).initialize(to: receiver.beginParked(at: node, in: parkingPlace))
        append(node)
        return place
    }

    /// Empties a place and leaves what was in it to the caller.
    func empty(at position: Int) {
        cells[position] = NodeCell()
        emptyCount += 1
    }

    /// True if empty places are the majority.
    var isSparse: Bool { emptyCount * 2 > count }

    /// Removes the empty places.
    ///
    /// - Parameter noteMove: Is told of each place that becomes another one.
    func compact(noteMove: (_ old: Int, _ new: Int) -> Void) {
        newest = -1
        var target = 0
        for position in 0..<(isEmpty ? 0 : count) where !cells[position].isEmpty {
            if target != position {
                cells[target] = cells[position]
                nodes[target] = nodes[position]
                links[target] = links[position]
                noteMove(position, target)
            }
            target += 1
        }
        count = target
        emptyCount = 0
        runLength = 0
        while runLength < count, continuesRun(nodes[runLength]) { runLength += 1 }
    }
}

// MARK: - Memory

extension NodePlaces {
    /// Has what lies at places fetched from memory, all of it at the same time: places that are far from each other would be waited for
    /// one after the other.
    @usableFromInline
    func fetch(_ places: UnsafeBufferPointer<Int>, _ states: UnsafeRawPointer, stateSize: Int) {
        for place in places {
            nk_prefetch(states + place &* stateSize)
            nk_prefetch(cells + place)
        }
    }

    /// Has what closures at places capture fetched from memory.
    @usableFromInline
    func fetchReceivers(_ places: UnsafeBufferPointer<Int>) {
        for place in places {
            if let context = UnsafeRawPointer(bitPattern: cells[place].receiver.context) { nk_prefetch(context) }
        }
    }
}

// MARK: - Parking

extension NodePlaces {
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
        guard position < count, let variable = cells[position].messenger else { return }
        let context = UnsafeMutableRawPointer(cells + position) + NodeCell.contextOffset
        let isKnownHereOnly = context.withMemoryRebound(to: AnyMessenger.self, capacity: 1) {
            AnyMessenger.isKnownToOneOnly(&$0.pointee)
        }
        guard isKnownHereOnly,
            let parked = variable._withUnsafeGuaranteedRef({ $0.park(at: Int(nodes[position]), in: parkingPlace) })
        else { return }
        keep(parked, at: position)
        let unknown = variable.takeRetainedValue()
        if spare == nil { spare = unknown } else { unknown.closeWindow() }
    }

    private func keep(_ parked: ParkedObservation, at position: Int) {
        cells[position] = NodeCell(parked)
        links[position] = parked.link
    }

    /// The observation of a place, if it is parked.
    func parked(at position: Int) -> ParkedObservation? {
        let receiver = cells[position].receiver
        return receiver.isPresent ? ParkedObservation(receiver: receiver, link: links[position]) : nil
    }

    /// Notes where the record of a parked observation is now.
    func noteRecord(_ record: UInt32, at position: Int) { links[position].record = record }

    /// A variable for a node whose variable nobody holds or observes, if there is one that nobody knows.
    func reusedVariable(of node: Int) -> AnyMessenger? {
        guard known.isUnknown(node) else { return nil }
        parkNewest()
        guard let variable = takeSpare(for: node) else { return nil }
        known[node] = .held(Unmanaged.passUnretained(variable).toOpaque())
        return variable
    }

    /// A variable that nobody knows, as that of a node, if there is one.
    func takeSpare(for node: Int) -> AnyMessenger? {
        guard let variable = spare.take() else { return nil }
        variable.moveWindow(to: node)
        return variable
    }

    /// Lets go of that variable.
    func closeSpare() {
        spare?.closeWindow()
        spare = nil
    }

    /// Hands over observations by node; see `ParkingSource`. Their places become empty.
    func takeParked(_ receivers: UnsafeMutableBufferPointer<ParkedReceiver>) -> Int? {
        var receivingIndex: Int?
        for index in receivers.indices {
            let node = Int(receivers[index].context)
            guard let position = known.position(of: node) else { continue }
            guard position != receiving else {
                receivingIndex = index
                continue
            }
            receivers[index] = cells[position].receiver
            empty(at: position)
            known[node] = .unknown
        }
        return receivingIndex
    }
}
