/// The part of messengers that is the same for all types of messages: the observations.
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

    /// The parts that few need. See ``MessengerExtras``.
    @exclusivity(unchecked)
    @usableFromInline
    final var extras: MessengerExtras?

    @usableFromInline
    init() {}

    /// The receiver of a messenger that is a stand-alone transform.
    var transformReceiver: TransformReceiver? { nil }

    /// The messenger that has the observation at an index: this one, unless it is a ``ParkingPlace``.
    func unparked(at index: Int) -> AnyMessenger { self }

    /// Hands over observations that are parked in this ``ParkingPlace``; see ``ParkingSource/takeParked(_:)``.
    func takeParked(_ receivers: UnsafeMutableBufferPointer<ParkedReceiver>) -> Int? { nil }

    /// Notes that the other end of an observation has moved that is parked in this ``ParkingPlace``.
    func moveParkedRecord(at index: Int, to record: Int) {}

    /// Hands over the origin of a stand-alone transform that is about to die, if that is a messenger that nobody else holds.
    func takeUnsharedOrigin() -> AnyMessenger? { nil }

    @usableFromInline
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
        block?.destroy()
    }

    private final func unlinkedBlock() -> ObservationBlock? {
        guard let block else { return nil }
        guard !block.state.isSeat else {
            self.block = nil
            block.seat.pointee.collection.takeUnretainedValue().vacate(block.seat)
            return nil
        }
        // The block stays in place meanwhile, since a receiver that forgets one record may move another of ours.
        for index in 0..<block.count where block.links[index].kind != .ended {
            removeRecord(ofSlot: index, in: block)
        }
        self.block = nil
        return block
    }

    /// Has the receiver of an active observation forget it.
    final func removeRecord(ofSlot index: Int, in block: ObservationBlock) {
        guard !block.state.isSole else { return SoleObservation(block).vacate() }
        let link = block.links[index]
        link.receiver._withUnsafeGuaranteedRef { $0.records.remove(at: Int(link.record)) }
    }
}

// MARK: - Beginning

extension AnyMessenger {
    /// Adds an observation at the end of the order.
    ///
    /// - Returns: Where the caller stores the handler before it calls ``observationBegan()``.
    /// - Complexity: O(1) amortised.
    @usableFromInline
    final func addSlot(_ kind: ObservationLink.Kind, for receiver: Receiver) -> UnsafeMutablePointer<ErasedHandler> {
        // That of a window is parked when nobody holds it, and needs a record then.
        if block == nil, extras?.window == nil, let sole = receiver.addSoleObservation(kind, of: self) {
            place(sole)
            if kind == .authoredMessage { sole.state.noteAuthoredHandler() }
            return sole.handlers
        }
        let block = blockWithNewSlot()
        let index = block.count - 1
        let record = receiver.records.append(ObservationRecord(messenger: self, slot: index))
        (block.links + index).initialize(to: ObservationLink(kind: kind, receiver: receiver, record: record))
        if kind == .authoredMessage { block.state.noteAuthoredHandler() }
        return block.handlers + index
    }

    /// Takes a block where there was none.
    final func place(_ first: ObservationBlock) {
        if let extras, extras.memory != nil { first.state.noteMemory() }
        block = first
    }

    /// The block, whose last slot is new and not yet initialised.
    private final func blockWithNewSlot() -> ObservationBlock {
        guard let block = ordinaryBlock else {
            let first = ObservationBlock(count: 1)
            place(first)
            return first
        }
        guard block.isFull || block.state.isSole else {
            block.count += 1
            return block
        }
        if !block.state.isDelivering, block.state.endedCount * 4 >= block.count {
            return compact(block, addingSlots: 1)
        }
        precondition(block.count < ObservationBlock.maximumCount, "a messenger has at most 2^25 observations")
        let larger = block.grown()
        if block.state.isSole { leaveSoleObservation(block, for: larger) }
        self.block = larger
        if block.state.isDelivering {
            retire(block)
        } else {
            block.deallocate()
        }
        return larger
    }

    /// Keeps a block, which was replaced during a delivery, until that is over: the delivery looks at it to find out
    /// what happened.
    private final func retire(_ block: ObservationBlock) {
        block.state.disturb()
        extrasForUse.retiredBlocks.append(block)
        self.block?.state.disturb()
    }

