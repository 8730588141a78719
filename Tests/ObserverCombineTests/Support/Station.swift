import ObserverCore

/// An observable object that owns its messenger and remembers nothing.
final class Station: ObserverCore.ObservableObject {
    let messenger = Messenger<String>()
}

/// A cache whose latest message is not what it sent last: it is whatever the test says.
final class Board: ObservableCache {
    let messenger = Messenger<String>()
    var latestMessage = "nothing yet"
}
