/// The messenger's end of an observation, apart from its handler.
///
/// A link and an ``ObservationRecord`` are the two ends of an observation. Each holds the index of the other, so that
/// either side finds and removes the other end in constant time, without a search and without a weak reference:
///
///     messenger.block.links[i].record  == r      receiver.records[r].slot == i
///
/// Invariant: the receiver of an active observation is alive, because a dying receiver ends its observations first.
@usableFromInline
package struct ObservationLink {
    @usableFromInline
    enum Kind: UInt32 {
        /// The handler is a ``MessageHandler``.
        case message
        /// The handler is an ``AuthoredMessageHandler``.
        case authoredMessage
        /// Receives nothing any more, and waits for the slots to be compacted.
        case ended
    }

    @usableFromInline
    let receiver: Unmanaged<Receiver>

    /// The index of the other end among the receiver's records.
    @usableFromInline
    package var record: UInt32

    @usableFromInline
    var kind: Kind

    @inlinable
    init(kind: Kind, receiver: Receiver, record: Int) {
        self.kind = kind
        self.receiver = .passUnretained(receiver)
        self.record = UInt32(truncatingIfNeeded: record)
    }

    /// Tests if this is the link of an observation by a receiver, which has not ended.
    func isActive(for other: Receiver) -> Bool {
        kind != .ended && receiver._withUnsafeGuaranteedRef { $0.whole === other }
    }
}
