import ObserverCore

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

extension ObserverCore.ObservableObject {
    /// A publisher of the messages that this object sends.
    ///
    ///     let cancellable = texts.publisher().filter { !$0.isEmpty }.sink { text in … }
    ///
    /// - Complexity: O(1).
    public func publisher() -> PublisherOnObservable<Self> {
        PublisherOnObservable(self)
    }
}

/// Publishes the messages that an observable object sends, each to all subscribers, as it is sent.
///
/// ## Demand
///
/// A message for which a subscriber has no demand is lost to that subscriber, as with Combine's `PassthroughSubject`.
/// Combine's `buffer` keeps messages for subscribers that cannot take them at once.
///
/// ## Order
///
/// A subscription is an observation, so that the rules of `ObserverCore.Messenger` hold: subscribers and other observers
/// receive each message in the order in which they began, and a message that one of them sends waits until the current
/// one has reached everyone. A subscription that begins during a delivery gets the next message. One that is cancelled
/// during a delivery gets nothing more.
///
/// ## Lifetimes
///
/// - The publisher keeps the object alive, as it must be able to begin a subscription at any time.
/// - A subscription does not, like every observation. So somebody else must hold on to an object that was only made to
///   be published, such as a transform: to the object, or to the publisher.
/// - The publisher finishes when the observation ends, which is when the object's messenger dies or when the object is
///   told to `stopBeingObserved()`.
/// - A subscription ends when it is cancelled. Until then the object keeps it alive, and with it the subscriber.
///
/// - Note: Publisher and subscriptions belong to the isolation domain of the object. Cancel there, too.
public struct PublisherOnObservable<O: ObserverCore.ObservableObject>: Publisher {
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
        MessageSubscription(subscriber).begin(on: object)
    }
}
