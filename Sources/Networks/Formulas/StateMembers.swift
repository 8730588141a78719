import SimulationEngine

/// The vertices in each state, in an order that follows from what has happened.
///
/// Memory: 9 bytes a vertex.
struct StateMembers {
    private var lists: [[Int32]]

    /// In whose list each vertex stands, and where.
    private var states: [UInt8]
    private var positions: [Int32]

    /// Finds the vertices in each state, in the order of their numbers.
    init(of elements: UnsafeMutableBufferPointer<UInt8>, stateCount: Int) {
        lists = [[Int32]](repeating: [], count: stateCount)
        (states, positions) = (Array(elements), [Int32](repeating: -1, count: elements.count))
        for (vertex, state) in elements.enumerated() { append(Int32(vertex), to: state) }
    }

    /// Notes what others have changed.
    mutating func follow(_ elements: UnsafeMutableBufferPointer<UInt8>) {
        for (vertex, state) in elements.enumerated() { note(vertex, is: state) }
    }

    /// Notes the state of a vertex.
    @inline(__always)
    mutating func note(_ vertex: Int, is new: UInt8) {
        let (old, position) = (states[vertex], Int(positions[vertex]))
        guard old != new else { return }
        let last = lists[Int(old)].removeLast()
        if Int(last) != vertex {
            lists[Int(old)][position] = last
            positions[Int(last)] = Int32(position)
        }
        append(Int32(vertex), to: new)
    }

    private mutating func append(_ vertex: Int32, to state: UInt8) {
        (states[Int(vertex)], positions[Int(vertex)]) = (state, Int32(lists[Int(state)].count))
        lists[Int(state)].append(vertex)
    }

    /// How many vertices are in states that a vertex in a state chooses.
    func count(of choice: PlannedRewiring.Choice, for own: UInt8) -> Int {
        var count = 0
        for state in lists.indices where choice.contains(UInt8(state), of: own) { count += lists[state].count }
        return count
    }

    /// One of these, by its number among them; `nil` if there are not as many.
    func vertex(_ number: Int, of choice: PlannedRewiring.Choice, for own: UInt8) -> Int? {
        var rest = number
        for state in lists.indices where choice.contains(UInt8(state), of: own) {
            if rest < lists[state].count { return Int(lists[state][rest]) }
            rest -= lists[state].count
        }
        return nil
    }
}

// MARK: - Checkpoints

extension StateMembers {
    /// Archives the vertices in the order in which they are drawn from.
    mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        for state in lists.indices { try archive.values(&lists[state]) }
        guard archive.isReading else { return }
        let read = lists
        for vertex in positions.indices { positions[vertex] = -1 }
        for state in lists.indices { lists[state].removeAll(keepingCapacity: true) }
        for (state, list) in read.enumerated() {
            for vertex in list {
                guard positions.indices.contains(Int(vertex)), positions[Int(vertex)] < 0 else {
                    throw .damaged(reason: "vertex \(vertex) is in two states, or in none that there is")
                }
                append(vertex, to: UInt8(state))
            }
        }
        guard !positions.contains(-1) else { throw .damaged(reason: "a vertex is in no state") }
    }
}
