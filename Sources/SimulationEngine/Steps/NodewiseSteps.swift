/// Moves some nodes over parts of a step, each from a time of its own, of a model whose nodes do not depend on each other between
/// events.
///
/// It knows the state of all nodes in which the step begins, and of those whose state has jumped in it that after the last jump and
/// its time. What moves a node is thus what has happened to it, not what has happened elsewhere.
///
/// - Complexity: O(k) for k nodes, besides a copy of the state at the beginning of each step.
final class NodewiseSteps {
    private let events: any StateEvents
    private let state: StateVector
    private let method: any NodewiseMethod

    private var startTime = 0.0
    private var starts: [Double] = []

    /// When the state of each node jumped; infinite and negative if it has not.
    private var jumpTimes: [Double] = []
    private var jumped: [Int32] = []

    /// The nodes that have been placed for events, and the numbers that they had before, column after column for each node.
    private var placed: [Int32] = []
    private var numbersBefore: [Double] = []
    private var isPlaced: [Bool] = []

    private var part = NodewisePart()

    init(of events: any StateEvents, state: StateVector, by method: any NodewiseMethod) {
        (self.events, self.state, self.method) = (events, state, method)
    }

    /// True if nodes can be moved on their own.
    var isPossible: Bool { events.areNodesIndependent && !state.hasHeldComponents && jumpTimes.count == state.rowCount }

    /// Begins with the state that the model is in.
    func begin(at time: Double) {
        startTime = time
        if starts.count != state.count { starts = [Double](repeating: 0, count: state.count) }
        starts.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: state.elements) }
        if jumpTimes.count != state.rowCount {
            jumpTimes = [Double](repeating: -.infinity, count: state.rowCount)
            isPlaced = [Bool](repeating: false, count: state.rowCount)
        }
        for node in jumped { jumpTimes[Int(node)] = -.infinity }
        jumped.removeAll(keepingCapacity: true)
        forgetPlaced()
    }

    private func forgetPlaced() {
        for node in placed { isPlaced[Int(node)] = false }
        placed.removeAll(keepingCapacity: true)
        numbersBefore.removeAll(keepingCapacity: true)
    }

    /// Moves nodes to a time.
    ///
    /// - Returns: Their state, column after column with as many numbers as there are nodes, until the next call.
    func states(of nodes: UnsafeBufferPointer<Int32>, at time: Double) -> UnsafePointer<Double> {
        part.setSize(count: nodes.count, columnCount: state.columnCount)
        for (index, node) in nodes.enumerated() {
            part.times[index] = max(startTime, jumpTimes[Int(node)])
            part.lengths[index] = time - part.times[index]
        }
        starts.withUnsafeBufferPointer { starts in
            for column in 0..<state.columnCount {
                for (index, node) in nodes.enumerated() {
                    part.state[column * nodes.count + index] = starts[column * state.rowCount + Int(node)]
                }
            }
        }
        guard (0..<nodes.count).contains(where: { part.lengths[$0] != 0 }) else { return UnsafePointer(part.state) }
        method.move(part) { [events] times, state, rates in events.rates(of: nodes, at: times, state, into: rates) }
        return UnsafePointer(part.state)
    }

    /// The numbers that a condition compares, of nodes at a time.
    func copyComparison(
        _ index: Int, of nodes: UnsafeBufferPointer<Int32>, at time: Double, into numbers: UnsafeMutablePointer<Double>
    ) {
        events.copyComparison(index, of: nodes, at: time, states(of: nodes, at: time), into: numbers)
    }

    /// A closure that reads numbers of nodes at a time within the step, as long as that is possible.
    func values(
        _ copy:
            @escaping (
                NodewiseSteps, _ nodes: UnsafeBufferPointer<Int32>, _ time: Double,
                _ numbers: UnsafeMutablePointer<Double>
            ) -> Void
    ) -> (_ nodes: [Int32], _ time: Double) -> [Double]? {
        { [unowned self] nodes, time in
            guard isPossible else { return nil }
            return [Double](unsafeUninitializedCapacity: nodes.count) { numbers, count in
                nodes.withUnsafeBufferPointer { nodes in
                    if let numbers = numbers.baseAddress { copy(self, nodes, time, numbers) }
                }
                count = nodes.count
            }
        }
    }

    /// Copies a column of the states of nodes at a time.
    func copyColumn(
        _ column: Int, of nodes: UnsafeBufferPointer<Int32>, at time: Double, into numbers: UnsafeMutablePointer<Double>
    ) {
        numbers.update(from: states(of: nodes, at: time) + column * nodes.count, count: nodes.count)
    }

    private func write(_ states: UnsafePointer<Double>, of nodes: UnsafeBufferPointer<Int32>) {
        let (elements, rowCount) = (state.elements, state.rowCount)
        for column in 0..<state.columnCount {
            for (index, node) in nodes.enumerated() {
                elements[column * rowCount + Int(node)] = states[column * nodes.count + index]
            }
        }
    }
}

