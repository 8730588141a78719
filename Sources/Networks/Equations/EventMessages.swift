/// A number that is on its way to a variable of a vertex.
struct EventMessage: BitwiseCopyable {
    /// When it arrives.
    let time: Double

    let amount: Double
    let vertex: Int32
    let variable: Int32
}

/// Messages that are on their way, in the order of the times at which they arrive, and in that in which they were sent at the same
/// time.
///
/// A binary heap. Memory: 32 bytes a message.
struct EventMessages {
    private struct Entry: BitwiseCopyable {
        let message: EventMessage
        let number: Int

        func isBefore(_ other: Entry) -> Bool { (message.time, number) < (other.message.time, other.number) }
    }

    private var heap: [Entry] = []

    /// How many have been sent.
    private var sentCount = 0

    /// When the next one arrives; infinite if there is none.
    var nextTime: Double { heap.first?.message.time ?? .infinity }

    /// Sends a message.
    ///
    /// - Complexity: O(log n).
    mutating func send(_ message: EventMessage) {
        heap.append(Entry(message: message, number: sentCount))
        sentCount += 1
        var place = heap.count - 1
        while place > 0, heap[place].isBefore(heap[(place - 1) / 2]) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Takes the next message if it arrives by a time.
    ///
    /// - Complexity: O(log n).
    mutating func take(until time: Double) -> EventMessage? {
        guard let first = heap.first?.message, first.time <= time else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return first }
        heap[0] = last
        var place = 0
        while 2 * place + 1 < heap.count {
            var child = 2 * place + 1
            if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
            guard heap[child].isBefore(heap[place]) else { break }
            heap.swapAt(place, child)
            place = child
        }
        return first
    }

    /// All of them, in the order in which they arrive.
    var inOrder: [EventMessage] { heap.sorted { $0.isBefore($1) }.map(\.message) }
}
