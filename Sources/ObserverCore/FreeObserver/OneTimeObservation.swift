/// Calls a closure with the next message that an object sends, and ends the observation.
///
/// - Returns: The observer, which need not be held: it lives until the message comes or the object dies.
@discardableResult
public func observeOnce<O: ObservableObject>(
    _ object: O, receive: @escaping (O.Message) -> Void
) -> FreeObserver {
    observeOnce(object) { message, _ in receive(message) }
}

/// Calls a closure with the next message that an object sends, and with its author, and ends the observation.
///
/// - Returns: The observer, which need not be held: it lives until the message comes or the object dies.
@discardableResult
public func observeOnce<O: ObservableObject>(
    _ object: O, receive: @escaping (O.Message, AnyAuthor) -> Void
) -> FreeObserver {
    let observer = FreeObserver()
    // The closure holds its observer, and is let go of when the observation ends.
    observer.observe(object) { message, author in
        observer.stopObserving()
        receive(message, author)
    }
    return observer
}

/// Prepares an observation of the next message only, which is transformed on its way. A message that a transform
/// suppresses counts as that one.
public func observeOnce<O: ObservableObject>(
    _ object: O
) -> ObservationTransformer<UntransformedMessages<O.Message>> {
    ObservationTransformer(UntransformedMessages(), .once(object.messenger))
}

extension ObservableObject {
    /// Calls a closure with the next message that this object sends, and ends the observation.
    ///
    /// - Returns: The observer, which need not be held: it lives until the message comes or the object dies.
    @discardableResult
    public func observedOnce(_ receive: @escaping (Message) -> Void) -> FreeObserver {
        observeOnce(self, receive: receive)
    }

    /// Calls a closure with the next message that this object sends, and with its author, and ends the observation.
    ///
    /// - Returns: The observer, which need not be held: it lives until the message comes or the object dies.
    @discardableResult
    public func observedOnce(_ receive: @escaping (Message, AnyAuthor) -> Void) -> FreeObserver {
        observeOnce(self, receive: receive)
    }

    /// Prepares an observation of the next message only, which is transformed on its way. A message that a transform
    /// suppresses counts as that one.
    public func observedOnce() -> ObservationTransformer<UntransformedMessages<Message>> {
        observeOnce(self)
    }
}
