// Names of earlier versions of the observer vocabulary. Each leads to its successor.

/// The former name of ``ObservableObject``.
@available(*, deprecated, renamed: "ObservableObject")
public typealias Observable = ObservableObject

/// The former name of ``ObservableObject`` for classes of one's own.
@available(*, deprecated, renamed: "ObservableObject")
public typealias CustomObservable = ObservableObject

/// The former name of ``Update``.
@available(*, deprecated, renamed: "Update")
public typealias Change = Update

/// The former name of ``Mapper``.
@available(*, deprecated, renamed: "Mapper")
public typealias Mapping = Mapper

/// Observations end by themselves when an observer or an observed object dies.
@available(*, unavailable, message: "There is nothing to flush: observations end when an observer or object dies.")
public func removeAbandonedObservations() {}

/// Observations end by themselves when an observer or an observed object dies.
@available(*, unavailable, message: "There is nothing to flush: observations end when an observer or object dies.")
public func stopAllAbandonedObservations() {}

extension Observer {
    /// Observations end by themselves when an observed object dies.
    @available(*, unavailable, message: "There is nothing to flush: observations end when the observed object dies.")
    public func stopObservingDeadObservables() {}
}

extension ObservableObject {
    /// The former name of ``ObservableObject/Message``.
    @available(*, deprecated, renamed: "Message")
    public typealias UpdateType = Message

    /// The former name of ``stopBeingObserved()``.
    @available(*, deprecated, renamed: "stopBeingObserved()")
    public func removeObservers() { stopBeingObserved() }

    /// The former name of ``stopBeingObserved()``.
    @available(*, deprecated, renamed: "stopBeingObserved()")
    public func stopObservations() { stopBeingObserved() }

    /// Observations end by themselves when an observer dies.
    @available(*, unavailable, message: "There is nothing to flush: observations end when their observer dies.")
    public func removeDeadObservers() {}

    /// Observations end by themselves when an observer dies.
    @available(*, unavailable, message: "There is nothing to flush: observations end when their observer dies.")
    public func stopAbandonedObservations() {}
}

extension ObservableCache {
    /// The former name of ``latestMessage``.
    @available(*, deprecated, renamed: "latestMessage")
    public var latestUpdate: Message { latestMessage }
}

extension ObservableObject {
    /// A messenger remembers nothing; a cache of it does.
    @available(*, unavailable, message: "Make a 'cache()' of the object, which has 'memory.isActive'.")
    public var remembersLatestMessage: Bool {
        get { false }
        set {}
    }
}

extension Messenger {
    /// A messenger has no first message; a cache of it can be given one.
    @available(*, unavailable, message: "Make a 'cache()' of the messenger, and set its 'latestMessage'.")
    public convenience init(_ latestMessage: Message) { self.init() }
}

// MARK: - Transforms

extension ObservableTransform {
    /// The former name of ``origin``.
    @available(*, deprecated, renamed: "origin")
    public final var source: Origin {
        get { origin }
        set { origin = newValue }
    }
}

extension ObservableTransform where Origin: ObservableCache {
    /// The former name of ``origin``. Setting it sends the latest message of the new origin, as far as the transform lets
    /// it pass; setting ``origin`` does not, but ``replaceOrigin(with:)`` does.
    @available(*, deprecated, message: "Use 'origin', or 'replaceOrigin(with:)' to send the latest message, too.")
    public final var source: Origin {
        get { origin }
        set { replaceOrigin(with: newValue) }
    }
}

extension Filter {
    /// The former way to ask whether a message would pass; see ``passes(_:)``.
    @available(*, unavailable, renamed: "passes(_:)")
    public var filter: ((Origin.Message) -> Bool)? { nil }
}

// MARK: - Free observers

extension SharedFreeObserver {
    /// Each observed object keeps its own free observations, so that there is nobody who knows them all.
    @available(
        *, unavailable,
        message: "Begin observations with a 'FreeObserver' of your own to end them all, or end them object by object."
    )
    public func stopObserving() {}
}
