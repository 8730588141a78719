import SimulationEngine

/// The number of the compartment of each vertex, and of each compartment the number of its vertices.
final class CompartmentStates {
    var vertexCount: Int

    /// For how many there is room.
    var capacity: Int

    /// The compartments of the vertices. Whoever writes here keeps `counts` right.
    @exclusivity(unchecked)
    var numbers: UnsafeMutablePointer<UInt8>

    /// The numbers of vertices in the compartments.
    let counts: UnsafeMutablePointer<Int>

    /// Those who take down what happens.
    @exclusivity(unchecked)
    var traces = JumpTraces()

    init(_ states: [UInt8], compartmentCount: Int) {
        vertexCount = states.count
        capacity = states.count
        numbers = .allocate(capacity: states.count)
        counts = .allocate(capacity: compartmentCount)
        counts.initialize(repeating: 0, count: compartmentCount)
        for (vertex, state) in states.enumerated() {
            numbers[vertex] = state
            counts[Int(state)] += 1
        }
    }

    deinit {
        numbers.deallocate()
        counts.deallocate()
    }

    /// Adds a vertex at the end.
    ///
    /// - Complexity: O(1) amortised.
    func append(_ state: UInt8) {
        if vertexCount == capacity {
            capacity = max(64, 2 * capacity)
            let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
            grown.update(from: numbers, count: vertexCount)
            numbers.deallocate()
            numbers = grown
        }
        numbers[vertexCount] = state
        vertexCount += 1
        counts[Int(state)] += 1
    }

    /// An event puts a vertex into another compartment.
    ///
    /// - Parameters:
    ///   - vertex: The vertex.
    ///   - new: The compartment.
    ///   - source: The neighbour that brings it about; -1 if none does.
    ///   - time: When.
    @inline(__always)
    func move(_ vertex: Int32, to new: UInt8, by source: Int32, at time: Double) {
        let old = numbers[Int(vertex)]
        numbers[Int(vertex)] = new
        counts[Int(old)] &-= 1
        counts[Int(new)] &+= 1
        if traces.areThere { traces.note(TracedJump(time: time, node: vertex, source: source, old: old, new: new)) }
    }

    /// Counts a vertex no more, whose compartment will not change.
    func discount(_ vertex: Int) {
        counts[Int(numbers[vertex])] -= 1
    }

    subscript(vertex: Int) -> UInt8 {
        get {
            precondition((0..<vertexCount).contains(vertex), "vertex out of range")
            return numbers[vertex]
        }
        set {
            precondition((0..<vertexCount).contains(vertex), "vertex out of range")
            counts[Int(numbers[vertex])] -= 1
            counts[Int(newValue)] += 1
            numbers[vertex] = newValue
        }
    }
}
