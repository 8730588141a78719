/// The closure that receives messages of one type, as it lies in an ``ObservationBlock``.
///
/// A handler is called where it lies and never copied: a copy would retain and release the closure's context, which
/// costs more than the call. A noncopyable type makes the compiler see to that.
@usableFromInline
struct MessageHandler<Message>: ~Copyable {
    @usableFromInline
    let receive: (Message) -> Void

    @inlinable
    init(_ receive: @escaping (Message) -> Void) {
        self.receive = receive
    }

    @inlinable
    @inline(__always)
    borrowing func call(_ message: Message) {
        receive(message)
    }
}

/// The closure that receives messages of one type together with their authors, as it lies in an ``ObservationBlock``.
@usableFromInline
struct AuthoredMessageHandler<Message>: ~Copyable {
    @usableFromInline
    let receive: (Message, AnyAuthor) -> Void

    @inlinable
    init(_ receive: @escaping (Message, AnyAuthor) -> Void) {
        self.receive = receive
    }

    @inlinable
    @inline(__always)
    borrowing func call(_ message: Message, from author: AnyAuthor) {
        receive(message, author)
    }
}

/// Either kind of handler without its type: enough to keep it alive and to let go of it.
///
/// All closures have the same representation, a function and a retained context, so that a slot can be moved and
/// cleared by code that does not know the type of the messages.
@usableFromInline
struct ErasedHandler {
    @usableFromInline
    let closure: () -> Void
}
