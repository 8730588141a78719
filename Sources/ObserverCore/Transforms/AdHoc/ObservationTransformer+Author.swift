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
        _ keep: @escaping (AnyAuthor) -> Bool, receiveFiltered: @escaping (Transform.Output) -> Void
    ) {
        filterAuthor(keep).receive(receiveFiltered)
    }

    /// Keeps messages whose author meets a condition, and ends the chain.
    @inlinable
    public func filterAuthor(
        _ keep: @escaping (AnyAuthor) -> Bool, receiveFiltered: @escaping (Transform.Output, AnyAuthor) -> Void
    ) {
        filterAuthor(keep).receive(receiveFiltered)
    }

    /// Keeps messages from one author, who is held weakly. Nothing comes from an author who is not there.
    @inlinable
    public func from(_ author: AnyAuthor?) -> ObservationTransformer<AuthorFilteredMessages<Transform>> {
        filterAuthor { [weak author] in $0 === author }
    }

    /// Keeps messages from one author, who is held weakly, and ends the chain.
    @inlinable
    public func from(_ author: AnyAuthor?, receiveSelected: @escaping (Transform.Output) -> Void) {
        from(author).receive(receiveSelected)
    }

    /// Keeps messages from one author, who is held weakly, and ends the chain.
    @inlinable
    public func from(_ author: AnyAuthor?, receiveSelected: @escaping (Transform.Output, AnyAuthor) -> Void) {
        from(author).receive(receiveSelected)
    }

    /// Suppresses messages from one author, who is held weakly. An author who is not there suppresses nothing.
    @inlinable
    public func notFrom(_ author: AnyAuthor?) -> ObservationTransformer<AuthorFilteredMessages<Transform>> {
        filterAuthor { [weak author] in $0 !== author }
    }

    /// Suppresses messages from one author, who is held weakly, and ends the chain.
    @inlinable
    public func notFrom(_ author: AnyAuthor?, receiveExcluded: @escaping (Transform.Output) -> Void) {
        notFrom(author).receive(receiveExcluded)
    }

    /// Suppresses messages from one author, who is held weakly, and ends the chain.
    @inlinable
    public func notFrom(_ author: AnyAuthor?, receiveExcluded: @escaping (Transform.Output, AnyAuthor) -> Void) {
        notFrom(author).receive(receiveExcluded)
    }
}
