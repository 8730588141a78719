import ObserverCore
import TestSupport

/// An observer that does nothing of its own.
final class TestObserver: Observer {
    let receiver = Receiver()
    private let lifetime = trackedObject("observer")
    private let whenDying: () -> Void

    init(whenDying: @escaping () -> Void = {}) {
        self.whenDying = whenDying
    }

    deinit {
        whenDying()
    }
}

/// An observable object that owns its messenger.
final class Station: ObservableObject {
    let messenger: Messenger<String>
    var lastWords: String?
    private let lifetime = trackedObject("station")

    init(messenger: Messenger<String> = Messenger()) {
        self.messenger = messenger
    }

    deinit {
        if let lastWords { send(lastWords) }
    }
}

/// What observers received, in order. Closures capture it, so that the assertions come at the end of a test.
final class Log<Entry> {
    var entries: [Entry] = []
    private let lifetime = trackedObject("log")

    func callAsFunction(_ entry: Entry) {
        entries.append(entry)
    }
}
