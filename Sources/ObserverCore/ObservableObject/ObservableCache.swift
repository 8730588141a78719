/// An observable object that can be asked for its latest message, or for one which says that nothing has changed.
public protocol ObservableCache<Message>: ObservableObject {
    /// Typically the message that was sent last, or one that describes the present state.
    var latestMessage: Message { get }
}

extension ObservableCache {
    /// Sends the latest message to all observers.
    ///
    /// - Complexity: O(n) for n observations.
    @inlinable
    public func send() {
        send(latestMessage)
    }
}
