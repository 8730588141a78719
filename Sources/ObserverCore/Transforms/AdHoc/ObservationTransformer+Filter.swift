extension ObservationTransformer {
    /// Keeps messages that meet a condition.
    @inlinable
    @inline(__always)
    public func filter(
        _ keep: @escaping (Transform.Output) -> Bool
    ) -> ObservationTransformer<FilteredMessages<Transform>> {
        ObservationTransformer<FilteredMessages<Transform>>(FilteredMessages(transform, keep), start)
    }

    /// Keeps messages that meet a condition, and ends the chain.
    @inlinable
    @inline(__always)
    public func filter(
        _ keep: @escaping (Transform.Output) -> Bool, receiveFiltered: @escaping (Transform.Output) -> Void
    ) {
        filter(keep).receive(receiveFiltered)
    }

    /// Keeps messages that meet a condition, and ends the chain.
    @inlinable
    @inline(__always)
    public func filter(
        _ keep: @escaping (Transform.Output) -> Bool, receiveFiltered: @escaping (Transform.Output, AnyAuthor) -> Void
    ) {
        filter(keep).receive(receiveFiltered)
    }
}

// MARK: - Selecting

extension ObservationTransformer where Transform.Output: Equatable {
    /// Keeps one message only. What goes on has no content: it is always that one.
    @inlinable
    @inline(__always)
    public func select(
        _ message: Transform.Output
    ) -> ObservationTransformer<MappedMessages<FilteredMessages<Transform>, Void>> {
        filter { $0 == message }.map { _ in }
    }

    /// Keeps one message only, and ends the chain.
    @inlinable
    @inline(__always)
    public func select(_ message: Transform.Output, receiveSelected: @escaping () -> Void) {
        select(message).receive { (_: Void) in receiveSelected() }
    }

    /// Keeps one message only, and ends the chain with a closure that takes its author.
    @inlinable
    @inline(__always)
    public func select(_ message: Transform.Output, receiveSelected: @escaping (AnyAuthor) -> Void) {
        select(message).receive { (_: Void, author: AnyAuthor) in receiveSelected(author) }
    }
}
