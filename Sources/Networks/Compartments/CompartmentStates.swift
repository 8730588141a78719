/// The number of the compartment of each vertex, and of each compartment the number of its vertices.
final class CompartmentStates {
    let vertexCount: Int

    /// The compartments of the vertices. Whoever writes here keeps `counts` right.
    let numbers: UnsafeMutablePointer<UInt8>

    /// The numbers of vertices in the compartments.
    let counts: UnsafeMutablePointer<Int>

    init(_ states: [UInt8], compartmentCount: Int) {
        vertexCount = states.count
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
