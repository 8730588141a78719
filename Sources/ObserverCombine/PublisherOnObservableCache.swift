import ObserverCore

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

extension ObservableCache {
    /// A publisher of the messages that this object sends, beginning with its latest message.
    ///
    ///     let cancellable = number.publisher().dropFirst().sink { update in print(update.new) }
    ///
    /// - Complexity: O(1).
    public func publisher() -> PublisherOnObservableCache<Self> {
        PublisherOnObservableCache(self)
    }
}

/// Publishes the latest message of an observable cache, such as a variable, and then the messages that it sends.
///
/// ## Demand
///
/// A subscriber gets the object's `latestMessage` with its first demand. Messages for which it has no demand are lost,
/// but not what they lead to: with its next demand, the subscriber gets the `latestMessage` of that moment, once. Of a
/// variable, this is an update from the present value to itself, since it says what the value is, not what it was.
/// This corresponds to Combine's `CurrentValueSubject`.
///
/// ## Order and lifetimes
///
/// As with ``PublisherOnObservable``. Besides, what a subscriber sends while it is given the latest message reaches it
/// after that. If the subscription begins while the object is delivering, messages that were sent before it began and
/// are still waiting then reach it, too, after the latest message.
public struct PublisherOnObservableCache<O: ObservableCache>: Publisher {
    /// The output: the messages.
    public typealias Output = O.Message

    /// The publisher never fails.
    public typealias Failure = Never

    private let object: O

    init(_ object: O) {
        self.object = object
    }

    /// Begins a subscription.
    ///
    /// - Complexity: O(1) amortised.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let subscription = MessageSubscription(subscriber) { [weak object] in object?.latestMessage }
        subscription.begin(on: object)
    }
}
