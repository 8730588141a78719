extension AnyMessenger {
    /// The number of observations of this messenger.
    ///
    /// - Complexity: O(1).
    public final var observationCount: Int {
        guard let block else { return 0 }
        return block.state.isSeat ? 1 : block.count - block.state.endedCount
    }

    /// Tests if a receiver observes this messenger.
    ///
    /// - Complexity: O(min(m, n)) for m observations of this messenger and n observations by the receiver.
    final func isObserved(by receiver: Receiver) -> Bool {
        guard let block else { return false }
        if let isObserved = isObservedInSeat(by: receiver) { return isObserved }
        if !block.state.isSole, receiver.ownObservationCount <= block.count {
            return receiver.hasObservations(of: self)
        }
        return (0..<block.count).contains { block.links[$0].isActive(for: receiver) }
    }

    /// Tests if it is a receiver's observation in which this messenger has its seat; `nil` if it has none.
    private final func isObservedInSeat(by receiver: Receiver) -> Bool? {
        guard let block, block.state.isSeat else { return nil }
        return block.seat.pointee.isPart(ofObservationBy: receiver)
    }

    /// Ends all observations by a receiver.
    ///
    /// - Complexity: O(min(m, n)) for m observations of this messenger and n observations by the receiver.
    @usableFromInline
    final func endObservations(by receiver: Receiver) {
        // A seat in a collection that somebody else observes need not be left for this.
        guard isObservedInSeat(by: receiver) != false, let block = ordinaryBlock else { return }
        if !block.state.isSole, receiver.ownObservationCount <= block.count {
            receiver.endObservations(of: self)
        } else {
            endObservations { $0.isActive(for: receiver) }
        }
    }

    /// Ends all observations.
    ///
    /// - Complexity: O(n) for n observations of this messenger.
    final func endAllObservations() {
        endObservations { $0.kind != .ended }
    }

    private final func endObservations(where isToEnd: (ObservationLink) -> Bool) {
        var ended = EndedObservations()
        var index = ordinaryBlock?.count ?? 0
        // Compaction on the way moves active slots towards the front, never behind the index.
        while let block, index > 0 {
            index = min(index, block.count) - 1
            guard index >= 0 else { break }
            guard isToEnd(block.links[index]) else { continue }
            removeRecord(ofSlot: index, in: block)
            end(slot: index, into: &ended)
        }
        ended.letGo()
    }
}
