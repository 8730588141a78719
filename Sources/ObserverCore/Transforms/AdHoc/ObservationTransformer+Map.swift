extension ObservationTransformer {
    /// Maps messages.
    @inlinable
    @inline(__always)
    public func map<Mapped>(
        _ map: @escaping (Transform.Output) -> Mapped
    ) -> ObservationTransformer<MappedMessages<Transform, Mapped>> {
        ObservationTransformer<MappedMessages<Transform, Mapped>>(MappedMessages(transform, map), start)
    }

    /// Maps messages, and ends the chain.
    @inlinable
    @inline(__always)
    public func map<Mapped>(
        _ map: @escaping (Transform.Output) -> Mapped, receiveMapped: @escaping (Mapped) -> Void
    ) {
        self.map(map).receive(receiveMapped)
    }

    /// Maps messages, and ends the chain.
    @inlinable
    @inline(__always)
    public func map<Mapped>(
        _ map: @escaping (Transform.Output) -> Mapped, receiveMapped: @escaping (Mapped, AnyAuthor) -> Void
    ) {
        self.map(map).receive(receiveMapped)
    }
}

// MARK: - New values

extension ObservationTransformer {
    /// Maps updates to their new values.
    @inlinable
    @inline(__always)
    public func new<Value>() -> ObservationTransformer<MappedMessages<Transform, Value>>
    where Transform.Output == Update<Value> {
        map { $0.new }
    }

    /// Maps updates to their new values, and ends the chain.
    @inlinable
    @inline(__always)
    public func new<Value>(receiveNew: @escaping (Value) -> Void) where Transform.Output == Update<Value> {
        new().receive(receiveNew)
    }

    /// Maps updates to their new values, and ends the chain.
    @inlinable
    @inline(__always)
    public func new<Value>(receiveNew: @escaping (Value, AnyAuthor) -> Void)
    where Transform.Output == Update<Value> {
        new().receive(receiveNew)
    }
}

// MARK: - Unwrapping

extension ObservationTransformer {
    /// Suppresses `nil`.
    @inlinable
    @inline(__always)
    public func unwrap<Wrapped>() -> ObservationTransformer<UnwrappedMessages<Transform, Wrapped>>
    where Transform.Output == Wrapped? {
        ObservationTransformer<UnwrappedMessages<Transform, Wrapped>>(UnwrappedMessages(transform), start)
    }

    /// Suppresses `nil`, and ends the chain.
    @inlinable
    @inline(__always)
    public func unwrap<Wrapped>(receiveUnwrapped: @escaping (Wrapped) -> Void)
    where Transform.Output == Wrapped? {
        unwrap().receive(receiveUnwrapped)
    }

    /// Suppresses `nil`, and ends the chain.
    @inlinable
    @inline(__always)
    public func unwrap<Wrapped>(receiveUnwrapped: @escaping (Wrapped, AnyAuthor) -> Void)
    where Transform.Output == Wrapped? {
        unwrap().receive(receiveUnwrapped)
    }

    /// Replaces `nil` by a default.
    @inlinable
    @inline(__always)
    public func unwrap<Wrapped>(
        _ defaultMessage: Wrapped
    ) -> ObservationTransformer<MappedMessages<Transform, Wrapped>> where Transform.Output == Wrapped? {
        map { $0 ?? defaultMessage }
    }

    /// Replaces `nil` by a default, and ends the chain.
    @inlinable
    @inline(__always)
    public func unwrap<Wrapped>(_ defaultMessage: Wrapped, receiveUnwrapped: @escaping (Wrapped) -> Void)
    where Transform.Output == Wrapped? {
        unwrap(defaultMessage).receive(receiveUnwrapped)
    }

    /// Replaces `nil` by a default, and ends the chain.
    @inlinable
    @inline(__always)
    public func unwrap<Wrapped>(_ defaultMessage: Wrapped, receiveUnwrapped: @escaping (Wrapped, AnyAuthor) -> Void)
    where Transform.Output == Wrapped? {
        unwrap(defaultMessage).receive(receiveUnwrapped)
    }
}
