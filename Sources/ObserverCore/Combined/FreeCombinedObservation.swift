extension SharedFreeObserver {
    /// Observes two caches in one closure, as long as all of them live.
    ///
    /// - Complexity: One observation of each object; a message costs O(n) for n objects.
    public func observe<A: ObservableCache, B: ObservableCache>(
        _ a: A, _ b: B, _ receive: @escaping (A.Message, B.Message) -> Void
    ) {
        CombinedObservation(a, b) { _, a, b in receive(a, b) }
            .begin { $0.receiverOfFreeObservations }
    }

    /// Observes three caches in one closure, as long as all of them live.
    ///
    /// - Complexity: One observation of each object; a message costs O(n) for n objects.
    public func observe<A: ObservableCache, B: ObservableCache, C: ObservableCache>(
        _ a: A, _ b: B, _ c: C, _ receive: @escaping (A.Message, B.Message, C.Message) -> Void
    ) {
        CombinedObservation(a, b, c) { _, a, b, c in receive(a, b, c) }
            .begin { $0.receiverOfFreeObservations }
    }

    /// Observes any number of caches in one closure, as long as all of them live.
    ///
    /// - Complexity: One observation of each object; a message costs O(n) for n objects.
    public func observe<
        A: ObservableCache, B: ObservableCache, C: ObservableCache, D: ObservableCache, each E: ObservableCache
    >(
        _ a: A, _ b: B, _ c: C, _ d: D, _ e: repeat each E,
        receive: @escaping (A.Message, B.Message, C.Message, D.Message, repeat (each E).Message) -> Void
    ) {
        CombinedObservation(a, b, c, d, repeat each e) {
            (_: AnyAuthor, a: A.Message, b: B.Message, c: C.Message, d: D.Message, e: repeat (each E).Message) in
            receive(a, b, c, d, repeat each e)
        }
        .begin { $0.receiverOfFreeObservations }
    }

    /// Observes two caches in one closure, which also takes the author, as long as all of them live.
    ///
    /// - Complexity: One observation of each object; a message costs O(n) for n objects.
    public func observe<A: ObservableCache, B: ObservableCache>(
        _ a: A, _ b: B, _ receive: @escaping (A.Message, B.Message, AnyAuthor) -> Void
    ) {
        CombinedObservation(a, b) { author, a, b in receive(a, b, author) }
            .begin { $0.receiverOfFreeObservations }
    }

    /// Observes three caches in one closure, which also takes the author, as long as all of them live.
    ///
    /// - Complexity: One observation of each object; a message costs O(n) for n objects.
    public func observe<A: ObservableCache, B: ObservableCache, C: ObservableCache>(
        _ a: A, _ b: B, _ c: C, _ receive: @escaping (A.Message, B.Message, C.Message, AnyAuthor) -> Void
    ) {
        CombinedObservation(a, b, c) { author, a, b, c in receive(a, b, c, author) }
            .begin { $0.receiverOfFreeObservations }
    }

    /// Observes four caches in one closure, which also takes the author, as long as all of them live.
    ///
    /// - Complexity: One observation of each object; a message costs O(n) for n objects.
    public func observe<A: ObservableCache, B: ObservableCache, C: ObservableCache, D: ObservableCache>(
        _ a: A, _ b: B, _ c: C, _ d: D,
        receive: @escaping (A.Message, B.Message, C.Message, D.Message, AnyAuthor) -> Void
    ) {
        CombinedObservation(a, b, c, d) { author, a, b, c, d in receive(a, b, c, d, author) }
            .begin { $0.receiverOfFreeObservations }
    }

    /// Observes five caches in one closure, which also takes the author, as long as all of them live.
    ///
    /// - Complexity: One observation of each object; a message costs O(n) for n objects.
    public func observe<
        A: ObservableCache, B: ObservableCache, C: ObservableCache, D: ObservableCache, E: ObservableCache
    >(
        _ a: A, _ b: B, _ c: C, _ d: D, _ e: E,
        receive: @escaping (A.Message, B.Message, C.Message, D.Message, E.Message, AnyAuthor) -> Void
    ) {
        CombinedObservation(a, b, c, d, e) { author, a, b, c, d, e in receive(a, b, c, d, e, author) }
            .begin { $0.receiverOfFreeObservations }
    }
}

// MARK: - Global functions

/// Observes two caches in one closure, as long as all of them live.
///
/// - Complexity: One observation of each object; a message costs O(n) for n objects.
public func observe<A: ObservableCache, B: ObservableCache>(
    _ a: A, _ b: B, _ receive: @escaping (A.Message, B.Message) -> Void
) {
    FreeObserver.shared.observe(a, b, receive)
}

/// Observes three caches in one closure, as long as all of them live.
///
/// - Complexity: One observation of each object; a message costs O(n) for n objects.
public func observe<A: ObservableCache, B: ObservableCache, C: ObservableCache>(
    _ a: A, _ b: B, _ c: C, _ receive: @escaping (A.Message, B.Message, C.Message) -> Void
) {
    FreeObserver.shared.observe(a, b, c, receive)
}

/// Observes any number of caches in one closure, as long as all of them live.
///
/// - Complexity: One observation of each object; a message costs O(n) for n objects.
public func observe<
    A: ObservableCache, B: ObservableCache, C: ObservableCache, D: ObservableCache, each E: ObservableCache
>(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: repeat each E,
    receive: @escaping (A.Message, B.Message, C.Message, D.Message, repeat (each E).Message) -> Void
) {
    FreeObserver.shared.observe(a, b, c, d, repeat each e, receive: receive)
}

/// Observes two caches in one closure, which also takes the author, as long as all of them live.
///
/// - Complexity: One observation of each object; a message costs O(n) for n objects.
public func observe<A: ObservableCache, B: ObservableCache>(
    _ a: A, _ b: B, _ receive: @escaping (A.Message, B.Message, AnyAuthor) -> Void
) {
    FreeObserver.shared.observe(a, b, receive)
}

/// Observes three caches in one closure, which also takes the author, as long as all of them live.
///
/// - Complexity: One observation of each object; a message costs O(n) for n objects.
public func observe<A: ObservableCache, B: ObservableCache, C: ObservableCache>(
    _ a: A, _ b: B, _ c: C, _ receive: @escaping (A.Message, B.Message, C.Message, AnyAuthor) -> Void
) {
    FreeObserver.shared.observe(a, b, c, receive)
}

/// Observes four caches in one closure, which also takes the author, as long as all of them live.
///
/// - Complexity: One observation of each object; a message costs O(n) for n objects.
public func observe<A: ObservableCache, B: ObservableCache, C: ObservableCache, D: ObservableCache>(
    _ a: A, _ b: B, _ c: C, _ d: D, receive: @escaping (A.Message, B.Message, C.Message, D.Message, AnyAuthor) -> Void
) {
    FreeObserver.shared.observe(a, b, c, d, receive: receive)
}

/// Observes five caches in one closure, which also takes the author, as long as all of them live.
///
/// - Complexity: One observation of each object; a message costs O(n) for n objects.
public func observe<A: ObservableCache, B: ObservableCache, C: ObservableCache, D: ObservableCache, E: ObservableCache>(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E,
    receive: @escaping (A.Message, B.Message, C.Message, D.Message, E.Message, AnyAuthor) -> Void
) {
    FreeObserver.shared.observe(a, b, c, d, e, receive: receive)
}
