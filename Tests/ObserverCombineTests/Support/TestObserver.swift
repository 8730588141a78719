import ObserverCore
import TestSupport

/// An observer that does nothing of its own.
final class TestObserver: ObserverCore.Observer {
    let receiver = Receiver()
    private let lifetime = trackedObject("observer")
}
