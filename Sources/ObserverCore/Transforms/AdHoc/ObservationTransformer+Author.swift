extension ObservationTransformer {
    /// Keeps messages whose author meets a condition.
    @inlinable
    public func filterAuthor(
        _ keep: @escaping (AnyAuthor) -> Bool
    ) -> ObservationTransformer<AuthorFilteredMessages<Transform>> {
        ObservationTransformer<AuthorFilteredMessages<Transform>>(AuthorFilteredMessages(transform, keep), start)
    }

    /// Keeps messages whose author meets a condition, and ends the chain.
    @inlinable
    public func filterAuthor(
        _ keep: @escaping (AnyAuthor) -> Bool, receive: @escaping (Transform.Output) -> Void
    ) {
        filterAuthor(keep).receive(receive)
    }

    /// Keeps messages whose author meets a condition, and ends the chain.
    @inlinable
    public func filterAuthor(
        _ keep: @escaping (AnyAuthor) -> Bool, receive: @escaping (Transform.Output, AnyAuthor) -> Void
    ) {
        filterAuthor(keep).receive(receive)
    }

    /// Keeps messages from one author, who is held weakly.
    @inlinable
    public func from(_ author: AnyAuthor) -> ObservationTransformer<AuthorFilteredMessages<Transform>> {
        filterAuthor { [weak author] in $0 === author }
    }

    /// Keeps messages from one author, who is held weakly, and ends the chain.
    @inlinable
    public func from(_ author: AnyAuthor, receive: @escaping (Transform.Output) -> Void) {
        from(author).receive(receive)
    }

    /// Keeps messages from one author, who is held weakly, and ends the chain.
    @inlinable
    public func from(_ author: AnyAuthor, receive: @escaping (Transform.Output, AnyAuthor) -> Void) {
        from(author).receive(receive)
    }

    /// Suppresses messages from one author, who is held weakly.
    @inlinable
    public func notFrom(_ author: AnyAuthor) -> ObservationTransformer<AuthorFilteredMessages<Transform>> {
        filterAuthor { [weak author] in $0 !== author }
    }

    /// Suppresses messages from one author, who is held weakly, and ends the chain.
    @inlinable
    public func notFrom(_ author: AnyAuthor, receive: @escaping (Transform.Output) -> Void) {
        notFrom(author).receive(receive)
    }

    /// Suppresses messages from one author, who is held weakly, and ends the chain.
    @inlinable
    public func notFrom(_ author: AnyAuthor, receive: @escaping (Transform.Output, AnyAuthor) -> Void) {
        notFrom(author).receive(receive)
    }
}
