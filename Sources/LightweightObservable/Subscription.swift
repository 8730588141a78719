import ObserverCore

/// What a ``Disposable`` holds of a subscription: that which keeps it up, but not the closure.
///
/// So a disposable that outlives the observable keeps nothing of the subscriber alive.
@usableFromInline
final class Subscription: ObserverCore.Observer {
    @usableFromInline
    let receiver = Receiver()

    @usableFromInline
    init() {}
}
