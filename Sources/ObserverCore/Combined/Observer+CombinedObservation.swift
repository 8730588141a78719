extension Observer {
    /// Observes several caches in one closure: whichever sends a message, the closure gets that one and the latest
    /// messages of all others.
    ///
    ///     observer.observe(position, velocity, mass) { position, velocity, mass in … }
    ///
    /// Nothing is buffered: the latest messages are asked for when they are needed, which is why all objects have to be
    /// ``ObservableCache``s. None is kept alive. When one of them dies, its latest message cannot be asked for any more,
    /// and the closure is not called again.
    ///
    /// - Complexity: One observation of each object; a message costs O(n) for n objects.
    public func observe<A: ObservableCache, B: ObservableCache, each C: ObservableCache>(
        _ a: A, _ b: B, _ c: repeat each C,
        receive: @escaping (A.Message, B.Message, repeat (each C).Message) -> Void
    ) {
        let receiver = receiver
        CombinedObservation(a, b, repeat each c) {
            (_: AnyAuthor, a: A.Message, b: B.Message, c: repeat (each C).Message) in
            receive(a, b, repeat each c)
        }
        .begin { _ in receiver }
    }

    /// Observes two caches in one closure, which also takes the author of the message that was sent.
    public func observe<A: ObservableCache, B: ObservableCache>(
        _ a: A, _ b: B, receive: @escaping (A.Message, B.Message, AnyAuthor) -> Void
    ) {
        let receiver = receiver
        CombinedObservation(a, b) { author, a, b in receive(a, b, author) }
            .begin { _ in receiver }
    }

    /// Observes three caches in one closure, which also takes the author of the message that was sent.
    public func observe<A: ObservableCache, B: ObservableCache, C: ObservableCache>(
        _ a: A, _ b: B, _ c: C, receive: @escaping (A.Message, B.Message, C.Message, AnyAuthor) -> Void
    ) {
        let receiver = receiver
        CombinedObservation(a, b, c) { author, a, b, c in receive(a, b, c, author) }
            .begin { _ in receiver }
    }
}
