extension Messenger {
    /// Begins an observation whose handler receives messages.
    @inlinable
    final func begin(by receiver: Receiver, receive: @escaping (Message) -> Void) {
        addSlot(.message, for: receiver).handler(of: Message.self).initialize(to: MessageHandler(receive))
        observationBegan()
    }

    /// Begins an observation whose handler receives messages and their authors.
    @inlinable
    final func begin(by receiver: Receiver, receive: @escaping (Message, AnyAuthor) -> Void) {
        addSlot(.authoredMessage, for: receiver).authoredHandler(of: Message.self)
            .initialize(to: AuthoredMessageHandler(receive))
        observationBegan()
    }
}
