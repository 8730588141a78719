/// The states of a trajectory up to now, as far back as delays reach, of equations with delays.
///
/// At both ends of each step that the trajectory has gone through there is a knot: the time, some columns of the state, and their
/// slopes. Between knots each number is a cubic polynomial that has their values and slopes (Hermite's, of fourth order), or a line where the method
/// needs no more. Before the first knot the state was that of the first knot.
///
/// Where the state is changed from outside, or an event has it jump, there are two knots of the same time, with what was before
/// and what comes after. If that is within a step that had been taken already, the polynomial of that step counts up to there.
package final class StateHistory {
    /// The columns of the state that are kept.
    let columns: [Int]

    /// Changes whenever an earlier value may have another answer than before.
    @exclusivity(unchecked)
    package private(set) var revision = 0

    @exclusivity(unchecked)
    private var knots: [Knot] = []

    /// How many numbers a column has in all knots.
    @exclusivity(unchecked)
    private var rowCount = 0

    /// The step that is under way, or was last.
    @exclusivity(unchecked)
    private var step = 0.0...0.0

    /// When the state was changed last, otherwise than by its equations.
    private var jumpTime = -Double.infinity

    /// True if it was changed since the last knot.
    private var isChanged = false

    /// True if numbers between knots are cubic polynomials.
    private var hasSlopes = true

    /// True if no knot has been forgotten.
    private var isWhole = true

    /// The delays, if they cannot have changed since they were asked for.
    private var delays: [Delay]?

    /// Memory of knots that have been forgotten.
    private var spare: [UnsafeMutablePointer<Double>] = []

    /// The slopes of the whole state.
    private var slopes: [Double] = []

    /// The state at a time, and from when on the polynomial to the next knot counts: from then, unless the trajectory left
    /// the step before that time.
    private struct Knot {
        var since: Double
        var time: Double

        /// Of each column the values, then the slopes.
        let numbers: UnsafeMutablePointer<Double>
    }

    /// - Parameter columns: The columns of the state of which earlier values are needed.
    package init(of columns: [Int]) { self.columns = columns }

    deinit { removeKnots() }

    /// How many numbers a knot has.
    private var blockSize: Int { 2 * columns.count * rowCount }

    /// The memory of a knot of as many nodes.
    func bytesPerKnot(ofRows rows: Int) -> Double { 16 * Double(columns.count) * Double(rows) }

    /// Memory for the numbers of a knot, which mean nothing.
    private func takeNumbers() -> UnsafeMutablePointer<Double> {
        if let numbers = spare.popLast() { return numbers }
        let numbers = UnsafeMutablePointer<Double>.allocate(capacity: max(1, blockSize))
        numbers.initialize(repeating: 0, count: max(1, blockSize))
        return numbers
    }

    private func removeKnots() {
        for knot in knots { knot.numbers.deallocate() }
        knots = []
        dropSpare()
    }

    private func dropSpare() {
        for numbers in spare { numbers.deallocate() }
        spare = []
    }

    /// True if no state has been kept yet.
    package var isEmpty: Bool { knots.isEmpty }

    /// Forgets what followed from a state, parameters or edges that are others now.
    package func stateWasChanged() {
        isChanged = true
        delays = nil
        revision += 1
    }
}

// MARK: - Earlier values

extension StateHistory {
    /// Where a number of before follows from, the same for all nodes.
    package struct Place {
        fileprivate let first, second: UnsafePointer<Double>
        fileprivate let rowCount: Int
        fileprivate let weights: (first: Double, second: Double, firstSlope: Double, secondSlope: Double)

        /// The value of a node in a column, counted among those that are kept.
        @inline(__always)
        package func value(_ column: Int, _ node: Int) -> Double {
            let index = 2 * column * rowCount + node
            return weights.first * first[index] + weights.second * second[index]
                + (weights.firstSlope * first[index + rowCount] + weights.secondSlope * second[index + rowCount])
        }
    }

