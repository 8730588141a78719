/// Sends many messages through one messenger, one after the other.
///
/// The block is looked up once for all of them where there is one observation only and nothing but a closure to
/// call. As soon as something else happens, such as that an observation begins or ends, messages take the ordinary way.
@usableFromInline
package struct MessageRun<Message>: ~Copyable {
    @usableFromInline
    let messenger: Messenger<Message>

    /// The target; `nil` where messages take the ordinary way.
    @usableFromInline
    var block: ObservationBlock?

    /// The state of the block before and after the run.
    @usableFromInline
    let state: ObservationBlock.State

    @usableFromInline
    let delivering: ObservationBlock.State

    /// Begins to send, until ``end()``.
    @inlinable
    @inline(__always)
    package init(through messenger: Messenger<Message>) {
        self.messenger = messenger
        state = messenger.block?.state ?? ObservationBlock.State(bits: 0)
        var delivering = state
        delivering.beginDelivery()
        self.delivering = delivering
        guard let block = messenger.block, state.isPlain, block.count == 1, block.handlers.isPresent(0) else { return }
        self.block = block
        block.state = delivering
    }

    /// Sends a message with the messenger as its author.
    @inlinable
    @inline(__always)
    package mutating func send(_ message: Message) {
        guard let block else { return messenger.send(message) }
        block.handlers.receiving(Message.self).pointee.call(message)
        guard block.state != delivering else { return }
        self.block = nil
        messenger.finishDisturbedDelivery(message, remaining: 1..<1)
    }

    /// Ends the run.
    @inlinable
    @inline(__always)
    package func end() {
        block?.state = state
    }
}
