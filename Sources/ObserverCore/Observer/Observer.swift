/// An object that observes others.
///
///     final class Thermometer: Observer {
///         let receiver = Receiver()
///     }
///
///     thermometer.observe(gas.temperature) { update in … }
///
/// The receiver keeps the observations alive, and the observer the receiver: when they die, the observations end, and
/// no closure is called any more.
public protocol Observer: AnyObject {
    /// The owner of the observations. Create one and hold on to it.
    var receiver: Receiver { get }
}

extension Observer {
    /// Calls a closure with each message that an object sends from now on.
    ///
    /// Nothing is sent when the observation begins, and the object is not kept alive by it. An observer may observe
    /// one object several times.
    ///
    /// - Complexity: O(1) amortised.
    @inlinable
    public func observe<O: ObservableObject>(_ object: O, receive: consuming @escaping (O.Message) -> Void) {
        object.messenger.begin(by: receiver, receive: receive)
    }

    /// Calls a closure with each message that an object sends from now on, and with the author of the message.
    ///
    /// - Complexity: O(1) amortised.
    @inlinable
    public func observe<O: ObservableObject>(_ object: O, receive: consuming @escaping (O.Message, AnyAuthor) -> Void) {
        object.messenger.begin(by: receiver, receive: receive)
    }

    /// Calls a closure whenever an object sends its message, which says no more than that.
    ///
    /// - Complexity: O(1) amortised.
    @inlinable
    public func observe<O: ObservableObject>(_ object: O, receive: @escaping () -> Void) where O.Message == Void {
        object.messenger.begin(by: receiver, receive: { (_: Void) in receive() })
    }

    /// Tests if this observer observes an object.
    ///
    /// - Complexity: O(min(m, n)) for m observations by this observer and n observations of the object.
    public func isObserving<O: ObservableObject>(_ object: O) -> Bool {
        object.messenger.isObserved(by: receiver)
    }

    /// Ends all observations of an object by this observer, at once, also during a delivery.
    ///
    /// - Complexity: O(min(m, n)) for m observations by this observer and n observations of the object.
    @inlinable
    public func stopObserving<O: ObservableObject>(_ object: O?) {
        object?.messenger.endObservations(by: receiver)
    }

    /// Ends all observations by this observer.
    ///
    /// - Complexity: O(n) for n observations by this observer.
    public func stopObserving() {
        receiver.endAllObservations()
    }
}
