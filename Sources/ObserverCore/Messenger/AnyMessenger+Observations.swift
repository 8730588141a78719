extension AnyMessenger {
    /// The number of observations of this messenger.
    ///
    /// - Complexity: O(1).
    public final var observationCount: Int {
        guard let block else { return 0 }
        return block.count - block.endedCount
    }

    /// Whether a receiver observes this messenger.
    ///
    /// - Complexity: O(min(m, n)) for m observations of this messenger and n observations by the receiver.
    final func isObserved(by receiver: Receiver) -> Bool {
        guard let block else { return false }
        if receiver.records.count <= block.count {
            return receiver.records.contains { $0.messenger === self }
        }
        return (0..<block.count).contains {
            block.slots[$0].kind != .ended && block.slots[$0].receiver === receiver
        }
    }

    /// Ends all observations by a receiver.
    ///
    /// - Complexity: O(min(m, n)) for m observations of this messenger and n observations by the receiver.
    final func endObservations(by receiver: Receiver) {
        guard let block else { return }
        if receiver.records.count <= block.count {
            receiver.endObservations(of: self)
        } else {
            endObservations { $0 === receiver }
        }
    }

    /// Ends all observations by receivers that meet a condition.
    ///
    /// - Complexity: O(n) for n observations of this messenger.
    final func endObservations(where isToEnd: (Receiver) -> Bool) {
        guard block != nil else { return }
        // Handlers live until all is unlinked, because letting go of them may run any code.
        var endedHandlers = ContiguousArray<ErasedHandler>()
        var index = block?.count ?? 0
        // Compaction on the way moves active slots towards the front, never behind the index.
        while let block, index > 0 {
            index = min(index, block.count) - 1
            guard index >= 0 else { break }
            let slot = block.slots + index
            guard slot.pointee.kind != .ended, isToEnd(slot.pointee.receiver) else { continue }
            slot.pointee.receiver.forget(record: Int(slot.pointee.record))
            if let handler = end(slot: index) { endedHandlers.append(handler) }
        }
        observationEnded()
        withExtendedLifetime(endedHandlers) {}
    }
}
