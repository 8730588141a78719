import GSL

/// Finds when nodes join a group and leave it again, or leave it and return, inside of a step that a method has chosen, by the margin
/// of the group's condition (``FieldExpression/margin``).
///
/// ## How they are found
///
/// The margin of all nodes is computed at both ends of the step and of two interpolated states between them. Where the cubic
/// polynomial through these may change its side more often than the ends tell (`StepCourse`), it is computed of all such nodes
/// at the points of a `StepResolution`, by two interpolations of different order. Where these do not agree on that there is nothing
/// to find, each node is looked at on its own, by states of the method, as a number is that is watched for crossings.
///
/// The margin of several comparisons has corners. What it does beside them within a part of the step may show in none of the four
/// values: a node that passes through a narrow range on its way up, and again on its way down, may be missed.
///
/// - Complexity: Four evaluations of the condition and two interpolations of the state a step; fifteen more where a node comes near,
///   and some ten evaluations of the step for each node that stays within it.
final class StaySearch<Model: SimulationModel> {
    /// How exactly times are located.
    private static var tolerance: Double { 1e-12 }

    private typealias Sample = StepResolution.Sample

    private let margin: ExpressionEvaluator<Model>

    /// The time that belongs to the state that the model is in.
    private let revision: StateRevision

    private var resolution = StepResolution()

    /// The margins of all nodes at parts of the step. The memory is used again.
    private var margins: [[Double]] = [[], [], [], []]

    init(_ condition: FieldExpression, in model: Model, at revision: StateRevision) {
        margin = ExpressionEvaluator(condition.margin, for: model)
        self.revision = revision
    }

    /// Looks for nodes that join or leave within a step, but for the changes that show at its end.
    ///
    /// - Parameters:
    ///   - nodes: The nodes that could be members.
    ///   - interior: The states inside of the step.
    ///   - start: The time at which it begins.
    ///   - end: That at which it ends.
    /// - Returns: When which nodes do, in no order that means anything.
    /// - Throws: What the integrator throws, or `GSLError`.
    func find(
        of nodes: UnsafeBufferPointer<Int>, in interior: StepStates, from start: Double, to end: Double
    ) throws -> [(time: Double, node: Int)] {
        for (part, place) in [0, 1.0 / 3, 2.0 / 3, 1].enumerated() {
            let time = part == 3 ? end : start + place * (end - start)
            let isEnd = part == 0 || part == 3
            if isEnd || !interior.interpolate(time, by: .quartic) { try interior.show(time) }
            copyMargins(of: nodes, into: &margins[part])
        }
        let near = nodes.indices.filter(mayTurn)
        guard !near.isEmpty else { return [] }
        var found: [(time: Double, node: Int)] = []
        for place in try unclear(near, of: nodes, in: interior, from: start, to: end) {
            let (first, last) = ((start, margins[0][place]), (end, margins[3][place]))
            try locate(nodes[place], from: first, to: last, in: interior, into: &found)
        }
        return found
    }

    private func copyMargins(of nodes: UnsafeBufferPointer<Int>, into values: inout [Double]) {
        if values.count != nodes.count { values = [Double](repeating: 0, count: nodes.count) }
        values.withUnsafeMutableBufferPointer { margin.evaluate(nodes: nodes, at: revision.time, into: $0) }
    }

    /// Whether the cubic polynomial through the four margins of a node may change its side more often than its ends tell.
    private func mayTurn(_ place: Int) -> Bool {
        let values = (margins[0][place], margins[1][place], margins[2][place], margins[3][place])
        let (rise, fall) = (9 * (values.1 - values.0), 9 * (values.2 - values.3))
        let slopes = (
            start: rise - (values.2 - values.0) * 4.5 + (values.3 - values.0),
            end: -fall + (values.1 - values.3) * 4.5 - (values.0 - values.3)
        )
        let changes = StepCourse(from: values.0, to: values.3, slopes: slopes, earlier: nil).changes
        return changes == .turn || changes == .several
    }
}

// MARK: - By interpolated states

extension StaySearch {
    /// A time at which there is no sample.
    private struct NotSampled: Error {}

    /// Those of which two interpolations do not tell in agreement that there is nothing to find.
    private func unclear(
        _ places: [Int], of nodes: UnsafeBufferPointer<Int>, in interior: StepStates, from start: Double, to end: Double
    ) throws -> [Int] {
        let times = StepResolution.points.map { start + $0 * (end - start) }
        let near = places.map { nodes[$0] }
        var samples: [StepPolynomial: [[Double]]] = [:]
        for polynomial in [StepPolynomial.quartic, .cubic] {
            var values: [[Double]] = []
            for time in times.dropFirst().dropLast() {
                guard interior.interpolate(time, by: polynomial) else { return places }
                var sample: [Double] = []
                near.withUnsafeBufferPointer { copyMargins(of: $0, into: &sample) }
                values.append(sample)
            }
            samples[polynomial] = values
        }
        return places.enumerated().filter { index, place in
            let ends = ((start, margins[0][place]), (end, margins[3][place]))
            func value(_ time: Double, _ polynomial: StepPolynomial) -> Double? {
                guard let point = times.firstIndex(of: time) else { return nil }
                return samples[polynomial]?[point - 1][index]
            }
            return !isClear(from: ends.0, to: ends.1, value)
        }.map(\.element)
    }

    private func isClear(
        from start: Sample, to end: Sample, _ value: (_ time: Double, _ by: StepPolynomial) -> Double?
    ) -> Bool {
        guard (start.value >= 0) != (end.value >= 0) else {
            return resolution.staysClear(from: start, to: end, of: value)
        }
        return [StepPolynomial.quartic, .cubic].allSatisfy { polynomial in
            resolution.begin(from: start, to: end)
            var count = 0
            do {
                while try resolution.next(of: { time in
                    guard let number = value(time, polynomial) else { throw NotSampled() }
                    return number
                }) != nil { count += 1 }
            } catch {
                return false
            }
            return count == 1
        }
    }
}

// MARK: - By states of the method

extension StaySearch {
    private func locate(
        _ node: Int, from start: Sample, to end: Sample, in interior: StepStates,
        into found: inout [(time: Double, node: Int)]
    ) throws {
        func value(at time: Double) throws -> Double {
            try interior.show(time)
            return margin.value(at: node, time: revision.time)
        }
        var times: [Double] = []
        resolution.begin(from: start, to: end)
        while let change = try resolution.next(of: value(at:)) {
            times.append(
                try findRoot(
                    between: change.before, and: change.beyond, tolerance: Self.tolerance, of: value(at:)
                ).argument)
        }
        // The last one of an odd number shows at the end.
        found += times.prefix(times.count / 2 * 2).map { ($0, node) }
    }
}
