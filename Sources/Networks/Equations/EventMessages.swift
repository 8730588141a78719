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
/// A binary heap. Memory: 40 bytes a message.
struct EventMessages {
    private var heap: [EventMessage] = []

    /// When the next one arrives; infinite if there is none.
    var nextTime: Double { heap.first?.time ?? .infinity }

    /// Sends a message.
    ///
    /// - Complexity: O(log n).
    mutating func send(_ message: EventMessage) {
        heap.append(message)
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
        guard let first = heap.first, first.time <= time else { return nil }
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
    var inOrder: [EventMessage] { heap.sorted { $0.isBefore($1) } }
}