// MARK: - Events

extension NodewiseSteps {
    /// Puts the states of nodes at a time into the model, which is in that of the end of the step.
    func place(_ nodes: UnsafeBufferPointer<Int32>, at time: Double) {
        let first = placed.count
        for node in nodes where !isPlaced[Int(node)] {
            isPlaced[Int(node)] = true
            placed.append(node)
            for column in 0..<state.columnCount { numbersBefore.append(state[column, Int(node)]) }
        }
        placed.withUnsafeBufferPointer { placed in
            let new = UnsafeBufferPointer(rebasing: placed[first...])
            if !new.isEmpty { write(states(of: new, at: time), of: new) }
        }
    }

    /// Goes on from the states that some of the nodes have that were placed: the model is in that of the end of the step again.
    ///
    /// - Returns: The first number that is infinite or not a number at the end.
    func goOn(
        with changed: UnsafeBufferPointer<Int32>, from time: Double, to end: Double
    ) -> (column: Int, node: Int, value: Double)? {
        let (elements, rowCount, columnCount) = (state.elements, state.rowCount, state.columnCount)
        for node in changed {
            if jumpTimes[Int(node)] == -.infinity { jumped.append(node) }
            jumpTimes[Int(node)] = time
            for column in 0..<columnCount {
                starts[column * rowCount + Int(node)] = elements[column * rowCount + Int(node)]
            }
        }
        for (index, node) in placed.enumerated() {
            for column in 0..<columnCount {
                elements[column * rowCount + Int(node)] = numbersBefore[index * columnCount + column]
            }
        }
        forgetPlaced()
        guard !changed.isEmpty else { return nil }
        let ends = states(of: changed, at: end)
        write(ends, of: changed)
        guard let failure = (0..<columnCount * changed.count).first(where: { !ends[$0].isFinite }) else { return nil }
        let (column, index) = failure.quotientAndRemainder(dividingBy: changed.count)
        return (column, Int(changed[index]), ends[failure])
    }

    /// Corrects the state of a time in the step that has been formed as if no state had jumped.
    func showJumps(at time: Double) {
        jumped.withUnsafeBufferPointer { nodes in
            if !nodes.isEmpty { write(states(of: nodes, at: max(time, startTime)), of: nodes) }
        }
    }
}

// MARK: - Methods

/// A method that can move the nodes of a model each by a time of its own.
protocol NodewiseMethod: AnyObject {
    /// Moves states.
    ///
    /// - Parameters:
    ///   - part: The states, with memory to work in.
    ///   - rates: Computes the rates of change of states, each at a time of its own.
    func move(_ part: NodewisePart, by rates: (_ times: Numbers, _ state: Numbers, _ rates: MutableNumbers) -> Void)

    typealias Numbers = UnsafePointer<Double>
    typealias MutableNumbers = UnsafeMutablePointer<Double>
}

/// The states of some nodes that a method moves.
final class NodewisePart {
    private(set) var count = 0
    private(set) var columnCount = 0
    private var memory = UnsafeMutableBufferPointer<Double>.allocate(capacity: 0)

    deinit { memory.deallocate() }

    /// Makes room.
    func setSize(count: Int, columnCount: Int) {
        (self.count, self.columnCount) = (count, columnCount)
        let needed = count * (3 + 4 * columnCount)
        guard memory.count < needed else { return }
        memory.deallocate()
        memory = .allocate(capacity: needed)
        memory.initialize(repeating: 0)
    }

    /// The times at which they begin, and by how much they are moved.
    var times: UnsafeMutablePointer<Double> { pointer(0) }
    var lengths: UnsafeMutablePointer<Double> { pointer(count) }

    /// Times in between.
    var stageTimes: UnsafeMutablePointer<Double> { pointer(2 * count) }

    /// The states, and three columns of as many numbers to work in.
    var state: UnsafeMutablePointer<Double> { pointer(3 * count) }
    func work(_ index: Int) -> UnsafeMutablePointer<Double> { pointer((3 + (1 + index) * columnCount) * count) }

    private func pointer(_ offset: Int) -> UnsafeMutablePointer<Double> {
        guard let first = memory.baseAddress else { preconditionFailure("there is no memory for nodes") }
        return first + offset
    }
}
