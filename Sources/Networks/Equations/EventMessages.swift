/// A number that is on its way to a variable of a vertex.
struct EventMessage: BitwiseCopyable {
    /// When it arrives; before it is sent, how long it takes.
    var time: Double

    let amount: Double

    /// The number of the event that has sent it, and how manieth of its messages it is.
    let event: Int
    let order: Int32

    /// The vertex that has sent it, and the one to which it goes.
    let source: Int32
    let vertex: Int32

    let variable: Int32

    /// Tests if it arrives before another one: earlier, or at the same time if it was sent earlier.
    func isBefore(_ other: EventMessage) -> Bool {
        (time, event, order) < (other.time, other.event, other.order)
    }
}

/// Messages that are on their way, in the order of the times at which they arrive, and in that in which they were sent at the same
/// time.
///
/// The messages of an event wait together, in their order, and a binary heap has the next one of each event: most delays differ
/// little between the edges of a vertex, or not at all. Memory: 40 bytes a message.
struct EventMessages {
    /// The messages of an event, of which those before the next one have arrived.
    private struct Batch {
        var messages: [EventMessage] = []
        var next = 0

        /// Takes the next message, and tells the time of the one that follows it.
        mutating func take() -> (EventMessage, following: Double?) {
            next += 1
            return (messages[next - 1], next < messages.count ? messages[next].time : nil)
        }

        mutating func putInOrder() {
            let areInOrder = messages.indices.dropFirst().allSatisfy { !messages[$0].isBefore(messages[$0 - 1]) }
            if !areInOrder { messages.sort { $0.isBefore($1) } }
        }
    }

    /// The next message of a batch.
    private struct Head: BitwiseCopyable {
        let time: Double
        let event: Int
        let batch: Int

        func isBefore(_ other: Head) -> Bool { time < other.time || (time == other.time && event < other.event) }
    }

    private var heap: [Head] = []

    /// The memory of batches whose messages have all arrived is used again.
    private var batches: [Batch] = []
    private var unused: [Int] = []

    /// When the next one arrives; infinite if there is none.
    var nextTime: Double { heap.first?.time ?? .infinity }

    /// Sends the messages of an event.
    ///
    /// - Complexity: O(k log k) for k messages, O(k) of those that are in their order, and O(log m) for m events whose messages are
    ///   on their way.
    mutating func send(_ messages: some Sequence<EventMessage>) {
        let number = unused.popLast() ?? batches.count
        if number == batches.count { batches.append(Batch()) }
        batches[number].next = 0
        batches[number].messages.removeAll(keepingCapacity: true)
        batches[number].messages.append(contentsOf: messages)
        batches[number].putInOrder()
        guard let first = batches[number].messages.first else { return unused.append(number) }
        let head = Head(time: first.time, event: first.event, batch: number)
        heap.append(head)
        var place = heap.count - 1
        while place > 0, head.isBefore(heap[(place - 1) / 2]) {
            heap[place] = heap[(place - 1) / 2]
            place = (place - 1) / 2
        }
        heap[place] = head
    }

    /// Takes the next message if it arrives by a time.
    ///
    /// - Complexity: O(log m) for m events whose messages are on their way; O(1) if the message before was sent by the same event for
    ///   the same time.
    mutating func take(until time: Double) -> EventMessage? {
        guard let first = heap.first, first.time <= time else { return nil }
        let (message, following) = batches[first.batch].take()
        if let following {
            guard following > first.time else { return message }
            sink(Head(time: following, event: first.event, batch: first.batch))
        } else {
            unused.append(first.batch)
            let last = heap.removeLast()
            if !heap.isEmpty { sink(last) }
        }
        return message
    }

    /// Puts a head in the place of the first one.
    private mutating func sink(_ head: Head) {
        var place = 0
        while 2 * place + 1 < heap.count {
            var child = 2 * place + 1
            if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
            guard heap[child].isBefore(head) else { break }
            heap[place] = heap[child]
            place = child
        }
        heap[place] = head
    }

    /// All of them, in the order in which they arrive.
    var inOrder: [EventMessage] {
        heap.flatMap { batches[$0.batch].messages[batches[$0.batch].next...] }.sorted { $0.isBefore($1) }
    }
}
