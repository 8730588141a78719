/// Sends the messages of its origin and remembers the last. Made by ``ObservableObject/cache()->Cache<Self,Unwrapped>``.
///
/// The message is optional, since there may not have been one. What is sent through the cache itself is remembered, too.
/// `latestMessage = nil` forgets without sending, and ``MessageMemory/isActive`` decides whether messages are remembered.
public final class Cache<Origin: ObservableObject, Unwrapped>: ObservableTransform<Origin, Unwrapped?>, ObservableCache
where Origin.Message == Unwrapped {
    /// The memory; can be made inactive.
    public let memory = MessageMemory<Unwrapped?>()

    /// Creates a cache.
    public init(_ origin: Origin) {
        super.init(origin) { message, _ in .some(message) }
        attach(memory)
    }

    /// The last message, `nil` if there was none or if it was forgotten.
    public var latestMessage: Unwrapped? {
        get { memory.latestMessage ?? nil }
        set { memory.latestMessage = newValue }
    }
}

/// A ``Cache`` of an origin whose messages are optional already. Made by
/// ``ObservableObject/cache()->CacheOnOptionalMessage<Self,Unwrapped>``.
public final class CacheOnOptionalMessage<Origin: ObservableObject, Unwrapped>: ObservableTransform<Origin, Unwrapped?>,
    ObservableCache
where Origin.Message == Unwrapped? {
    /// The memory; can be made inactive.
    public let memory = MessageMemory<Unwrapped?>()

    /// Creates a cache.
    public init(_ origin: Origin) {
        super.init(origin) { message, _ in .some(message) }
        attach(memory)
    }

    /// The last message, `nil` if there was none or if it was forgotten.
    public var latestMessage: Unwrapped? {
        get { memory.latestMessage ?? nil }
        set { memory.latestMessage = newValue }
    }
}

extension ObservableObject {
    /// An observable object that sends the messages of this one and remembers the last.
    public func cache<Unwrapped>() -> Cache<Self, Unwrapped> where Message == Unwrapped {
        Cache(self)
    }

    /// An observable object that sends the messages of this one and remembers the last; its messages are not optional
    /// twice.
    public func cache<Unwrapped>() -> CacheOnOptionalMessage<Self, Unwrapped> where Message == Unwrapped? {
        CacheOnOptionalMessage(self)
    }
}

extension ObservableCache {
    /// Calls a closure once with the first message that is not `nil`: at once if the latest message is not.
    ///
    /// Until then the observation lives as long as this object.
    public func whenCached<Unwrapped>(_ receive: @escaping (Unwrapped) -> Void) where Message == Unwrapped? {
        whenCached { message, _ in receive(message) }
    }

    /// Calls a closure once with the first message that is not `nil` and its author: at once if the latest message is
    /// not, with the author of that where it is known and otherwise this object.
    public func whenCached<Unwrapped>(_ receive: @escaping (Unwrapped, AnyAuthor) -> Void)
    where Message == Unwrapped? {
        if let message = latestMessage {
            let memory = messenger.attachedMemory
            return receive(message, memory?.latestAuthor ?? self)
        }
        let observer = FreeObserver()
        observer.observe(self).unwrap().receive { (message: Unwrapped, author: AnyAuthor) in
            observer.stopObserving()
            receive(message, author)
        }
    }
}
