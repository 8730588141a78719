/// Finds when conditions of the time come to be others, for inputs that are as they are.
///
/// That a condition is the same at all times of a stretch is proven by computing with ranges of numbers, so that a pulse is found however
/// long a method's step. It belongs to one isolation domain.
package final class SwitchingTimes {
    private let conditions: TimeConditions
    private let inputs: [Double]
    private let evaluators: [ExpressionWorkspace]

    /// What is computed, of which that stays as it is which does not follow from the time.
    private var ranges: [NumberRange] = []
    private var timed: [Int] = []

    /// The conditions that are looked at, by their places.
    private var open: [Int] = []

    /// From when to when no condition changes, as has been proven.
    private var proven = (start: 0.0, end: 0.0)

    /// So many stretches are looked at before what is known is told.
    private static var mostStretches: Int { 1000 }

    /// So many times as far as is asked it is tried to prove that nothing changes.
    private static var foresight: Double { 8 }

    /// Creates one for inputs, by their numbers; those that are not read are of no meaning.
    package init(_ conditions: TimeConditions, of inputs: [Double] = []) {
        self.conditions = conditions
        self.inputs = inputs
        evaluators = conditions.programs.map { ExpressionWorkspace($0) }
        var isTimed: [Bool] = []
        for (place, vertex) in conditions.vertices.enumerated() {
            let operands = ExpressionGraph.operands(of: vertex)
            isTimed.append(vertex == .time || vertex == .node || operands.contains { isTimed[$0] })
            if isTimed[place] { timed.append(place) }
            ranges.append(range(of: vertex, isTimed: isTimed[place]))
        }
    }

    /// What a vertex is that does not follow from the time: just as it is computed, without doubt about rounding.
    private func range(of vertex: ExpressionGraph.Vertex, isTimed: Bool) -> NumberRange {
        switch vertex {
        case .field(let field): NumberRange(inputs[field])
        case .constant(let bits): NumberRange(Double(bitPattern: bits))
        case .operation(let operation, _, _, _) where !isTimed && operation != .spline:
            NumberRange(operation.result(of: ExpressionGraph.operands(of: vertex).map { ranges[$0].low }))
        case .time, .node, .spline, .operation: .all
        }
    }

    /// Finds a stretch of time in which no condition comes to be another.
    ///
    /// A change that does not last for some thousand units in the last place of the time is taken for rounding, and so is all that
    /// happens to conditions that cannot be told from others at any time, such as one on numbers that are the same but for rounding.
    ///
    /// - Parameters:
    ///   - start: Where it begins.
    ///   - end: Where it ends at the latest.
    /// - Returns: The stretch, which is not empty if `end` is later than `start`.
    /// - Complexity: O(operations) where conditions are far from changing; a hundred times that where they change.
    package func stretch(from start: Double, to end: Double) -> SmoothStretch {
        if proven.start <= start, end <= proven.end { return SmoothStretch(end: end) }
        open = Array(conditions.conditions.indices)
        let far = start + Self.foresight * (end - start)
        if areSame(from: start, to: far) {
            proven = (start, far)
            return SmoothStretch(end: end)
        }
        let nearby = Self.nearby(start, end)
        guard end - start > 4 * nearby else { return SmoothStretch(end: end) }
        // Conditions that are doubtful at both ends are so everywhere, unless they are just about to change at both.
        open = changeable(from: start, to: end)
        open = open.filter {
            isSame($0, from: start + nearby, to: start + 2 * nearby)
                || isSame($0, from: end - 2 * nearby, to: end - nearby)
        }
        return open.isEmpty ? SmoothStretch(end: end) : search(from: start, to: end)
    }

    private func search(from start: Double, to end: Double) -> SmoothStretch {
        var (time, width, doubt) = (start, end - start, 0.0)
        for _ in 0..<Self.mostStretches where time < end {
            width = min(width, end - time)
            let next = time + width
            if areSame(from: time, to: next) {
                (time, width, doubt) = (next, 2 * width, 0)
                continue
            }
            let least = max(64 * time.ulp, (end - start) * 0x1p-44, (time - start) * 0x1p-20, 2 * doubt)
            guard width <= least else {
                width = max(width / 2, least)
                continue
            }
            if let change = firstChange(from: time, to: next) {
                return SmoothStretch(end: change, endsAtSwitch: true)
            }
            (time, width, doubt) = (next, 2 * width, width)
        }
        return SmoothStretch(end: time > start ? time : end)
    }

    /// A distance at which rounding does not matter any more.
    private static func nearby(_ start: Double, _ end: Double) -> Double { 4096 * max(abs(start), abs(end)).ulp }

    private func compute(from start: Double, to end: Double) {
        for place in timed {
            ranges[place] =
                switch conditions.vertices[place] {
                case .time: NumberRange(start, end)
                case .operation(let operation, let a, let b, let c):
                    .result(of: operation, ranges[a], ranges[max(b, 0)], ranges[max(c, 0)])
                default: .all
                }
        }
    }

    /// Tests if each condition that is looked at is surely the same from one time to another.
    private func areSame(from start: Double, to end: Double) -> Bool {
        compute(from: start, to: end)
        return open.allSatisfy { ranges[conditions.conditions[$0]].isSingle }
    }

    private func changeable(from start: Double, to end: Double) -> [Int] {
        compute(from: start, to: end)
        return open.filter { !ranges[conditions.conditions[$0]].isSingle }
    }

    private func isSame(_ condition: Int, from start: Double, to end: Double) -> Bool {
        compute(from: start, to: end)
        return ranges[conditions.conditions[condition]].isSingle
    }

    /// The first time at which a condition is another than just before, and stays so for a while.
    private func firstChange(from start: Double, to end: Double) -> Double? {
        var first: Double?
        for condition in open {
            let evaluator = evaluators[condition]
            func value(_ time: Double) -> UInt64 { evaluator.evaluate(inputs, at: time).bitPattern }
            let before = value(start)
            var (low, high) = (start, first ?? end)
            guard value(high) != before else { continue }
            while case let middle = low + (high - low) / 2, middle > low, middle < high {
                if value(middle) == before { low = middle } else { high = middle }
            }
            let nearby = Self.nearby(start, end)
            if isSame(condition, from: high + nearby, to: high + 2 * nearby)
                || isSame(condition, from: high - 2 * nearby, to: high - nearby)
            {
                first = high
            }
        }
        return first
    }
}
