/// Calls a closure with each message that an object sends from now on, as long as the object lives.
public func observe<O: ObservableObject>(_ object: O, receive: @escaping (O.Message) -> Void) {
    FreeObserver.shared.observe(object, receive: receive)
}

/// Calls a closure with each message that an object sends from now on, and with its author, as long as the object
/// lives.
public func observe<O: ObservableObject>(_ object: O, receive: @escaping (O.Message, AnyAuthor) -> Void) {
    FreeObserver.shared.observe(object, receive: receive)
}

/// Prepares an observation whose messages are transformed on their way, and which lasts as long as the object lives.
public func observe<O: ObservableObject>(
    _ object: O
) -> ObservationTransformer<UntransformedMessages<O.Message>> {
    FreeObserver.shared.observe(object)
}

extension ObservableObject {
    /// Calls a closure with each message that this object sends from now on, as long as it lives.
    public func observed(_ receive: @escaping (Message) -> Void) {
        FreeObserver.shared.observe(self, receive: receive)
    }

    /// Calls a closure with each message that this object sends from now on, and with its author, as long as it lives.
    public func observed(_ receive: @escaping (Message, AnyAuthor) -> Void) {
        FreeObserver.shared.observe(self, receive: receive)
    }

    /// Prepares an observation whose messages are transformed on their way, and which lasts as long as this object
    /// lives.
    public func observed() -> ObservationTransformer<UntransformedMessages<Message>> {
        FreeObserver.shared.observe(self)
    }
}
