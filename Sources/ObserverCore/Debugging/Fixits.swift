// What code for earlier versions of the observer vocabulary says. Each leads to what says it now.

/// Ends what is unavailable: the compiler lets nobody call that.
func neverCalled() -> Never {
    preconditionFailure("nobody can call what is unavailable")
}

/// The former name of ``ObservableObject``.
@available(
    *, deprecated, renamed: "ObservableObject",
    message: "Write 'ObservableObject', and give a class of it a messenger: 'let messenger = Messenger<Message>()'."
)
public typealias Observable = ObservableObject

/// The former name of ``ObservableVar``.
///
/// A macro, since the name is that of a type already. It is never expanded: the one of the standard library only stands where
/// there has to be one. As with `import Observation`, a wrapper of one's own that is called so needs the name of its module.
@available(
    *, unavailable,
    message: "Write '@ObservableVar'. A wrapper of your own of that name needs its module's: '@Module.Observable'."
)
@attached(accessor, names: named(willSet))
public macro Observable() = #externalMacro(module: "ObservationMacros", type: "ObservationIgnoredMacro")

/// The former name of ``ObservableObject`` for classes of one's own.
@available(*, deprecated, renamed: "ObservableObject")
public typealias CustomObservable = ObservableObject

extension ObservableObject {
    /// A class that has no messenger is no observable object, as it was in some earlier versions.
    @available(*, unavailable, message: "Give the class a messenger: 'let messenger = Messenger<Message>()'.")
    public var messenger: Messenger<Any> { neverCalled() }
}

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

// MARK: - What a messenger remembers

extension ObservableObject {
    /// A messenger remembers nothing; a cache of it does.
    @available(*, unavailable, message: "Make a 'cache()' of the object, which has 'memory.isActive'.")
    public var remembersLatestMessage: Bool {
        get { false }
        set {}
    }

    /// A messenger remembers nothing; a cache of it does.
    @available(
        *, unavailable,
        message: """
            Only an 'ObservableCache' has a latest message: make a 'cache()' of the object, or let its class have one.
            """
    )
    public var latestMessage: Message {
        get { neverCalled() }
        set {}
    }

    /// A messenger remembers nothing that it could send again; a cache of it does.
    @available(
        *, unavailable,
        message: """
            Send a message, 'send(_:)'. Only an 'ObservableCache' can send its latest one: make a 'cache()' of the object.
            """
    )
    public func send() {}
}

extension Messenger {
    /// A messenger has no first message; a cache of it can be given one.
    @available(
        *, unavailable,
        message: """
            A messenger has no first message: write 'Messenger<Message>()', with the type of its messages. Where the latest \
            one is asked for, make a 'cache()' of the messenger, and set its 'latestMessage'.
            """
    )
    public convenience init(_ latestMessage: Message) { self.init() }
}

// MARK: - Variables

extension Variable {
    /// Only a variable of optional values has a value to begin with.
    @available(
        *, unavailable,
        message: "A variable begins with a value, as in 'Var(0)', unless its values are optional, as in 'Var<Int?>()'."
    )
    public convenience init(withoutValue: Void = ()) { neverCalled() }
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

extension ObservableTransform {
    /// The former way to ask whether a message would pass; see ``Filter/passes(_:)``.
    ///
    /// It takes any message, since those that filters took were messages of the first object of a chain.
    @available(
        *, unavailable,
        message: "Ask a filter with 'passes(_:)', which takes a message of its 'origin', the transform before it."
    )
    public final var filter: ((Any) -> Bool)? { nil }
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
