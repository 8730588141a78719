/// One observation, as its messenger stores it.
///
/// A slot and a ``Receiver/Record`` are the two ends of an observation. Each holds the index of the other, so that
/// either side finds and removes the other end in constant time, without a search and without a weak reference:
///
///     messenger.block.slots[i].record  == r      receiver.records[r].slot == i
///
/// Invariant: the receiver of an active slot is alive, because a dying receiver ends its observations first.
@usableFromInline
struct ObservationSlot: ~Copyable {
    @usableFromInline
    enum Kind: UInt32 {
        /// Holds a ``MessageHandler``.
        case message
        /// Holds an ``AuthoredMessageHandler``.
        case authoredMessage
        /// Receives nothing any more, and waits for the slots to be compacted.
        case ended
    }

    /// Lies at the front: typed handlers are stored to and called at the address of the slot.
    ///
    /// An observation that ends during a delivery keeps its handler until the delivery is over, since it may be the
    /// handler that is just running.
    @usableFromInline
    var handler: ErasedHandler?

    @usableFromInline
    unowned(unsafe) let receiver: Receiver

    /// The index of the other end among the receiver's records.
    @usableFromInline
    var record: UInt32

    @usableFromInline
    var kind: Kind

    init(kind: Kind, receiver: Receiver, record: UInt32) {
        self.handler = nil
        self.kind = kind
        self.receiver = receiver
        self.record = record
    }
}

extension UnsafeMutablePointer where Pointee == ObservationSlot {
    /// The handler of a slot of kind ``ObservationSlot/Kind/message``, whose messenger sends messages of that type.
    @inlinable
    @inline(__always)
    func handler<Message>(of _: Message.Type) -> UnsafeMutablePointer<MessageHandler<Message>> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: MessageHandler<Message>.self)
    }

    /// The handler of a slot of kind ``ObservationSlot/Kind/authoredMessage``.
    @inlinable
    @inline(__always)
    func authoredHandler<Message>(of _: Message.Type) -> UnsafeMutablePointer<AuthoredMessageHandler<Message>> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: AuthoredMessageHandler<Message>.self)
    }
}
