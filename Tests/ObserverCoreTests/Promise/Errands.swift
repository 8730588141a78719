import ObserverCore
import TestSupport

/// Callbacks that have been asked for and are yet to come, so that a test decides when they do.
final class Errands {
    private var callbacks: [() -> Void] = []
    private let lifetime = trackedObject("errands")

    func later(_ callback: @escaping () -> Void) {
        callbacks.append(callback)
    }

    /// Calls the callbacks that have been asked for by now, the oldest first, and lets go of each.
    func runAll() {
        var due = callbacks
        callbacks = []
        due.reverse()
        while let callback = due.popLast() { callback() }
    }

    /// Gives up: no callback will be called.
    func forgetAll() {
        callbacks = []
    }

    /// Promises a value that comes with ``runAll()``.
    func fetch<Value>(_ value: Value) -> Promise<Value> {
        let promise = track(Promise<Value>())
        later { promise.fulfill(value) }
        return promise
    }
}
