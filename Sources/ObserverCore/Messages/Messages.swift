/// The messages of an observable object as an asynchronous sequence; see ``ObservableObject/messages``.
///
/// - Note: A sequence belongs to one isolation domain, like all objects that are not `Sendable`, and so do its
///   iterators. Messages do not leave the domain and need not be `Sendable`.
public struct Messages<Message>: AsyncSequence {
    /// The sequence never throws.
    public typealias Failure = Never

    /// The source, which the first iterator takes over and others are made from.
    private let source: Source

    init(of messenger: Messenger<Message>, bufferingPolicy: AsyncStream<Message>.Continuation.BufferingPolicy) {
        source = Source(messenger, bufferingPolicy)
    }

    /// Creates an iterator, whose observation lasts until the iterator dies or returns `nil`.
    ///
    /// The first iterator also gets the messages that were sent since the sequence was made. Each further one begins an
    /// observation of its own, or returns `nil` if the object is dead.
    public func makeAsyncIterator() -> AsyncIterator {
        source.makeIterator()
    }
}

extension Messages {
    /// Waits for the messages that one observation receives.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// The inbox of the messages, or `nil` when the sequence is over.
        private var inbox: MessageInbox<Message>?

        /// The owner of the observation.
        private var receiver: Receiver?

        init() {}

        init(observing messenger: Messenger<Message>, bufferingPolicy: MessageInbox<Message>.BufferingPolicy) {
            let inbox = MessageInbox<Message>(bufferingPolicy: bufferingPolicy)
            let receiver = Receiver()
            let entrance = MessageInbox.Entrance(to: inbox)
            messenger.begin(by: receiver) { message in entrance.inbox.receive(message) }
            self.inbox = inbox
            self.receiver = receiver
        }

        /// Waits for the next message.
        ///
        /// - Parameter actor: Where the caller runs, and where this stays.
        /// - Returns: `nil` when the object is dead and all its messages have been returned, or when the waiting task is
        ///   cancelled. That ends the observation, and all further calls return `nil`.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Message? {
            if let message = await inbox?.next(isolation: actor) { return message }
            inbox = nil
            receiver = nil
            return nil
        }

        /// Waits for the next message, in the isolation domain of the caller; see ``next(isolation:)``.
        nonisolated(nonsending) public mutating func next() async -> Message? {
            await next(isolation: #isolation)
        }
    }
}

extension Messages {
    /// Makes the iterators. It does not keep the observed object alive.
    private final class Source {
        weak let messenger: Messenger<Message>?
        let bufferingPolicy: MessageInbox<Message>.BufferingPolicy

        /// An iterator which is there from the beginning and is handed out once.
        var first: AsyncIterator?

        init(_ messenger: Messenger<Message>, _ bufferingPolicy: MessageInbox<Message>.BufferingPolicy) {
            self.messenger = messenger
            self.bufferingPolicy = bufferingPolicy
            first = AsyncIterator(observing: messenger, bufferingPolicy: bufferingPolicy)
        }

        func makeIterator() -> AsyncIterator {
            if let first = first.take() { return first }
            guard let messenger else { return AsyncIterator() }
            return AsyncIterator(observing: messenger, bufferingPolicy: bufferingPolicy)
        }
    }
}
