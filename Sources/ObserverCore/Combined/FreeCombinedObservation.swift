extension SharedFreeObserver {
    /// Observes several caches in one closure, as long as they live. See ``Observer/observe(_:receive:)-(_,_)``.
    public func observe<A: ObservableCache, B: ObservableCache, each C: ObservableCache>(
        _ a: A, _ b: B, _ c: repeat each C,
        receive: @escaping (A.Message, B.Message, repeat (each C).Message) -> Void
    ) {
        CombinedObservation(a, b, repeat each c) {
            (_: AnyAuthor, a: A.Message, b: B.Message, c: repeat (each C).Message) in
            receive(a, b, repeat each c)
        }
        .begin { $0.receiverOfFreeObservations }
    }

    /// Observes two caches in one closure, which also takes the author, as long as they live.
    public func observe<A: ObservableCache, B: ObservableCache>(
        _ a: A, _ b: B, receive: @escaping (A.Message, B.Message, AnyAuthor) -> Void
    ) {
        CombinedObservation(a, b) { author, a, b in receive(a, b, author) }
            .begin { $0.receiverOfFreeObservations }
    }

    /// Observes three caches in one closure, which also takes the author, as long as they live.
    public func observe<A: ObservableCache, B: ObservableCache, C: ObservableCache>(
        _ a: A, _ b: B, _ c: C, receive: @escaping (A.Message, B.Message, C.Message, AnyAuthor) -> Void
    ) {
        CombinedObservation(a, b, c) { author, a, b, c in receive(a, b, c, author) }
            .begin { $0.receiverOfFreeObservations }
    }
}

/// Observes several caches in one closure, as long as they live.
public func observe<A: ObservableCache, B: ObservableCache, each C: ObservableCache>(
    _ a: A, _ b: B, _ c: repeat each C,
    receive: @escaping (A.Message, B.Message, repeat (each C).Message) -> Void
) {
    FreeObserver.shared.observe(a, b, repeat each c, receive: receive)
}

/// Observes two caches in one closure, which also takes the author, as long as they live.
public func observe<A: ObservableCache, B: ObservableCache>(
    _ a: A, _ b: B, receive: @escaping (A.Message, B.Message, AnyAuthor) -> Void
) {
    FreeObserver.shared.observe(a, b, receive: receive)
}

/// Observes three caches in one closure, which also takes the author, as long as they live.
public func observe<A: ObservableCache, B: ObservableCache, C: ObservableCache>(
    _ a: A, _ b: B, _ c: C, receive: @escaping (A.Message, B.Message, C.Message, AnyAuthor) -> Void
) {
    FreeObserver.shared.observe(a, b, c, receive: receive)
}
