import GSL

/// Finds when nodes join a group and leave it again, or leave it and return, inside of a step that a method has chosen, by what the
/// group's condition compares (``FieldExpression/comparisons(with:)``).
///
/// ## How they are found
///
/// The difference that each comparison is about is computed of all nodes at both ends of the step and of two interpolated states
/// between them. Where the cubic polynomials through these may change their sides more often than once in all (`StepCourse`), the
/// differences of all such nodes are looked at as closely as numbers are that are watched for crossings (`NumbersInStep`): by
/// interpolated states, and where these do not agree, or tell that a node may stay, by those of the method. Between two changes of side
/// the condition is what it is in the middle.
///
/// - Complexity: Five evaluations of the condition and three interpolations of the state a step; fourteen more where a node comes near,
///   seven evaluations of the step if that is not enough, and some ten for each node that stays within it.
final class StaySearch<Model: SimulationModel> {
    /// How exactly times are located.
    private static var tolerance: Double { 1e-12 }

    /// The parts of a step at which differences are computed.
    private static var parts: [Double] { [0, 1.0 / 3, 2.0 / 3, 1] }

    private let condition: ExpressionEvaluator<Model>
    private let comparisons: [ExpressionEvaluator<Model>]

    /// The time that belongs to the state that the model is in.
    private let revision: StateRevision

    /// The differences of each comparison for all nodes, at the parts of the step, and at the first inner one by a polynomial of lower
    /// degree. The memory is used again.
    private var differences: [[[Double]]]

    init(_ condition: FieldExpression, in model: Model, at revision: StateRevision) {
        self.condition = ExpressionEvaluator(condition, for: model)
        comparisons = condition.comparisons().map { ExpressionEvaluator($0, for: model) }
        self.revision = revision
        differences = Array(repeating: comparisons.map { _ in [] }, count: Self.parts.count + 1)
    }

    /// Looks for nodes that join or leave within a step, but for the changes that show at its end.
    ///
    /// - Parameters:
    ///   - nodes: The nodes that could be members.
    ///   - interior: The states inside of the step.
    ///   - start: The time at which it begins.
    ///   - end: That at which it ends.
    /// - Returns: When which nodes do, in no order that means anything.
    /// - Throws: Errors of the integrator, or `GSLError`.
    func find(
        of nodes: UnsafeBufferPointer<Int>, in interior: StepStates, from start: Double, to end: Double
    ) throws -> [(time: Double, node: Int)] {
        try copyDifferences(of: nodes, in: interior, from: start, to: end)
        let near = nodes.indices.filter { place in
            comparisons.indices.reduce(0) { $0 + changes(of: $1, at: place).most } > 1
        }
        guard !near.isEmpty else { return [] }
        let numbers = NumbersInStep(interior: interior, startTime: start, endTime: end) { [self] indices in
            differences(at: indices, of: nodes)
        }
        var times: [Int: [Double]] = [:]
        let open = open(near, in: numbers)
        try numbers.forEachChange(of: open) { place, change, number in
            let root = try findRoot(
                between: change.before, and: change.beyond, tolerance: Self.tolerance, of: number)
            times[open[place].index / comparisons.count, default: []].append(root.argument)
        }
        return try near.flatMap { place in
            try stays(of: nodes[place], between: times[place, default: []].sorted(), in: numbers)
                .map { ($0, nodes[place]) }
        }
    }

    /// The times among those at which the differences of a node change their sides at which it joins or leaves, but for the last one of
    /// an odd number, which shows at the end.
    private func stays(of node: Int, between times: [Double], in step: NumbersInStep) throws -> [Double] {
        guard times.count > 1 else { return [] }
        var changes = times
        if comparisons.count > 1 {
            let limits = [step.startTime] + times + [step.endTime]
            let areMembers = try zip(limits, limits.dropFirst()).map { start, end in
                try step.interior.show(start + (end - start) / 2)
                return condition.value(at: node, time: revision.time) == 1
            }
            changes = times.indices.filter { areMembers[$0] != areMembers[$0 + 1] }.map { times[$0] }
        }
        return Array(changes.prefix(changes.count / 2 * 2))
    }
}

