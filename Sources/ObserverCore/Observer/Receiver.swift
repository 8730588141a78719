/// Keeps the observations of an ``Observer`` alive: when the receiver dies, they end.
///
/// An observer creates one and holds on to it; there is nothing else to do with it.
///
/// - Complexity: The death of a receiver is O(n) for its n observations.
public final class Receiver {
    /// One end of an observation; the other is an ``ObservationSlot``.
    ///
    /// Invariant: the messenger is alive, because a dying messenger removes the records of its observations.
    struct Record {
        unowned(unsafe) let messenger: AnyMessenger
        var slot: UInt32
    }

    private(set) var records: ContiguousArray<Record> = []

    /// Creates a receiver without observations.
    public init() {}

    deinit {
        // Letting go of a handler may run any code, even such as begins observations here.
        while !records.isEmpty { endAllObservations() }
    }
}

// MARK: - Ending observations

extension Receiver {
    /// Ends all observations.
    ///
    /// - Complexity: O(n) for n observations.
    func endAllObservations() {
        // Handlers live until all is unlinked, because letting go of them may run any code. What begins there stays.
        var endedHandlers = ContiguousArray<ErasedHandler>()
        while let record = records.popLast() {
            let messenger = record.messenger
            if let handler = messenger.end(slot: Int(record.slot)) { endedHandlers.append(handler) }
            messenger.observationEnded()
        }
        withExtendedLifetime(endedHandlers) {}
    }

    /// Ends all observations of a messenger.
    ///
    /// - Complexity: O(n) for n observations by this receiver.
    func endObservations(of messenger: AnyMessenger) {
        // Handlers live until all is unlinked, because letting go of them may run any code.
        var endedHandlers = ContiguousArray<ErasedHandler>()
        let countBefore = records.count
        for index in records.indices.reversed() where records[index].messenger === messenger {
            let slot = Int(records[index].slot)
            forget(record: index)
            if let handler = messenger.end(slot: slot) { endedHandlers.append(handler) }
        }
        if records.count < countBefore { messenger.observationEnded() }
        withExtendedLifetime(endedHandlers) {}
    }
}

// MARK: - Records

extension Receiver {
    /// - Returns: The index of the new record.
    /// - Complexity: O(1) amortised.
    func remember(_ record: Record) -> Int {
        records.append(record)
        return records.count - 1
    }

    /// Removes a record, into whose place the last one moves.
    ///
    /// - Complexity: O(1).
    func forget(record index: Int) {
        let last = records.removeLast()
        guard index < records.count else { return }
        records[index] = last
        last.messenger.moveRecord(ofSlot: Int(last.slot), to: UInt32(index))
    }

    func moveSlot(ofRecord index: Int, to slot: UInt32) {
        records[index].slot = slot
    }
}
