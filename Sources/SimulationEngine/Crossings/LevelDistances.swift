/// How far a field of some nodes is above a level, at both ends of a step.
struct LevelDistances {
    let nodes: [Int]
    let level: Double

    /// At the time at which the search begins, and at the end of the step.
    var starts: [Double]
    var ends: [Double]
    var startTime = 0.0
    var endTime = 0.0

    /// Copies values of nodes.
    private let copyField: (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<Double>) -> Void

    init(
        of nodes: [Int], from level: Double,
        copyField: @escaping (UnsafeBufferPointer<Int>, UnsafeMutableBufferPointer<Double>) -> Void
    ) {
        self.nodes = nodes
        self.level = level
        self.copyField = copyField
        starts = [Double](repeating: 0, count: nodes.count)
        ends = starts
    }

    /// Begins anew with the state of a time.
    mutating func begin(at time: Double) {
        read()
        endTime = time
    }

    /// Begins a step where the last one ended. Changes no distance: a step that is given up is begun once more.
    mutating func beginStep() { startTime = endTime }

    /// The model is in the state of the end of the step.
    mutating func noteEnd(at time: Double) {
        swap(&starts, &ends)
        read()
        endTime = time
    }

    /// The distance of the node at a position in the state that the model is in.
    func present(at position: Int) -> Double { readValue(at: nodes[position], copyField) - level }

    /// Those of some positions in the state that the model is in become those at the end.
    mutating func readEnds(at positions: [Int]) {
        var values = [Double](repeating: 0, count: positions.count)
        values.withUnsafeMutableBufferPointer { values in
            positions.map { nodes[$0] }.withUnsafeBufferPointer { copyField($0, values) }
        }
        for (position, value) in zip(positions, values) { ends[position] = value - level }
    }

    /// Those in the state that the model is in become those at the end.
    private mutating func read() {
        ends.withUnsafeMutableBufferPointer { ends in nodes.withUnsafeBufferPointer { copyField($0, ends) } }
        for index in ends.indices { ends[index] -= level }
    }
}