    /// The place of the values some time before a time.
    ///
    /// The end of a step sees what was before a jump, its beginning what comes after, however the difference of times is rounded.
    ///
    /// - Returns: `nil` if no state has been kept yet.
    package func place(_ delay: Double, before time: Double) -> Place? {
        guard let last = knots.last else { return nil }
        let sought = time - delay
        let slack = 8 * max(abs(time), delay).ulp
        let side = time == step.upperBound ? sought - slack : time == step.lowerBound ? sought + slack : sought
        let index = lastKnot(since: side)
        guard index >= 0 else { return place(at: knots[0]) }
        guard index + 1 < knots.count else { return place(at: last) }
        let (first, second) = (knots[index], knots[index + 1])
        let length = second.time - first.time
        guard length > 0 else { return place(at: first) }
        let part = (sought - first.time) / length
        let rest = 1 - part
        return Place(
            first: first.numbers, second: second.numbers, rowCount: rowCount,
            weights: hasSlopes
                ? (
                    (1 + 2 * part) * rest * rest, (1 + 2 * rest) * part * part, length * part * rest * rest,
                    -length * part * part * rest
                ) : (rest, part, 0, 0))
    }

    private func place(at knot: Knot) -> Place {
        Place(first: knot.numbers, second: knot.numbers, rowCount: rowCount, weights: (1, 0, 0, 0))
    }

