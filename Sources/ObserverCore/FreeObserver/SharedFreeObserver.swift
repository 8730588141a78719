/// The observer of all observations that nobody in particular makes, such as those that begin with the global function
/// `observe`.
///
/// They last until the observed object dies or until they are stopped. Each observed object keeps its own, so that this
/// can be used in any isolation domain.
public struct SharedFreeObserver: Sendable {
    /// Calls a closure with each message that an object sends from now on.
    public func observe<O: ObservableObject>(_ object: O, receive: @escaping (O.Message) -> Void) {
        object.messenger.begin(by: object.messenger.receiverOfFreeObservations, receive: receive)
    }

    /// Calls a closure with each message that an object sends from now on, and with the author of the message.
    public func observe<O: ObservableObject>(_ object: O, receive: @escaping (O.Message, AnyAuthor) -> Void) {
        object.messenger.begin(by: object.messenger.receiverOfFreeObservations, receive: receive)
    }

    /// Prepares an observation whose messages are transformed on their way.
    public func observe<O: ObservableObject>(
        _ object: O
    ) -> ObservationTransformer<UntransformedMessages<O.Message>> {
        ObservationTransformer(UntransformedMessages(), .byNobodyInParticular(of: object.messenger))
    }

    /// Tests if there are free observations of an object.
    public func isObserving<O: ObservableObject>(_ object: O) -> Bool {
        object.messenger.isObserved(by: object.messenger.receiverOfFreeObservations)
    }

    /// Ends all free observations of an object.
    public func stopObserving<O: ObservableObject>(_ object: O?) {
        guard let messenger = object?.messenger else { return }
        messenger.endObservations(by: messenger.receiverOfFreeObservations)
    }
}

extension ObservableObject {
    /// Ends all observations of this object that nobody in particular makes.
    ///
    /// - Complexity: O(n) for n observations of this object.
    public func stopBeingObserved(by observer: SharedFreeObserver) {
        observer.stopObserving(self)
    }
}

extension FreeObserver {
    /// The observer of all observations that nobody in particular makes.
    public static var shared: SharedFreeObserver { SharedFreeObserver() }
}
