#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The receiver's end of an observation: the other end of an ``ObservationLink``.
///
/// Invariant: the messenger is alive, because a dying messenger removes the records of its observations. For a
/// ``ParkedObservation`` it is a ``ParkingPlace``, and the index is that of the window.
@usableFromInline
struct ObservationRecord {
    @usableFromInline
    var messenger: Unmanaged<AnyMessenger>

    /// The index of the other end in the block of the messenger.
    @usableFromInline
    var slot: UInt32

    @inlinable
    init(messenger: AnyMessenger, slot: Int) {
        self.messenger = .passUnretained(messenger)
        self.slot = UInt32(truncatingIfNeeded: slot)
    }

    func isOf(_ other: AnyMessenger) -> Bool {
        messenger.toOpaque() == Unmanaged.passUnretained(other).toOpaque()
    }
}

/// The records of one receiver, in no particular order.
///
/// The only record of a receiver lies in here, which spares observers of one object an allocation and a cache miss;
/// several lie in memory of their own, which is freed with the last of them. A plain array would check for uniqueness and for
/// exclusive access at each of a million endings.
@usableFromInline
struct ObservationRecords: ~Copyable {
    /// The only record. Undefined if there is none, or memory for several.
    private var only: ObservationRecord?

    @usableFromInline
    var storedCount: UInt32 = 0

    @usableFromInline
    var memory: UnsafeMutablePointer<ObservationRecord>?

    @usableFromInline
    var memoryCapacity: UInt32 = 0

    init() {}

    private(set) var count: Int {
        get { Int(storedCount) }
        set { storedCount = UInt32(newValue) }
    }

    var isEmpty: Bool { storedCount == 0 }

    /// The memory in bytes that several records take.
    var byteCount: Int { Int(memoryCapacity) * MemoryLayout<ObservationRecord>.stride }

    subscript(index: Int) -> ObservationRecord {
        get {
            if let memory {
                precondition(index < count, "a receiver has no such record")
                return memory[index]
            }
            guard index == 0, let only else { preconditionFailure("a receiver has no such record") }
            return only
        }
        set {
            if let memory {
                precondition(index < count, "a receiver has no such record")
                memory[index] = newValue
            } else {
                only = newValue
            }
        }
    }

    /// - Returns: The index of the new record.
    /// - Complexity: O(1) amortised.
    @inlinable
    @inline(__always)
    mutating func append(_ record: ObservationRecord) -> Int {
        guard storedCount < memoryCapacity, let memory else { return appendGrowing(record) }
        let index = storedCount
        (memory + Int(index)).initialize(to: record)
        storedCount = index &+ 1
        return Int(index)
    }

    /// The same, where there is no room in the memory for several.
    @usableFromInline
    mutating func appendGrowing(_ record: ObservationRecord) -> Int {
        if memory == nil, count == 0 {
            only = record
        } else {
            grow()
            memory?.advanced(by: count).initialize(to: record)
        }
        count += 1
        return count - 1
    }

    private mutating func grow() {
        let newCapacity = max(4, 2 * Int(memoryCapacity))
        let stride = MemoryLayout<ObservationRecord>.stride
        let larger = UnsafeMutableRawPointer(memory).grown(count * stride, toByteCount: newCapacity * stride)
            .bindMemory(to: ObservationRecord.self, capacity: newCapacity)
        if memory == nil, let only { larger.initialize(to: only) }
        memory = larger
        memoryCapacity = UInt32(newCapacity)
    }

    /// Removes a record, into whose place the last one moves.
    ///
    /// - Complexity: O(1).
    mutating func remove(at index: Int) {
        let last = self[count - 1]
        count -= 1
        guard index < count else { return freeIfEmpty() }
        self[index] = last
        last.messenger._withUnsafeGuaranteedRef { $0.moveRecord(ofSlot: Int(last.slot), to: index) }
    }

    mutating func removeAll() {
        count = 0
        freeIfEmpty()
    }

    /// True if there is memory for several records.
    var hasMemoryForSeveral: Bool { memory != nil }

    /// Which records from one on are of the same messenger.
    func indicesOfOneMessenger(from start: Int) -> Range<Int> {
        guard let memory else { return start..<count }
        let messenger = memory[start].messenger.toOpaque()
        var end = start + 1
        while end < count, memory[end].messenger.toOpaque() == messenger { end += 1 }
        return start..<end
    }

    /// Leaves the closure of an observation that has ended, or none, in place of its record: those of millions take no more
    /// memory while they wait to be let go of.
    mutating func leave(_ closure: ParkedReceiver, at index: Int) {
        guard let memory else { return }
        precondition(index < count, "a receiver has no such record")
        UnsafeMutableRawPointer(memory + index).storeBytes(of: closure, as: ParkedReceiver.self)
    }

    /// Leaves no closures in place of some records, but their slots.
    ///
    /// - Returns: Where the closures can be put. There must be memory for several records.
    mutating func leaveSlots(_ range: Range<Int>) -> UnsafeMutableBufferPointer<ParkedReceiver> {
        precondition(range.upperBound <= count, "a receiver has no such records")
        guard let memory else { return UnsafeMutableBufferPointer(start: nil, count: 0) }
        for index in range { leave(ParkedReceiver(context: UInt(memory[index].slot)), at: index) }
        let first = UnsafeMutableRawPointer(memory + range.lowerBound)
        return UnsafeMutableBufferPointer(
            start: first.bindMemory(to: ParkedReceiver.self, capacity: range.count), count: range.count)
    }

    /// Removes all records, in place of each of which a closure has been left, or none.
    mutating func takeClosures() -> LeftClosures {
        defer {
            memory = nil
            memoryCapacity = 0
            count = 0
        }
        return LeftClosures(memory: memory, count: count)
    }

    private mutating func freeIfEmpty() {
        guard count == 0 else { return }
        free(memory)
        memory = nil
        memoryCapacity = 0
    }
}

/// The closures of observations that have ended, where their records were.
struct LeftClosures {
    let memory: UnsafeMutableRawPointer?
    let count: Int

    /// Lets go of all, which may run any code, and frees the memory.
    func letGo() {
        guard let memory else { return }
        let handlers = memory.bindMemory(to: ErasedHandler.self, capacity: count)
        for index in 0..<count where handlers.isPresent(index) { (handlers + index).letGo() }
        free(memory)
    }
}

extension AnyMessenger {
    /// Notes that the other end of an active observation has moved.
    final func moveRecord(ofSlot index: Int, to record: Int) {
        guard let block else { return moveParkedRecord(at: index, to: record) }
        block.links[index].record = UInt32(record)
    }
}
