/// One observation of several caches.
final class CombinedObservation<each O: ObservableCache> {
    private let caches: (repeat WeakCache<each O>)
    private var parts: [WeakPart] = []
    private let receive: (AnyAuthor, repeat (each O).Message) -> Void

    init(_ cache: repeat each O, receive: @escaping (AnyAuthor, repeat (each O).Message) -> Void) {
        caches = (repeat WeakCache(each cache))
        self.receive = receive
    }

    /// Begins to observe all caches, each by a receiver that is chosen for it. Each observation keeps this object alive.
    ///
    /// When one of the caches dies, the observations of the others end.
    func begin(by receiver: (AnyMessenger) -> Receiver) {
        repeat begin((each caches).cache, by: receiver)
    }

    private func begin<Cache: ObservableCache>(_ cache: Cache?, by receiver: (AnyMessenger) -> Receiver) {
        guard let cache else { return }
        let sender = ObjectIdentifier(cache)
        let messenger = cache.messenger
        let part = ReceiverPart(of: receiver(messenger))
        parts.append(WeakPart(part: part))
        let end = EndOfPart(part, of: cache) { [self] in endAllParts() }
        messenger.begin(by: part) { [self] (message: Cache.Message, author: AnyAuthor) in
            withExtendedLifetime(end) { deliver(message, from: author, sender: sender) }
        }
    }

    private func endAllParts() {
        let living = parts.compactMap(\.part)
        parts = []
        for part in living { part.end() }
    }

    /// Hands over the message that was sent together with the latest messages of the others, unless one of the objects
    /// is gone.
    private func deliver<Message>(_ message: Message, from author: AnyAuthor, sender: ObjectIdentifier) {
        let living = (repeat (each caches).cache)
        for cache in repeat each living {
            guard cache != nil else { return }
        }
        receive(author, repeat latestMessage(of: each living, or: message, sentBy: sender))
    }

    /// The message that was sent if it was this cache that sent it, otherwise the latest message of this cache.
    private func latestMessage<Cache: ObservableCache, Message>(
        of cache: Cache?, or sent: Message, sentBy sender: ObjectIdentifier
    ) -> Cache.Message {
        // All caches have been found alive, and are held.
        let cache = cache.unsafelyUnwrapped
        if ObjectIdentifier(cache) == sender, let own = sent as? Cache.Message { return own }
        return cache.latestMessage
    }
}

/// Clears up when an observation has ended: all that goes with it if the observed object died, otherwise its own part.
private final class EndOfPart<Object: AnyObject> {
    private weak var part: ReceiverPart?
    private weak var object: Object?
    private let endAllParts: () -> Void

    init(_ part: ReceiverPart, of object: Object, endAllParts: @escaping () -> Void) {
        self.part = part
        self.object = object
        self.endAllParts = endAllParts
    }

    deinit {
        if object == nil {
            endAllParts()
        } else {
            part?.end()
        }
    }
}

/// One of several observations that go together.
private struct WeakPart {
    weak var part: ReceiverPart?
}

/// One of several caches that are observed together.
struct WeakCache<Cache: ObservableCache> {
    private(set) weak var cache: Cache?

    init(_ cache: Cache) {
        self.cache = cache
    }
}
