/// Finds when conditions of the time come to be others, for one set of inputs.
///
/// That a condition is the same at all times of a stretch is proven by computing with ranges of numbers, so that a pulse is found however
/// long a method's step. It belongs to one isolation domain.
final class SwitchingSearch {
    private let conditions: TimeConditions
    private let evaluators: [ExpressionWorkspace]
    private var inputs: [Double]
    private var ranges: ConditionRanges

    /// The conditions that are looked at, by their places.
    private var open: [Int] = []

    /// So many stretches are looked at before what is known is told.
    private static var mostStretches: Int { 1000 }

    /// Creates one for inputs that are all 0.
    init(_ conditions: TimeConditions) {
        self.conditions = conditions
        evaluators = conditions.programs.map { ExpressionWorkspace($0) }
        inputs = [Double](repeating: 0, count: (conditions.inputs.last ?? -1) + 1)
        ranges = ConditionRanges(conditions) { _ in NumberRange(0) }
    }

    /// Gives inputs other numbers, in the order of those of the conditions.
    func setInputs(_ numbers: UnsafeBufferPointer<Double>) {
        for (input, number) in zip(conditions.inputs, numbers) { inputs[input] = number }
        ranges.setInputs { NumberRange(numbers[$0]) }
    }

    /// Tests if it is proven that no condition changes from one time to another.
    func areSame(from start: Double, to end: Double) -> Bool {
        ranges.compute(from: start, to: end)
        return conditions.conditions.indices.allSatisfy { ranges.isSame($0) }
    }

    /// Finds a stretch of time in which no condition comes to be another, where that is not the same up to the end.
    ///
    /// A change that does not last for some thousand units in the last place of the time is taken for rounding, and so is all that
    /// happens to conditions that cannot be told from others at any time, such as one on numbers that are the same but for rounding.
    ///
    /// - Parameters:
    ///   - start: Where it begins.
    ///   - end: Where it ends at the latest.
    /// - Returns: The stretch, which is not empty if `end` is later than `start`; `nil` if nothing can be told.
    /// - Complexity: O(operations) where conditions are far from changing; a hundred times that where they change.
    func search(from start: Double, to end: Double) -> SmoothStretch? {
        let nearby = Self.nearby(start, end)
        guard end - start > 4 * nearby else { return nil }
        // Conditions that are doubtful at both ends are so everywhere, unless they are just about to change at both.
        ranges.compute(from: start, to: end)
        open = conditions.conditions.indices.filter { !ranges.isSame($0) }
        open = open.filter {
            isSame($0, from: start + nearby, to: start + 2 * nearby)
                || isSame($0, from: end - 2 * nearby, to: end - nearby)
        }
        return open.isEmpty ? nil : firstSwitch(from: start, to: end)
    }

    private func firstSwitch(from start: Double, to end: Double) -> SmoothStretch {
        var (time, width, doubt) = (start, end - start, 0.0)
        for _ in 0..<Self.mostStretches where time < end {
            width = min(width, end - time)
            let next = time + width
            ranges.compute(from: time, to: next)
            if open.allSatisfy({ ranges.isSame($0) }) {
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

    private func isSame(_ condition: Int, from start: Double, to end: Double) -> Bool {
        ranges.compute(from: start, to: end)
        return ranges.isSame(condition)
    }

    /// The first time at which a condition is another than just before, and stays so for a while.
    private func firstChange(from start: Double, to end: Double) -> Double? {
        var first: Double?
        for condition in open {
            let evaluator = evaluators[condition]
            func value(_ time: Double) -> UInt64 { evaluator.evaluate(inputs, at: time).bitPattern }
            let before = value(start)
            var (low, high) = (start, first ?? end)
            guard value(high) != before, conditions.kind != .onsets || before == (1.0).bitPattern else { continue }
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
