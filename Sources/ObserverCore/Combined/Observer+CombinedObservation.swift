extension Observer {
    /// Observes two caches in one closure: whichever sends a message, the closure gets that one and the latest message of
    /// the other.
    ///
    ///     observer.observe(position, velocity) { position, velocity in … }
    ///
    /// Nothing is buffered: the latest messages are asked for when they are needed, which is why all objects have to be
    /// ``ObservableCache``s. None is kept alive. When one of them dies, its latest message cannot be asked for any more,
    /// and the closure is not called again.
    ///
    /// - Complexity: One observation of each object; a message costs O(n) for n objects.
    public func observe<A: ObservableCache, B: ObservableCache>(
        _ a: A, _ b: B, _ receive: @escaping (A.Message, B.Message) -> Void
    ) {
        let receiver = receiver
        CombinedObservation(a, b) { _, a, b in receive(a, b) }
            .begin { _ in receiver }
    }

    /// Observes three caches in one closure; see ``observe(_:_:_:)-(_,_,(A.Message,B.Message)->Void)``.
    ///
    /// - Complexity: One observation of each object; a message costs O(n) for n objects.
    public func observe<A: ObservableCache, B: ObservableCache, C: ObservableCache>(
        _ a: A, _ b: B, _ c: C, _ receive: @escaping (A.Message, B.Message, C.Message) -> Void
    ) {
        let receiver = receiver
        CombinedObservation(a, b, c) { _, a, b, c in receive(a, b, c) }
            .begin { _ in receiver }
    }

    /// Observes any number of caches in one closure; see ``observe(_:_:_:)-(_,_,(A.Message,B.Message)->Void)``.
    ///
    /// - Complexity: One observation of each object; a message costs O(n) for n objects.
    public func observe<
        A: ObservableCache, B: ObservableCache, C: ObservableCache, D: ObservableCache, each E: ObservableCache
    >(
        _ a: A, _ b: B, _ c: C, _ d: D, _ e: repeat each E,
        receive: @escaping (A.Message, B.Message, C.Message, D.Message, repeat (each E).Message) -> Void
    ) {
        let receiver = receiver
        CombinedObservation(a, b, c, d, repeat each e) {
            (_: AnyAuthor, a: A.Message, b: B.Message, c: C.Message, d: D.Message, e: repeat (each E).Message) in
            receive(a, b, c, d, repeat each e)
        }
        .begin { _ in receiver }
    }
}

// MARK: - With the author

// A closure cannot take anything after a parameter pack, and a tuple of a pack as its parameter makes the compiler of
// Swift 6.3 fail. So these forms are one for each number of objects.
extension Observer {
    /// Observes two caches in one closure, which also takes the author of the message that was sent.
    ///
    /// - Complexity: One observation of each object; a message costs O(n) for n objects.
    public func observe<A: ObservableCache, B: ObservableCache>(
        _ a: A, _ b: B, _ receive: @escaping (A.Message, B.Message, AnyAuthor) -> Void
    ) {
        let receiver = receiver
        CombinedObservation(a, b) { author, a, b in receive(a, b, author) }
            .begin { _ in receiver }
    }

    /// Observes three caches in one closure, which also takes the author of the message that was sent.
    ///
    /// - Complexity: One observation of each object; a message costs O(n) for n objects.
    public func observe<A: ObservableCache, B: ObservableCache, C: ObservableCache>(
        _ a: A, _ b: B, _ c: C, _ receive: @escaping (A.Message, B.Message, C.Message, AnyAuthor) -> Void
    ) {
        let receiver = receiver
        CombinedObservation(a, b, c) { author, a, b, c in receive(a, b, c, author) }
            .begin { _ in receiver }
    }

    /// Observes four caches in one closure, which also takes the author of the message that was sent.
    ///
    /// - Complexity: One observation of each object; a message costs O(n) for n objects.
    public func observe<A: ObservableCache, B: ObservableCache, C: ObservableCache, D: ObservableCache>(
        _ a: A, _ b: B, _ c: C, _ d: D,
        receive: @escaping (A.Message, B.Message, C.Message, D.Message, AnyAuthor) -> Void
    ) {
        let receiver = receiver
        CombinedObservation(a, b, c, d) { author, a, b, c, d in receive(a, b, c, d, author) }
            .begin { _ in receiver }
    }

    /// Observes five caches in one closure, which also takes the author of the message that was sent.
    ///
    /// - Complexity: One observation of each object; a message costs O(n) for n objects.
    public func observe<
        A: ObservableCache, B: ObservableCache, C: ObservableCache, D: ObservableCache, E: ObservableCache
    >(
        _ a: A, _ b: B, _ c: C, _ d: D, _ e: E,
        receive: @escaping (A.Message, B.Message, C.Message, D.Message, E.Message, AnyAuthor) -> Void
    ) {
        let receiver = receiver
        CombinedObservation(a, b, c, d, e) { author, a, b, c, d, e in receive(a, b, c, d, e, author) }
            .begin { _ in receiver }
    }
}
