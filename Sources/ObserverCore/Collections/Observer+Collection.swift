extension Observer {
    /// Observes all objects of a collection in one closure, which gets the position of the object that sent a message.
    ///
    ///     observer.observe(all: temperatures) { index, update in … }
    ///
    /// No object is kept alive; when one dies, the others go on. ``stopObserving(_:)`` ends the observation of one.
    /// An object that has no other observation costs 24 bytes, one that has costs a closure more than an observation.
    ///
    /// - Parameters:
    ///   - objects: The objects. Positions are counted from 0.
    ///   - receive: Receives the position of an object and its message.
    /// - Complexity: O(n) for n objects; a message costs as much as with one observation of one object.
    @inlinable
    public func observe<Objects: Collection>(
        all objects: Objects, receive: @escaping (Int, Objects.Element.Message) -> Void
    ) where Objects.Element: ObservableObject {
        let receiver = receiver
        let observation = CollectionObservation(by: receiver, capacity: objects.count, receive: receive)
        // First, since beginning may tell a window, which may end observations.
        receiver.remember(observation)
        for (position, object) in objects.enumerated() {
            observation.observe(object.messenger, atPosition: position)
        }
        observation.began()
    }

    /// Observes all objects of a collection in one closure, which also gets the author of the message.
    ///
    /// Each object costs an observation and a closure, unlike where nobody asks for the author.
    ///
    /// - Complexity: O(n) for n objects; a message costs as much as with one observation of one object.
    @inlinable
    public func observe<Objects: Collection>(
        all objects: Objects, receive: @escaping (Int, Objects.Element.Message, AnyAuthor) -> Void
    ) where Objects.Element: ObservableObject {
        let receiver = receiver
        for (position, object) in objects.enumerated() {
            object.messenger.begin(by: receiver) { message, author in receive(position, message, author) }
        }
    }
}
