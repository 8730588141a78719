/// The only observation of a messenger, as part of one of a whole collection: what a messenger has in place of a block.
///
/// It begins like a block, and its state says that it is none. A messenger that gets another observation, or ends this
/// one alone, leaves its seat for a block of its own; see ``AnyMessenger/leaveSeat()``.
@usableFromInline
struct ObservationSeat {
    /// The count is the position of the messenger in the collection.
    @usableFromInline
    var header: ObservationBlock.Header

    @usableFromInline
    let collection: Unmanaged<AnyCollectionObservation>

    /// The messenger that has the seat, which is alive, or `nil` if it has left it.
    var messenger: Unmanaged<AnyMessenger>?

    func isPart(ofObservationBy receiver: Receiver) -> Bool {
        collection._withUnsafeGuaranteedRef { $0.receiver.toOpaque() } == Unmanaged.passUnretained(receiver).toOpaque()
    }

    /// The position of the messenger in the collection.
    @inlinable
    var position: Int { Int(header.count) }
}

extension ObservationBlock {
    /// The seat that a messenger has in place of a block, if the state says so.
    @inlinable
    var seat: UnsafeMutablePointer<ObservationSeat> {
        UnsafeMutableRawPointer(header).assumingMemoryBound(to: ObservationSeat.self)
    }
}

extension AnyMessenger {
    /// The block. A messenger that has a seat gets a block first.
    final var ordinaryBlock: ObservationBlock? {
        if let block, block.state.isSeat { leaveSeat() }
        return block
    }

    /// Exchanges a seat for a block with the same observation.
    @usableFromInline
    final func leaveSeat() {
        guard let former = block, former.state.isSeat else { return }
        let collection = former.seat.pointee.collection.takeUnretainedValue()
        let new = ObservationBlock(count: 1)
        new.state = former.state
        new.state.noteLeaving()
        collection.receiver._withUnsafeGuaranteedRef {
            let record = $0.records.append(ObservationRecord(messenger: self, slot: 0))
            new.links.initialize(to: ObservationLink(kind: .message, receiver: $0, record: record))
        }
        collection.initializeHandler(at: new.handlers, forPosition: former.seat.pointee.position)
        block = new
        if former.state.isDelivering {
            // The delivery is about to look at the seat, and its closure may be running.
            former.state.disturb()
            new.state.disturb()
            extrasForUse.retiredCollections.append(collection)
        }
        collection.vacate(former.seat)
    }
}
