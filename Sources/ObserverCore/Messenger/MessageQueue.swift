/// Messages that were sent during a delivery and wait for it to end, first in, first out.
///
/// - Complexity: O(1) amortised for adding and for taking out.
@usableFromInline
final class MessageQueue<Message> {
    @usableFromInline
    typealias Entry = (message: Message, author: AnyAuthor?)

    /// In the order in which they were sent.
    @usableFromInline
    var incoming: ContiguousArray<Entry> = []

    /// Older than all incoming ones, the oldest last.
    @usableFromInline
    var outgoing: ContiguousArray<Entry> = []

    @inlinable
    init() {}

    /// Adds a message as the last; no author stands for the messenger itself.
    @inlinable
    func append(_ message: Message, from author: AnyAuthor?) {
        incoming.append((message, author))
    }

    @inlinable
    func popFirst() -> Entry? {
        if outgoing.isEmpty {
            guard !incoming.isEmpty else {
                freeMemoryIfMuch()
                return nil
            }
            swap(&incoming, &outgoing)
            outgoing.reverse()
        }
        return outgoing.popLast()
    }

    @usableFromInline
    func freeMemoryIfMuch() {
        guard max(incoming.capacity, outgoing.capacity) > 1024 else { return }
        incoming = []
        outgoing = []
    }
}
