extension Messenger {
    /// Sends a message to all observers, at once or, during another delivery, after it.
    @inlinable
    final func deliver(_ message: Message, from author: AnyAuthor) {
        if let block {
            deliver(message, from: author, in: block)
        } else if let extras, extras.memory != nil {
            remember(message, from: author)
        }
    }

    /// Sends a message where there are observations.
    @inlinable
    final func deliver(_ message: Message, from author: AnyAuthor, in block: ObservationBlock) {
        let state = block.state
        if state.isPlain {
            deliverPlainly(message, in: block, state: state)
        } else if state == .seat {
            deliverToSeat(message, in: block, state: state)
        } else {
            deliverSpecially(message, from: author)
        }
    }

    /// Sends a message where there is more to do than to call handlers.
    ///
    /// A function of its own, so that the others have all registers.
    @inlinable
    @inline(never)
    final func deliverSpecially(_ message: Message, from author: AnyAuthor) {
        // Forgetting the message before may run any code, also such as ends the observations.
        if let block, block.state.isRemembering { remember(message, from: author) }
        guard let block else { return }
        let state = block.state
        if state.isDelivering {
            enqueue(message, from: author)
        } else if state.isSeat {
            deliverToSeat(message, in: block, state: state)
        } else {
            deliverToAll(message, from: author)
        }
    }

    /// Passes a message on where no handler wants the author, until something happens that shows in the state.
    @inlinable
    final func deliverPlainly(_ message: Message, in block: ObservationBlock, state: ObservationBlock.State) {
        var delivering = state
        delivering.beginDelivery()
        block.state = delivering
        let count = block.count
        var next = 1
        if count > 1 {
            next = Self.passToHandlers(message, in: block, count: count, while: delivering)
        } else if block.handlers.isPresent(0) {
            block.handlers.receiving(Message.self).pointee.call(message)
        }
        if block.state == delivering {
            block.state = state
        } else {
            finishDisturbedDelivery(message, remaining: next..<count)
        }
    }

    /// Passes a message on to many handlers, as long as the state does not change.
    ///
    /// A function of its own, so that the loop has all registers.
    ///
    /// - Returns: The index after the last handler that was called.
    @inlinable
    @inline(never)
    static func passToHandlers(
        _ message: Message, in block: ObservationBlock, count: Int, while state: ObservationBlock.State
    ) -> Int {
        let first = block.handlers
        let end = first + count
        var handler = first
        repeat {
            if handler.isPresent(0) { handler.receiving(Message.self).pointee.call(message) }
            handler += 1
        } while handler < end && block.state == state
        return handler - first
    }

    /// Passes a message on to the observation of a collection, the only one.
    @inlinable
    final func deliverToSeat(_ message: Message, in block: ObservationBlock, state: ObservationBlock.State) {
        var delivering = state
        delivering.beginDelivery()
        block.state = delivering
        passOn(message, toSeat: block.seat)
        if block.state == delivering {
            block.state = state
        } else {
            finishDisturbedDelivery(message, remaining: 0..<0)
        }
    }

    @inlinable
    final func passOn(_ message: Message, toSeat seat: UnsafeMutablePointer<ObservationSeat>) {
        seat.pointee.collection._withUnsafeGuaranteedRef {
            unsafeDowncast($0, to: CollectionObservation<Message>.self).receive(seat.pointee.position, message)
        }
    }

    /// Carries a delivery to its end in which observations began or ended or messages were sent.
    @inlinable
    @inline(never)
    final func finishDisturbedDelivery(_ message: Message, remaining: Range<Int>) {
        passOn(message, from: self, toHandlers: remaining)
        finishDelivery()
    }

    @inlinable
    final func deliverToAll(_ message: Message, from author: AnyAuthor) {
        guard let block else { return }
        block.state.beginDelivery()
        passOn(message, from: author, toHandlers: 0..<block.count)
        finishDelivery()
    }

    @inlinable
    final func passOn(_ message: Message, from author: AnyAuthor, toHandlers range: Range<Int>) {
        for index in range {
            // Handlers may begin observations, which may replace the block.
            guard let block else { return }
            switch block.links[index].kind {
            case .message: block.handlers.receiving(Message.self)[index].call(message)
            case .authoredMessage: block.handlers.receivingWithAuthor(Message.self)[index].call(message, from: author)
            case .ended: break
            }
        }
    }

    @inlinable
    final func finishDelivery() {
        guard let block, block.state.isDisturbed else {
            block?.state.endDelivery()
            return
        }
        deliverWaitingMessages()
        self.block?.state.endDelivery()
        clearUpAfterDelivery()
    }

    @inlinable
    final func deliverWaitingMessages() {
        guard let queue = waitingMessages else { return }
        while let (message, author) = queue.popFirst() {
            clearUpBetweenMessages()
            guard let block else { return }
            if block.state.isSeat {
                passOn(message, toSeat: block.seat)
            } else {
                passOn(message, from: author ?? self, toHandlers: 0..<block.count)
            }
        }
    }

    /// Lets a message wait until the present delivery is over.
    ///
    /// The author is kept alive until then, unless it is just dying: a message from `deinit` would bring it back to
    /// life. The runtime refuses weak references to dying objects, which tells them apart, and such a message has the
    /// messenger as its author.
    @inlinable
    @inline(never)
    final func enqueue(_ message: Message, from author: AnyAuthor) {
        weak let livingAuthor = author === self ? nil : author
        let queue = waitingMessages ?? MessageQueue<Message>()
        extrasForUse.queue = queue
        if let block { block.state.disturb() }
        queue.append(message, from: livingAuthor)
    }

    @inlinable
    final var waitingMessages: MessageQueue<Message>? {
        guard let queue = extras?.queue else { return nil }
        return unsafeDowncast(queue, to: MessageQueue<Message>.self)
    }
}
