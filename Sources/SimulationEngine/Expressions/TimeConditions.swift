/// Conditions and rounded numbers that follow from the time, and from inputs that do not change by themselves: where they come to be others,
/// formulas jump or have kinks.
package struct TimeConditions: Sendable {
    /// The inputs that they read, in ascending order.
    package let inputs: [Int]

    /// What is computed, operands before what reads them, and which of these the conditions are.
    fileprivate let vertices: [ExpressionGraph.Vertex]
    fileprivate let conditions: [Int]

    /// A program of each condition.
    fileprivate let programs: [ExpressionProgram]

    /// Notes vertices of a graph; `nil` if there are none.
    init?(_ conditions: [Int], in graph: ExpressionGraph) {
        guard !conditions.isEmpty else { return nil }
        let cone = graph.cone(of: conditions)
        var places: [Int: Int] = [:]
        for (place, vertex) in cone.enumerated() { places[vertex] = place }
        func place(_ vertex: Int) -> Int { places[vertex] ?? -1 }
        vertices = cone.map {
            guard case .operation(let operation, let a, let b, let c) = graph.vertices[$0] else {
                return graph.vertices[$0]
            }
            return .operation(operation, place(a), place(b), place(c))
        }
        self.conditions = conditions.map(place)
        programs = conditions.map { graph.program(of: [$0]) }
        inputs = vertices.compactMap { if case .field(let field) = $0 { field } else { nil } }.sorted()
    }
}

extension ExpressionGraph {
    /// Vertices and all that they are made of, in order.
    fileprivate func cone(of values: [Int]) -> [Int] {
        var isRead = [Bool](repeating: false, count: vertices.count)
        for value in values { isRead[value] = true }
        for vertex in vertices.indices.reversed() where isRead[vertex] {
            for operand in Self.operands(of: vertices[vertex]) { isRead[operand] = true }
        }
        return vertices.indices.filter { isRead[$0] }
    }
}

/// Finds when conditions of the time come to be others.
///
/// That a condition is the same at all times of a stretch is proven by computing with ranges of numbers, so that a pulse is found however
/// short it is, and however long a method's step. It belongs to one isolation domain.
package final class SwitchingTimes {
    package let conditions: TimeConditions
    private let evaluators: [ExpressionWorkspace]
    private var ranges: [NumberRange]

    /// So many stretches are looked at before what is known is told.
    private static var mostStretches: Int { 1000 }

    package init(_ conditions: TimeConditions) {
        self.conditions = conditions
        evaluators = conditions.programs.map { ExpressionWorkspace($0) }
        ranges = [NumberRange](repeating: .all, count: conditions.vertices.count)
    }

    /// Finds a stretch of time in which no condition comes to be another.
    ///
    /// Conditions that cannot be told apart from others at some time, such as one on numbers that are the same but for rounding, count as
    /// the same around it.
    ///
    /// - Parameters:
    ///   - start: Where it begins.
    ///   - end: Where it ends at the latest.
    ///   - numbers: The inputs, those that are not read being of no meaning.
    /// - Returns: The stretch, which is not empty if `end` is later than `start`.
    /// - Complexity: O(operations) where conditions are far from changing; a hundred times that where they change.
    package func stretch(from start: Double, to end: Double, of numbers: [Double]) -> SmoothStretch {
        var (time, width, doubt) = (start, end - start, 0.0)
        for _ in 0..<Self.mostStretches where time < end {
            width = min(width, end - time)
            let next = time + width
            if areSame(from: time, to: next, of: numbers) {
                (time, width, doubt) = (next, 2 * width, 0)
                continue
            }
            let least = max(64 * time.ulp, (end - start) * 0x1p-44, (time - start) * 0x1p-20, 2 * doubt)
            guard width <= least else {
                width = max(width / 2, least)
                continue
            }
            if let change = firstChange(from: time, to: next, of: numbers) {
                return SmoothStretch(end: change, endsAtSwitch: true)
            }
            (time, width, doubt) = (next, 2 * width, width)
        }
        return SmoothStretch(end: time > start ? time : end)
    }

    /// Tests if each condition is surely the same from one time to another.
    private func areSame(from start: Double, to end: Double, of numbers: [Double]) -> Bool {
        for (place, vertex) in conditions.vertices.enumerated() {
            ranges[place] =
                switch vertex {
                case .field(let field): NumberRange(numbers[field])
                case .constant(let bits): NumberRange(Double(bitPattern: bits))
                case .time: NumberRange(start, end)
                case .node, .spline: .all
                case .operation(let operation, let a, let b, let c):
                    .result(of: operation, ranges[a], ranges[max(b, 0)], ranges[max(c, 0)])
                }
        }
        return conditions.conditions.allSatisfy { ranges[$0].isSingle }
    }

    /// The first time at which a condition is another than just before.
    private func firstChange(from start: Double, to end: Double, of numbers: [Double]) -> Double? {
        var first: Double?
        for evaluator in evaluators {
            func value(_ time: Double) -> UInt64 { evaluator.evaluate(numbers, at: time).bitPattern }
            let before = value(start)
            var (low, high) = (start, first ?? end)
            guard value(high) != before else { continue }
            while case let middle = low + (high - low) / 2, middle > low, middle < high {
                if value(middle) == before { low = middle } else { high = middle }
            }
            first = high
        }
        return first
    }
}
