extension Messenger {
    // Closures are handed over, since counting one more reference to what they capture costs as much as most of the rest.

    /// Begins an observation whose handler receives messages.
    @inlinable
    final func begin(by receiver: Receiver, receive: consuming @escaping (Message) -> Void) {
        UnsafeMutableRawPointer(addSlot(.message, for: receiver))
            .initializeMemory(as: MessageHandler<Message>.self, to: MessageHandler(receive))
        observationBegan()
    }

    /// Begins an observation whose handler receives messages and their authors.
    @inlinable
    final func begin(by receiver: Receiver, receive: consuming @escaping (Message, AnyAuthor) -> Void) {
        UnsafeMutableRawPointer(addSlot(.authoredMessage, for: receiver))
            .initializeMemory(as: AuthoredMessageHandler<Message>.self, to: AuthoredMessageHandler(receive))
        observationBegan()
    }
}
