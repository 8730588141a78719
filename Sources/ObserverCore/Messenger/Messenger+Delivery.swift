extension Messenger {
    /// Sends a message to all observers, at once or, during another delivery, after it.
    @inlinable
    final func deliver(_ message: Message, from author: AnyAuthor) {
        if let extras, extras.memory != nil { remember(message, from: author) }
        guard let block else { return }
        guard !block.isDelivering else { return enqueue(message, from: author) }
        let endedBefore = block.endedCount
        block.isDelivering = true
        passToHandlers(message, from: author, count: block.count)
        if let extras, extras.hasWork { deliverWaitingMessages() }
        finishDelivery(endedBefore: endedBefore)
    }

    @inlinable
    final func passToHandlers(_ message: Message, from author: AnyAuthor, count: Int) {
        var index = 0
        while index < count {
            // Handlers may begin and end observations, which may replace the block.
            guard let block else { return }
            let slot = block.slots + index
            switch slot.pointee.kind {
            case .message: slot.handler(of: Message.self).pointee.call(message)
            case .authoredMessage: slot.authoredHandler(of: Message.self).pointee.call(message, from: author)
            case .ended: break
            }
            index += 1
        }
    }

    @inlinable
    final func finishDelivery(endedBefore: Int) {
        guard let block else { return }
        block.isDelivering = false
        if block.endedCount != endedBefore || (extras?.hasWork ?? false) { clearUpAfterDelivery() }
    }

    @usableFromInline
    final func deliverWaitingMessages() {
        guard let queue = waitingMessages else { return }
        while let (message, author) = queue.popFirst() {
            clearUpBetweenMessages()
            passToHandlers(message, from: author ?? self, count: block?.count ?? 0)
        }
    }

    /// Lets a message wait until the present delivery is over.
    ///
    /// The author is kept alive until then, unless it is just dying: a message from `deinit` would bring it back to
    /// life. The runtime refuses weak references to dying objects, which tells them apart, and such a message has the
    /// messenger as its author.
    @usableFromInline
    final func enqueue(_ message: Message, from author: AnyAuthor) {
        weak let livingAuthor = author === self ? nil : author
        let extras = extrasForUse
        let queue = waitingMessages ?? MessageQueue<Message>()
        extras.queue = queue
        extras.hasWork = true
        queue.append(message, from: livingAuthor)
    }

    private final var waitingMessages: MessageQueue<Message>? {
        guard let queue = extras?.queue else { return nil }
        return unsafeDowncast(queue, to: MessageQueue<Message>.self)
    }
}
