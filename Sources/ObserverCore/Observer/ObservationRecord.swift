/// What a receiver stores of an observation: the other end of an ``ObservationLink``.
///
/// Invariant: the messenger is alive, because a dying messenger removes the records of its observations.
struct ObservationRecord {
    var messenger: Unmanaged<AnyMessenger>

    /// The index of the other end in the block of the messenger.
    var slot: UInt32

    init(messenger: AnyMessenger, slot: Int) {
        self.messenger = .passUnretained(messenger)
        self.slot = UInt32(slot)
    }

    func isOf(_ other: AnyMessenger) -> Bool {
        messenger.toOpaque() == Unmanaged.passUnretained(other).toOpaque()
    }
}

/// The records of one receiver, in no particular order.
///
/// A plain array would check for uniqueness and for exclusive access at each of a million endings.
struct ObservationRecords: ~Copyable {
    private var memory: UnsafeMutablePointer<ObservationRecord>?
    private(set) var count = 0
    private(set) var capacity = 0

    init() {}

    deinit {
        memory?.deallocate()
    }

    var isEmpty: Bool { count == 0 }

    subscript(index: Int) -> ObservationRecord {
        get { pointer(to: index).pointee }
        nonmutating _modify { yield &pointer(to: index).pointee }
    }

    private func pointer(to index: Int) -> UnsafeMutablePointer<ObservationRecord> {
        guard let memory, index < count else { preconditionFailure("a receiver has no such record") }
        return memory + index
    }

    /// - Returns: The index of the new record.
    /// - Complexity: O(1) amortised.
    mutating func append(_ record: ObservationRecord) -> Int {
        if count == capacity { grow() }
        count += 1
        pointer(to: count - 1).initialize(to: record)
        return count - 1
    }

    private mutating func grow() {
        let newCapacity = max(1, 2 * capacity)
        let larger = UnsafeMutablePointer<ObservationRecord>.allocate(capacity: newCapacity)
        if let memory {
            larger.moveInitialize(from: memory, count: count)
            memory.deallocate()
        }
        memory = larger
        capacity = newCapacity
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

    mutating func removeLast() {
        count -= 1
        freeIfEmpty()
    }

    private mutating func freeIfEmpty() {
        guard count == 0 else { return }
        memory?.deallocate()
        memory = nil
        capacity = 0
    }
}

extension AnyMessenger {
    /// Notes that the other end of an active observation has moved.
    final func moveRecord(ofSlot index: Int, to record: Int) {
        block?.links[index].record = UInt32(record)
    }
}
