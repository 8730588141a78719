import ObserverCore

/// An observer that notes what happens, in its order.
final class Watcher: Observer {
    let receiver = Receiver()
    private(set) var log: [String] = []

    func note(_ entry: String) {
        log.append(entry)
    }

    /// Notes all updates of a variable under a name.
    func watch<Value>(_ variable: Var<Value>, as name: String) {
        observe(variable) { [unowned self] update in note("\(name): \(update.old) -> \(update.new)") }
    }

    /// The log so far, which begins anew.
    func takeLog() -> [String] {
        defer { log = [] }
        return log
    }
}
