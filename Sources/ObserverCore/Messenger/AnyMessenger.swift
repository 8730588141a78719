/// What all messengers have in common, whatever the type of their messages: the observations.
///
/// This is where observations begin and end. It cannot be subclassed outside of this module other than through
/// ``Messenger``.
///
/// Nothing here is on the path of a message; see `Messenger.deliver` for that.
open class AnyMessenger {
    /// The observations, or `nil` as long as there are none: a messenger that nobody observes holds no memory.
    ///
    /// Accesses are single loads and stores that cannot overlap, so that the run-time check of exclusive access would
    /// only cost time.
    @exclusivity(unchecked)
    @usableFromInline
    final var block: ObservationBlock?

    /// What few messengers need. See ``MessengerExtras``.
    @exclusivity(unchecked)
    @usableFromInline
    final var extras: MessengerExtras?

    @usableFromInline
    init() {}

    final var extrasForUse: MessengerExtras {
        if let extras { return extras }
        let new = MessengerExtras()
        extras = new
        return new
    }

    deinit {
        let block = unlinkedBlock()
        // From here on any code may run: the window's, and that of objects that the handlers let go of.
        extras?.window?.messengerDied()
        guard let block else { return }
        block.slots.deinitialize(count: block.count)
        block.deallocate()
    }

    private final func unlinkedBlock() -> ObservationBlock? {
        guard let block else { return nil }
        // The block stays in place meanwhile, since a receiver that forgets one record may move another of ours.
        for index in 0..<block.count {
            let slot = block.slots + index
            guard slot.pointee.kind != .ended else { continue }
            slot.pointee.receiver.forget(record: Int(slot.pointee.record))
        }
        self.block = nil
        return block
    }
}

// MARK: - Beginning

extension AnyMessenger {
    /// Adds an observation at the end of the order.
    ///
    /// - Returns: The new slot, at whose address the caller stores the handler before it calls
    ///   ``observationBegan()``.
    /// - Complexity: O(1) amortised.
    @usableFromInline
    final func addSlot(_ kind: ObservationSlot.Kind, for receiver: Receiver) -> UnsafeMutablePointer<ObservationSlot> {
        let block = blockWithRoom()
        let index = block.count
        let record = receiver.remember(Receiver.Record(messenger: self, slot: UInt32(index)))
        let slot = block.slots + index
        slot.initialize(to: ObservationSlot(kind: kind, receiver: receiver, record: UInt32(record)))
        block.count = index + 1
        return slot
    }

    /// Tells the window, if there is one, that the first observation began: the one for which the block was made.
    ///
    /// A delivery keeps the block even if all observations end in it, and then their end has not been told either.
    @usableFromInline
    final func observationBegan() {
        guard let window = extras?.window, let block, block.count == 1, !block.isDelivering else { return }
        window.firstObservationBegan()
    }

    /// The block, with at least one free slot at its end.
    private final func blockWithRoom() -> ObservationBlock {
        guard let full = block else {
            let first = ObservationBlock(capacityFor: 1)
            block = first
            return first
        }
        guard full.isFull else { return full }
        precondition(full.count < ObservationBlock.maximumCount, "a messenger has at most 2^30 observations")
        if full.isDelivering {
            // The handler that is just running was called where it lies in the old memory.
            let larger = full.grown()
            block = larger
            extrasForUse.retire(full)
            return larger
        }
        if full.endedCount * 4 >= full.count {
            return compact(full, leavingRoomFor: 1)
        }
        let larger = full.grown()
        block = larger
        full.deallocate()
        return larger
    }
}

// MARK: - Ending

