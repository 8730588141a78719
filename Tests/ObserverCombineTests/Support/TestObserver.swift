import ObserverCore

/// An observer that does nothing of its own.
final class TestObserver: ObserverCore.Observer {
    let receiver = Receiver()
}
