import ObserverCore

/// The part of a subscription that a ``Disposable`` holds: that which keeps it up, but not the closure.
///
/// So a disposable that outlives the observable keeps nothing of the subscriber alive.
@usableFromInline
final class Subscription: ObserverCore.Observer {
    @usableFromInline
    let receiver = Receiver()

    @usableFromInline
    init() {}
}
