import ObserverCore

/// What a ``Disposable`` holds of a subscription: that which keeps it up, but not the closure.
///
/// So a disposable that outlives the observable keeps nothing of the subscriber alive.
final class Subscription: ObserverCore.Observer {
    let receiver = Receiver()
}