    /// Gives a block, into which a ``SoleObservation`` was moved, a record with the receiver.
    private final func leaveSoleObservation(_ former: ObservationBlock, for new: ObservationBlock) {
        guard former.count > 0, new.links.pointee.kind != .ended else { return }
        SoleObservation(former).vacate()
        new.links.pointee.receiver._withUnsafeGuaranteedRef {
            new.links.pointee.record = UInt32($0.records.append(ObservationRecord(messenger: self, slot: 0)))
        }
    }
}

// MARK: - Ending

extension AnyMessenger {
    /// Ends the observation in a slot, whose record the caller has removed or is about to remove.
    ///
    /// No other code runs in here; it may when the caller lets go of what ended.
    ///
    /// - Complexity: O(1) amortised.
    final func end(slot index: Int, into ended: inout EndedObservations) {
        guard let block else { return }
        block.links[index].kind = .ended
        block.state.noteEnding()
        if block.state.isSole { SoleObservation(block).vacate() }
        // A handler that ends during a delivery lives until that is over, since it may be the one just running.
        guard !block.state.isDelivering else { return block.state.disturb() }
        if block.state.endedCount == block.count {
            self.block = nil
            ended.add(block)
            ended.addWindow(of: self)
            return
        }
        if let handler = block.takeHandler(at: index) { ended.add(handler) }
        if block.state.endedCount * 2 > block.count { compact(block, addingSlots: 0) }
    }

    /// Removes the ended slots, which no longer hold handlers, and keeps the order of the others.
    ///
    /// - Returns: The block, which may be another, with new slots at its end that are not yet initialised.
    @discardableResult
    private final func compact(_ block: ObservationBlock, addingSlots newCount: Int) -> ObservationBlock {
        let (count, handlers, links) = (block.count, block.handlers, block.links)
        let targetCount = count - block.state.endedCount + newCount
        let shrinks = ObservationBlock.capacity(for: targetCount) < ObservationBlock.capacity(for: count)
        let target = shrinks ? ObservationBlock(count: targetCount) : block
        target.count = targetCount
        target.state = block.state
        let (targetHandlers, targetLinks) = (target.handlers, target.links)
        var targetIndex = 0
        var hasAuthoredHandlers = false
        for index in 0..<count where links[index].kind != .ended {
            let link = links[index]
            if link.kind == .authoredMessage { hasAuthoredHandlers = true }
            if targetHandlers + targetIndex != handlers + index {
                (targetHandlers + targetIndex).moveInitialize(from: handlers + index, count: 1)
                targetLinks[targetIndex] = link
                link.receiver._withUnsafeGuaranteedRef { $0.records[Int(link.record)].slot = UInt32(targetIndex) }
            }
            targetIndex += 1
        }
        target.state.compacted(hasAuthoredHandlers: hasAuthoredHandlers)
        if shrinks {
            self.block = target
            block.deallocate()
        }
        return target
    }
}

// MARK: - After a delivery

extension AnyMessenger {
    /// Lets go of what a delivery had to keep: handlers that ended in it, and memory that was replaced.
    @usableFromInline
    final func clearUpAfterDelivery() {
        guard let block else { return }
        var ended = EndedObservations()
        if block.state.isSeat {
            // Whatever was left to do happened in other blocks.
        } else if block.state.endedCount == block.count {
            self.block = nil
            ended.add(block)
            ended.addWindow(of: self)
        } else {
            takeEndedHandlers(from: block, into: &ended)
            if block.state.endedCount * 2 > block.count { compact(block, addingSlots: 0) }
        }
        freeRetired(into: &ended)
        ended.letGo()
    }

    /// Lets go of ended observations between two messages of a delivery, when no handler is running, if they are the
    /// majority: where each of many waiting messages ends and begins observations, none must take longer than another.
    @usableFromInline
    final func clearUpBetweenMessages() {
        guard let block, !block.state.isSeat, block.state.endedCount * 2 > block.count else { return }
        var ended = EndedObservations()
        takeEndedHandlers(from: block, into: &ended)
        // Not removed even if empty: the block says that a delivery is going on.
        compact(block, addingSlots: 0)
        freeRetired(into: &ended)
        ended.letGo()
    }

    private final func takeEndedHandlers(from block: ObservationBlock, into ended: inout EndedObservations) {
        guard block.state.endedCount > 0 else { return }
        for index in 0..<block.count where block.links[index].kind == .ended {
            if let handler = block.takeHandler(at: index) { ended.add(handler) }
        }
    }

    private final func freeRetired(into ended: inout EndedObservations) {
        guard let extras else { return }
        for block in extras.retiredBlocks { block.deallocate() }
        extras.retiredBlocks = []
        for collection in extras.retiredCollections { ended.add(collection) }
        extras.retiredCollections = []
    }
}
