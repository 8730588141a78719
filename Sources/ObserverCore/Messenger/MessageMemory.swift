/// Remembers the message that a messenger sent last.
public final class MessageMemory<Message> {
    /// The last message, `nil` if there was none or if it was forgotten.
    public var latestMessage: Message? {
        // The former one may use the memory when it dies, which it must not do while it is being replaced.
        didSet { withExtendedLifetime(oldValue) {} }
    }

    /// True if messages are remembered. Making it `false` forgets the last.
    public var isActive = true {
        didSet { if !isActive { latestMessage = nil } }
    }

    /// Who sent it.
    weak var latestAuthor: AnyAuthor?

    func remember(_ message: Message, from author: AnyAuthor) {
        guard isActive else { return }
        latestMessage = message
        latestAuthor = author
    }
}

extension Messenger {
    /// Has messages remembered from now on, at the moment when they are sent.
    final func attach(_ memory: MessageMemory<Message>) {
        extrasForUse.memory = memory
        block?.state.noteMemory()
    }

    final var attachedMemory: MessageMemory<Message>? {
        guard let memory = extras?.memory else { return nil }
        return unsafeDowncast(memory, to: MessageMemory<Message>.self)
    }

    @usableFromInline
    final func remember(_ message: Message, from author: AnyAuthor) {
        // An author that is just dying cannot be referred to weakly, and is then not remembered.
        attachedMemory?.remember(message, from: author)
    }
}
