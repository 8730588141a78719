/// An object that observers can observe: it has a messenger, through which it sends its messages.
///
///     final class Gate: ObservableObject {
///         enum Event { case opened, closed }
///         let messenger = Messenger<Event>()
///     }
///
/// When the messenger dies, which usually is when the object dies, all observations of it end.
public protocol ObservableObject<Message>: AnyObject {
    /// The type of messages to its observers.
    associatedtype Message

    /// The sender of the messages.
    var messenger: Messenger<Message> { get }
}

extension ObservableObject {
    /// Sends a message to all observers.
    ///
    /// During another delivery by the same messenger the message waits until that has reached everyone.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - author: Who sends it; the object itself unless somebody is named.
    /// - Complexity: O(n) for n observations.
    @inlinable
    public func send(_ message: Message, from author: AnyAuthor? = nil) {
        messenger.deliver(message, from: author ?? self)
    }

    /// Ends all observations of this object by an observer.
    ///
    /// - Complexity: O(min(m, n)) for m observations of this object and n observations by the observer.
    public func stopBeingObserved(by observer: any Observer) {
        messenger.endObservations(by: observer.receiver)
    }

    /// Ends all observations of this object.
    ///
    /// - Complexity: O(n) for n observations.
    public func stopBeingObserved() {
        messenger.endAllObservations()
    }
}

extension ObservableObject where Message == Void {
    /// Sends the message that says no more than that something happened.
    ///
    /// - Complexity: O(n) for n observations.
    @inlinable
    public func send(from author: AnyAuthor? = nil) {
        send((), from: author)
    }
}