    /// The last knot that counts at a time; -1 if that is before the first.
    private func lastKnot(since time: Double) -> Int {
        var (low, high) = (0, knots.count)
        while low < high {
            let middle = (low + high) / 2
            if knots[middle].since <= time { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }
}

// MARK: - Steps

extension StateHistory {
    /// A trajectory begins.
    ///
    /// - Parameter hasSlopes: True if the method that makes it needs more than lines between knots.
    func restart(withSlopes hasSlopes: Bool) {
        removeKnots()
        (step, jumpTime, isChanged, isWhole, delays) = (0...0, -.infinity, false, true, nil)
        self.hasSlopes = hasSlopes
        revision += 1
    }

    /// A step of the trajectory is about to be taken from the state that the equations are in.
    ///
    /// - Throws: ``DelayError``.
    func beginStep(of equations: any DelayEquations, from start: Double, to end: Double) throws(DelayError) {
        follow(equations.state)
        let known = self.delays ?? equations.delays
        delays = known
        try check(known, of: equations, start, end)
        step = start...end
        revision += 1
        let isLeft = knots.last.map { $0.time > start } ?? false
        if isLeft { knots[knots.count - 1].since = start }
        if isLeft || isChanged, !knots.isEmpty { jumpTime = start }
        isChanged = false
        let longest = known.reduce(0) { max($0, $1.longest) }
        // Slopes jump, too, where a delay is over since the state has.
        if knots.isEmpty || start <= jumpTime + longest * (1 + 1e-9) { noteBeginning(of: equations, at: start) }
        forget(before: start - longest - 16 * max(abs(start), longest).ulp)
    }

    /// The equations are in the state that the step has led to.
    func endStep(of equations: any DelayEquations) {
        knots.append(knot(of: equations, at: step.upperBound))
        revision += 1
    }

    private func check(
        _ delays: [Delay], of equations: some DelayEquations, _ start: Double, _ end: Double
    ) throws(DelayError) {
        for delay in delays {
            try delay.check(forStep: end - start, in: equations)
            guard !isWhole, let first = knots.first, start - delay.longest < first.since else { continue }
            throw .longerThanHistory(
                delay.longestSubject(in: equations), delay: delay.longest, time: start, earliest: first.since)
        }
    }

    /// Adds a knot of what comes after a jump, if it is another than that of what was before.
    private func noteBeginning(of equations: any DelayEquations, at time: Double) {
        let isFirst = knots.isEmpty
        let knot = knot(of: equations, at: time)
        if !isFirst, let last = knots.last, last.time == time, last.since == time,
            (0..<blockSize).allSatisfy({ last.numbers[$0].bitPattern == knot.numbers[$0].bitPattern })
        {
            return spare.append(knot.numbers)
        }
        knots.append(knot)
    }

    /// The knot of the state that equations are in, with the slopes by what was known before.
    private func knot(of equations: any DelayEquations, at time: Double) -> Knot {
        let state = equations.state
        let numbers = takeNumbers()
        guard let values = state.elements.baseAddress else { return Knot(since: time, time: time, numbers: numbers) }
        for (index, column) in columns.enumerated() {
            (numbers + 2 * index * rowCount).update(from: values + column * rowCount, count: rowCount)
        }
        if hasSlopes {
            if slopes.count != state.count { slopes = [Double](repeating: 0, count: state.count) }
            slopes.withUnsafeMutableBufferPointer { slopes in
                guard let slopes = slopes.baseAddress else { return }
                equations.rates(at: time, of: values, into: slopes)
                for (index, column) in columns.enumerated() {
                    (numbers + (2 * index + 1) * rowCount).update(from: slopes + column * rowCount, count: rowCount)
                }
            }
        }
        return Knot(since: time, time: time, numbers: numbers)
    }

    /// Forgets the knots before the last one that counts at a time, many at once.
    private func forget(before time: Double) {
        let count = lastKnot(since: time)
        guard count > knots.count / 8 else { return }
        for knot in knots[..<count] { spare.append(knot.numbers) }
        knots.removeFirst(count)
        isWhole = false
    }

    /// Nodes that have come were always as they are now.
    package func follow(_ state: StateVector) {
        guard state.rowCount != rowCount, let values = state.elements.baseAddress else { return }
        let (old, oldRows, oldCount) = (knots, rowCount, min(rowCount, state.rowCount))
        dropSpare()
        revision += 1
        rowCount = state.rowCount
        knots = old.map { knot in
            let numbers = takeNumbers()
            for (index, column) in columns.enumerated() {
                let first = 2 * index
                (numbers + first * rowCount).update(from: values + column * rowCount, count: rowCount)
                (numbers + (first + 1) * rowCount).update(repeating: 0, count: rowCount)
                (numbers + first * rowCount).update(from: knot.numbers + first * oldRows, count: oldCount)
                (numbers + (first + 1) * rowCount).update(from: knot.numbers + (first + 1) * oldRows, count: oldCount)
            }
            knot.numbers.deallocate()
            return Knot(since: knot.since, time: knot.time, numbers: numbers)
        }
    }
}

// MARK: - Checkpoints

extension StateHistory {
    /// Archives all knots.
    ///
    /// - Parameters:
    ///   - archive: The archive.
    ///   - nodeCount: How many nodes the state has, which has been archived before.
    /// - Throws: `CheckpointError`.
    package func archiveState(in archive: StateArchive, nodeCount: Int) throws(CheckpointError) {
        var (count, rows, start, end) = (knots.count, rowCount, step.lowerBound, step.upperBound)
        try archive.value(&jumpTime)
        try archive.time(&start)
        try archive.time(&end)
        try archive.flag(&isChanged)
        try archive.flag(&isWhole)
        try archive.flag(&hasSlopes)
        try archive.count(&rows, atMost: nodeCount)
        try archive.count(&count)
        if archive.isReading { try makeRoom(forKnots: count, ofRows: rows, start, end, in: archive) }
        for index in knots.indices {
            try archive.time(&knots[index].since)
            try archive.time(&knots[index].time)
            try archive.memory(
                UnsafeMutableRawBufferPointer(
                    start: knots[index].numbers, count: blockSize * MemoryLayout<Double>.stride))
        }
        guard zip(knots, knots.dropFirst()).allSatisfy({ $0.since <= $1.since }) else {
            throw .damaged(reason: "states of before are not in the order of their times")
        }
    }

    private func makeRoom(
        forKnots count: Int, ofRows rows: Int, _ start: Double, _ end: Double, in archive: StateArchive
    ) throws(CheckpointError) {
        removeKnots()
        rowCount = rows
        guard start <= end, count <= archive.remainingCount / max(1, blockSize * MemoryLayout<Double>.stride) else {
            throw .damaged(reason: "there is less of the states of before than there must be")
        }
        (step, delays) = (start...end, nil)
        revision += 1
        knots = (0..<count).map { _ in Knot(since: 0, time: 0, numbers: takeNumbers()) }
    }
}
