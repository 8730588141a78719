/// At which time something is due at a vertex, once for each at most: the vertex of the earliest time is known.
///
/// A binary heap that knows where each vertex stands. At the same time the vertex of the lower number comes first.
///
/// Memory: 4 bytes a vertex, and 16 for each that something is due at.
struct DueTimes {
    private struct Entry: BitwiseCopyable {
        let time: Double
        let vertex: Int32

        func isBefore(_ other: Entry) -> Bool { (time, vertex) < (other.time, other.vertex) }
    }

    private var heap: [Entry] = []

    /// Where each vertex stands, or −1.
    private var places: [Int32]

    /// Nothing is due at any of so many vertices.
    init(count: Int) { places = [Int32](repeating: -1, count: count) }

    /// Makes room for more vertices, at which nothing is due.
    mutating func grow(to count: Int) { places += repeatElement(-1, count: count - places.count) }

    /// The earliest due time, and its vertex.
    var first: (time: Double, vertex: Int)? { heap.first.map { ($0.time, Int($0.vertex)) } }

    /// When something is due at a vertex; infinite if nothing is.
    func time(of vertex: Int) -> Double { places[vertex] >= 0 ? heap[Int(places[vertex])].time : .infinity }

    /// Has something be due at a vertex at a time, and not at the one before; never if that is infinite.
    ///
    /// - Complexity: O(log n).
    mutating func set(_ vertex: Int, _ time: Double) {
        let place = Int(places[vertex])
        guard time < .infinity else { return place >= 0 ? remove(at: place) : () }
        let entry = Entry(time: time, vertex: Int32(vertex))
        guard place < 0 else { return replace(at: place, by: entry) }
        heap.append(entry)
        places[vertex] = Int32(heap.count - 1)
        rise(from: heap.count - 1)
    }

    private mutating func remove(at place: Int) {
        places[Int(heap[place].vertex)] = -1
        let last = heap.removeLast()
        if place < heap.count { replace(at: place, by: last) }
    }

    private mutating func replace(at place: Int, by entry: Entry) {
        heap[place] = entry
        places[Int(entry.vertex)] = Int32(place)
        rise(from: place)
        sink(from: Int(places[Int(entry.vertex)]))
    }

    private mutating func rise(from place: Int) {
        var place = place
        while place > 0, heap[place].isBefore(heap[(place - 1) / 2]) {
            swap(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func sink(from place: Int) {
        var place = place
        while 2 * place + 1 < heap.count {
            var child = 2 * place + 1
            if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
            guard heap[child].isBefore(heap[place]) else { return }
            swap(place, child)
            place = child
        }
    }

    private mutating func swap(_ a: Int, _ b: Int) {
        heap.swapAt(a, b)
        places[Int(heap[a].vertex)] = Int32(a)
        places[Int(heap[b].vertex)] = Int32(b)
    }
}