extension AnyMessenger {
    /// Ends the observation in a slot, whose other end the caller has removed or is about to remove.
    ///
    /// When its own bookkeeping is complete, the caller must call ``observationEnded()`` and then let go of the
    /// handler, because both may run any code.
    ///
    /// - Returns: The handler; `nil` if a delivery is going on and the handler lives until that is over.
    /// - Complexity: O(1) amortised.
    final func end(slot index: Int) -> ErasedHandler? {
        guard let block else { return nil }
        let slot = block.slots + index
        slot.pointee.kind = .ended
        block.endedCount += 1
        guard !block.isDelivering else { return nil }
        let handler = slot.pointee.handler.take()
        removeEndedSlotsIfMany(in: block)
        return handler
    }

    /// Tells the window, if there is one, that the last observation ended. To be called once after endings.
    final func observationEnded() {
        guard block == nil else { return }
        extras?.window?.lastObservationEnded()
    }

    private final func removeEndedSlotsIfMany(in block: ObservationBlock) {
        if block.endedCount == block.count {
            removeBlock(block)
        } else if block.endedCount * 2 > block.count {
            compact(block, leavingRoomFor: 0)
        }
    }

    private final func removeBlock(_ block: ObservationBlock) {
        self.block = nil
        block.slots.deinitialize(count: block.count)
        block.deallocate()
    }

    /// Notes that the other end of an active observation has moved.
    final func moveRecord(ofSlot index: Int, to record: UInt32) {
        guard let block else { return }
        block.slots[index].record = record
    }

    /// Removes the ended slots, which no longer hold handlers, and keeps the order of the others.
    @discardableResult
    private final func compact(_ block: ObservationBlock, leavingRoomFor room: Int) -> ObservationBlock {
        let activeCount = block.count - block.endedCount
        let capacity = ObservationBlock.capacity(for: activeCount + room)
        let shrinks = capacity < ObservationBlock.capacity(for: block.count)
        let target = shrinks ? ObservationBlock(capacityFor: activeCount + room) : block
        var targetIndex = 0
        for index in 0..<block.count {
            let slot = block.slots + index
            if slot.pointee.kind == .ended {
                slot.deinitialize(count: 1)
                continue
            }
            let targetSlot = target.slots + targetIndex
            if targetSlot != slot {
                targetSlot.moveInitialize(from: slot, count: 1)
                targetSlot.pointee.receiver.moveSlot(
                    ofRecord: Int(targetSlot.pointee.record), to: UInt32(targetIndex))
            }
            targetIndex += 1
        }
        target.count = activeCount
        target.endedCount = 0
        if shrinks {
            target.isDelivering = block.isDelivering
            self.block = target
            block.deallocate()
        }
        return target
    }
}

// MARK: - Clearing up

extension AnyMessenger {
    /// Lets go of what a delivery had to keep: handlers that ended in it, and memory that was replaced.
    @usableFromInline
    final func clearUpAfterDelivery() {
        guard let block else { return }
        let endedHandlers = takeEndedHandlers(from: block)
        removeEndedSlotsIfMany(in: block)
        extras?.clearUp()
        observationEnded()
        // The handlers die here, last, because that may run any code.
        withExtendedLifetime(endedHandlers) {}
    }

    /// Lets go of ended observations between two messages of a delivery, when no handler is running, if they are the
    /// majority: where each of many waiting messages ends and begins observations, none must take longer than another.
    final func clearUpBetweenMessages() {
        guard let block, block.endedCount * 2 > block.count else { return }
        let endedHandlers = takeEndedHandlers(from: block)
        // Not removed even if empty: the block says that a delivery is going on.
        compact(block, leavingRoomFor: 0)
        extras?.freeRetiredBlocks()
        withExtendedLifetime(endedHandlers) {}
    }

    private final func takeEndedHandlers(from block: ObservationBlock) -> ContiguousArray<ErasedHandler> {
        var handlers = ContiguousArray<ErasedHandler>()
        guard block.endedCount > 0 else { return handlers }
        for index in 0..<block.count where block.slots[index].kind == .ended {
            if let handler = block.slots[index].handler.take() { handlers.append(handler) }
        }
        return handlers
    }
}
