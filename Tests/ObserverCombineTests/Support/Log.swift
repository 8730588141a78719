import TestSupport

/// What subscribers received, in order. Closures capture it, so that the assertions come at the end of a test.
final class Log<Entry> {
    var entries: [Entry] = []
    private let lifetime = trackedObject("log")

    func callAsFunction(_ entry: Entry) {
        entries.append(entry)
    }
}