// MARK: - What is compared

extension StaySearch {
    private func copyDifferences(
        of nodes: UnsafeBufferPointer<Int>, in interior: StepStates, from start: Double, to end: Double
    ) throws {
        for (part, place) in Self.parts.enumerated() {
            let time = place == 1 ? end : start + place * (end - start)
            if place == 0 || place == 1 || !interior.interpolate(time, by: .quartic) { try interior.show(time) }
            copyDifferences(of: nodes, into: &differences[part])
        }
        if interior.interpolate(start + Self.parts[1] * (end - start), by: .cubic) {
            copyDifferences(of: nodes, into: &differences[Self.parts.count])
        } else {
            differences[Self.parts.count] = differences[1]
        }
    }

    private func copyDifferences(of nodes: UnsafeBufferPointer<Int>, into values: inout [[Double]]) {
        for (index, comparison) in comparisons.enumerated() {
            if values[index].count != nodes.count { values[index] = [Double](repeating: 0, count: nodes.count) }
            values[index].withUnsafeMutableBufferPointer {
                comparison.evaluate(nodes: nodes, at: revision.time, into: $0)
            }
        }
    }

    /// How often the cubic polynomial through the differences of a node changes its side, as far as these tell.
    private func changes(of comparison: Int, at place: Int) -> StepCourse.Changes {
        let value = { [differences] (part: Int) in differences[part][comparison][place] }
        let (rise, fall) = (9 * (value(1) - value(0)), 9 * (value(2) - value(3)))
        let slopes = (
            start: rise - (value(2) - value(0)) * 4.5 + (value(3) - value(0)),
            end: -fall + (value(1) - value(3)) * 4.5 - (value(0) - value(3))
        )
        var course = StepCourse(from: value(0), to: value(3), slopes: slopes, earlier: nil)
        course.allow(abs(value(4) - value(1)))
        return course.changes
    }

    /// The differences of numbers: those of the first node, one for each comparison, then those of the next.
    private func differences(at numbers: [Int], of nodes: UnsafeBufferPointer<Int>) -> [Double] {
        var values = [Double](repeating: 0, count: numbers.count)
        for (index, comparison) in comparisons.enumerated() {
            let places = numbers.indices.filter { numbers[$0] % comparisons.count == index }
            let chosen = places.map { nodes[numbers[$0] / comparisons.count] }
            var differences = [Double](repeating: 0, count: chosen.count)
            chosen.withUnsafeBufferPointer { chosen in
                differences.withUnsafeMutableBufferPointer {
                    comparison.evaluate(nodes: chosen, at: revision.time, into: $0)
                }
            }
            for (place, difference) in zip(places, differences) { values[place] = difference }
        }
        return values
    }

    /// The numbers of nodes at some places that may change their sides, of those nodes that may stay within the step.
    private func open(_ near: [Int], in step: NumbersInStep) -> [NumbersInStep.Ends] {
        var numbers: [NumbersInStep.Ends] = []
        for place in near {
            for comparison in comparisons.indices where changes(of: comparison, at: place).most > 0 {
                numbers.append(
                    NumbersInStep.Ends(
                        index: place * comparisons.count + comparison, start: differences[0][comparison][place],
                        end: differences[3][comparison][place]))
            }
        }
        let changes = step.changes(of: numbers)
        var most: [Int: Int] = [:]
        for (number, changes) in zip(numbers, changes) {
            most[number.index / comparisons.count, default: 0] += changes.most
        }
        return zip(numbers, changes).filter { number, changes in
            changes != .none && most[number.index / comparisons.count, default: 0] > 1
        }.map(\.0)
    }
}
