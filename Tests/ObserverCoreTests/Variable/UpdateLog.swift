import ObserverCore
import TestSupport

/// The updates that a variable has sent since the log was made, as seen by one observer.
final class UpdateLog<Value: Equatable>: Observer {
    let receiver = Receiver()
    private let lifetime = trackedObject("update log")
    private(set) var updates: [Update<Value>] = []

    init(of variable: Var<Value>) {
        observe(variable) { [unowned self] update in updates.append(update) }
    }
}
