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

extension ObservableTransform {
    /// The former name of ``origin``.
    @available(*, deprecated, renamed: "origin")
    public final var source: Origin {
        get { origin }
        set { origin = newValue }
    }
}
