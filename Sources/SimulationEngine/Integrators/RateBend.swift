import GSL

/// Finds by how much rates jump and bend where they change their branches between two states, so that what is a kink is told from what is a
/// jump, and both from what rates do anyway.
final class RateBend {
    private let branches: JumpGuard.Branches
    private let rightHandSide: ODEDriver.RightHandSide
    private let dimension: Int

    /// Where a state is formed.
    private var state: [Double]

    /// The rates at three states on either side of a change, from the nearest on.
    private var before: [[Double]]
    private var after: [[Double]]

    /// What all changes that have been found may do to each number.
    private var errors: [Double]

    /// As many changes between two states are looked at.
    private static var mostChanges: Int { 8 }

    /// How far the states beside a change are from each other, as part of the way: so near that all else is smooth.
    private static var distance: Double { 0x1p-12 }

    /// As many times is the way halved on which a change is.
    private static var halvings: Int { 44 }

    init(dimension: Int, branches: @escaping JumpGuard.Branches, rightHandSide: @escaping ODEDriver.RightHandSide) {
        self.branches = branches
        self.rightHandSide = rightHandSide
        self.dimension = dimension
        state = [Double](repeating: 0, count: dimension)
        before = [state, state, state]
        after = before
        errors = state
    }

    /// A time with the state that belongs to it.
    typealias Point = (time: Double, state: UnsafePointer<Double>)

    /// Tests if all changes of branches on the straight way from one point to another do no more to a step than is allowed.
    ///
    /// Rates that jump by *J* add up to *h J* to the error of a step of length *h*, and a slope that jumps by *K* up to *h² K* / 2. The
    /// slope is that along the way, or along the solution through the place of the change, whichever jumps more.
    ///
    /// - Parameters:
    ///   - start: The beginning of the way.
    ///   - first: The branches there.
    ///   - end: The end of the way.
    ///   - length: The length of the step.
    ///   - isAllowed: Tests whether an error of a component is.
    /// - Returns: True if they do no more; false also where there are very many.
    /// - Throws: Errors of the right-hand side.
    func isHarmless(
        from start: Point, on first: UInt64, to end: Point, length: Double,
        isAllowed: (_ error: Double, _ component: Int) -> Bool
    ) throws -> Bool {
        guard let last = branches(end.time, end.state) else { return false }
        for i in 0..<dimension { errors[i] = 0 }
        var (part, known) = (0.0, first)
        for _ in 0..<Self.mostChanges where known != last {
            var (low, high, beyond) = (part, 1.0, last)
            for _ in 0..<Self.halvings {
                let middle = low + (high - low) / 2
                guard middle > low, middle < high else { break }
                let time = place(middle, of: start, end)
                guard let found = branches(time, state) else { return false }
                if found == known { low = middle } else { (high, beyond) = (middle, found) }
            }
            try addErrors(ofChangeFrom: low, to: high, from: start, to: end, length)
            // Beside the way there may be no rates.
            guard errors.indices.allSatisfy({ errors[$0].isFinite && isAllowed(errors[$0], $0) }) else { return false }
            (part, known) = (high, beyond)
        }
        return known == last
    }

    /// Forms the state at a part of the way.
    private func place(_ part: Double, of start: Point, _ end: Point) -> Double {
        for i in 0..<dimension { state[i] = start.state[i] + part * (end.state[i] - start.state[i]) }
        return start.time + part * (end.time - start.time)
    }

    private func addErrors(
        ofChangeFrom low: Double, to high: Double, from start: Point, to end: Point, _ length: Double
    ) throws {
        let way = end.time - start.time
        for k in 0...2 {
            let distance = Double(k) * Self.distance
            try evaluate(at: place(low - distance, of: start, end), into: &before[k])
            try evaluate(at: place(high + distance, of: start, end), into: &after[k])
        }
        for i in 0..<dimension {
            let bend = way == 0 ? 0 : slopeJump(i) / (Self.distance * way)
            errors[i] += length * abs(after[0][i] - before[0][i]) + length * length / 2 * abs(bend)
        }
        // Along the solution.
        let step = Self.distance * length
        for k in 1...2 {
            let time = Double(k) * step
            var at = place(low, of: start, end)
            for i in 0..<dimension { state[i] -= time * before[0][i] }
            try evaluate(at: at - time, into: &before[k])
            at = place(high, of: start, end)
            for i in 0..<dimension { state[i] += time * after[0][i] }
            try evaluate(at: at + time, into: &after[k])
        }
        for i in 0..<dimension { errors[i] += length * length / 2 * abs(slopeJump(i) / step) }
    }

    /// By how much the slope of a rate jumps from one side to the other, for each distance of the states.
    private func slopeJump(_ i: Int) -> Double {
        let left = (3 * before[0][i] - 4 * before[1][i] + before[2][i]) / 2
        let right = (4 * after[1][i] - 3 * after[0][i] - after[2][i]) / 2
        return right - left
    }

    private func evaluate(at time: Double, into rates: inout [Double]) throws {
        try state.withUnsafeBufferPointer { state in
            try rates.withUnsafeMutableBufferPointer { rates in
                var rates = rates.mutableSpan
                try rightHandSide(time, state.span, &rates)
            }
        }
    }
}
