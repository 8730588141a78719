import ObserverCore
import TestSupport

/// An observable object that owns its messenger and remembers nothing.
final class Station: ObserverCore.ObservableObject {
    let messenger = track(Messenger<String>())
}

/// A cache whose latest message is not what it sent last: it is whatever the test says.
final class Board: ObservableCache {
    let messenger = track(Messenger<String>())
    var latestMessage = "nothing yet"
}
