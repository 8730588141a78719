import SimulationEngine

/// At which time something is due at a vertex, once for each at most: the vertex of the earliest time is known.
///
/// A binary heap that knows where each vertex stands. At the same time the vertex of the lower number comes first.
///
/// Memory: 4 bytes a vertex, and 16 for each that something is due at, with room for as many again at most.
final class DueTimes {
    private struct Entry: BitwiseCopyable {
        let time: Double
        let vertex: Int32

        @inline(__always)
        func isBefore(_ other: Entry) -> Bool {
            time < other.time || (time == other.time && vertex < other.vertex)
        }
    }

    @exclusivity(unchecked)
    private var heap = ScratchMemory<Entry>(capacity: 0)

    @exclusivity(unchecked)
    private var count = 0

    /// Where each vertex stands, or −1.
    @exclusivity(unchecked)
    private var places: ScratchMemory<Int32>

    /// Nothing is due at any of so many vertices.
    init(count: Int) { places = ScratchMemory(count: count, repeating: -1) }

    /// Makes room for more vertices, at which nothing is due.
    func grow(to count: Int) {
        guard count > places.capacity else { return }
        let grown = ScratchMemory<Int32>(count: count, repeating: -1)
        grown.pointer.update(from: places.pointer, count: places.capacity)
        places = grown
    }

    /// The earliest due time, and its vertex.
    var first: (time: Double, vertex: Int)? {
        count > 0 ? (heap.pointer[0].time, Int(heap.pointer[0].vertex)) : nil
    }

    /// When something is due at a vertex; infinite if nothing is.
    func time(of vertex: Int) -> Double {
        let place = Int(places.pointer[vertex])
        return place >= 0 ? heap.pointer[place].time : .infinity
    }

    /// Has something be due at a vertex at a time, and not at the one before; never if that is infinite.
    ///
    /// - Complexity: O(log n).
    func set(_ vertex: Int, _ time: Double) {
        let place = Int(places.pointer[vertex])
        guard time < .infinity else { return place >= 0 ? remove(at: place) : () }
        let entry = Entry(time: time, vertex: Int32(vertex))
        guard place < 0 else { return replace(at: place, by: entry) }
        makeRoom()
        count += 1
        rise(entry, from: count - 1)
    }

    private func makeRoom() {
        guard count == heap.capacity else { return }
        let grown = ScratchMemory<Entry>(capacity: max(16, 2 * count))
        grown.pointer.update(from: heap.pointer, count: count)
        heap = grown
    }

    private func remove(at place: Int) {
        places.pointer[Int(heap.pointer[place].vertex)] = -1
        count -= 1
        if place < count { replace(at: place, by: heap.pointer[count]) }
    }

    private func replace(at place: Int, by entry: Entry) {
        rise(entry, from: place)
        sink(entry, from: Int(places.pointer[Int(entry.vertex)]))
    }

    /// Puts an entry at a place that is free, or above it.
    private func rise(_ entry: Entry, from place: Int) {
        let (heap, places) = (heap.pointer, places.pointer)
        var place = place
        while place > 0, entry.isBefore(heap[(place - 1) / 2]) {
            heap[place] = heap[(place - 1) / 2]
            places[Int(heap[place].vertex)] = Int32(place)
            place = (place - 1) / 2
        }
        heap[place] = entry
        places[Int(entry.vertex)] = Int32(place)
    }

    /// Puts an entry at its place, or below it.
    private func sink(_ entry: Entry, from place: Int) {
        let (heap, places, count) = (heap.pointer, places.pointer, count)
        var place = place
        while 2 * place + 1 < count {
            var child = 2 * place + 1
            if child + 1 < count, heap[child + 1].isBefore(heap[child]) { child += 1 }
            guard heap[child].isBefore(entry) else { break }
            heap[place] = heap[child]
            places[Int(heap[place].vertex)] = Int32(place)
            place = child
        }
        heap[place] = entry
        places[Int(entry.vertex)] = Int32(place)
    }
}
