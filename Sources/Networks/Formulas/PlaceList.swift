/// The vertices whose states are among some, in an order that follows from what has happened.
///
/// Memory: up to 8 bytes a vertex.
struct PlaceList {
    let targets: StateSet

    private(set) var vertices: [Int32] = []

    /// Where each vertex stands among them, −1 if it does not.
    private var positions: [Int32]

    init(of targets: StateSet, vertexCount: Int) {
        self.targets = targets
        positions = [Int32](repeating: -1, count: vertexCount)
        vertices.reserveCapacity(vertexCount)
    }

    /// Finds all of them, in the order of their numbers.
    mutating func find(in states: UnsafeMutableBufferPointer<UInt8>) {
        vertices.removeAll(keepingCapacity: true)
        for (vertex, state) in states.enumerated() {
            positions[vertex] = targets.contains(state) ? Int32(vertices.count) : -1
            if targets.contains(state) { vertices.append(Int32(vertex)) }
        }
    }

    /// Puts others in the place of what is known; false if these are not just those whose states are among those meant.
    mutating func replace(by others: [Int32], in states: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        find(in: states)
        guard others.count == vertices.count else { return false }
        for vertex in vertices { positions[Int(vertex)] = -1 }
        for (position, vertex) in others.enumerated() {
            guard states.indices.contains(Int(vertex)), targets.contains(states[Int(vertex)]),
                positions[Int(vertex)] < 0
            else { return false }
            positions[Int(vertex)] = Int32(position)
        }
        vertices.replaceSubrange(vertices.indices, with: others)
        return true
    }

    /// Notes that a vertex has another state.
    @inline(__always)
    mutating func note(_ vertex: Int, is state: UInt8) {
        let position = Int(positions[vertex])
        guard targets.contains(state) != (position >= 0) else { return }
        guard position >= 0 else {
            positions[vertex] = Int32(vertices.count)
            return vertices.append(Int32(vertex))
        }
        let last = vertices.removeLast()
        positions[vertex] = -1
        guard Int(last) != vertex else { return }
        vertices[position] = last
        positions[Int(last)] = Int32(position)
    }

    /// Notes that two vertices have exchanged their states: where one of them is meant, the other has stood so far.
    @inline(__always)
    mutating func exchange(_ vertex: Int, _ other: Int) {
        let (first, second) = (positions[vertex], positions[other])
        guard (first < 0) != (second < 0) else { return }
        (positions[vertex], positions[other]) = (second, first)
        vertices[Int(max(first, second))] = Int32(first < 0 ? vertex : other)
    }
}
