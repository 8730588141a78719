/// The ranges of what conditions of the time are made of, for times and inputs in ranges.
struct ConditionRanges {
    private let conditions: TimeConditions
    private var ranges: [NumberRange] = []

    /// What follows from the time, operands before what reads them.
    private var timed: [Int] = []

    /// The place of each input among those of the conditions.
    private var places: [Int]

    /// Computes what does not follow from the time.
    ///
    /// - Parameters:
    ///   - conditions: The conditions.
    ///   - input: The range of an input that they read, by its place among these.
    init(_ conditions: TimeConditions, _ input: (Int) -> NumberRange) {
        self.conditions = conditions
        places = [Int](repeating: 0, count: (conditions.inputs.last ?? -1) + 1)
        for (place, input) in conditions.inputs.enumerated() { places[input] = place }
        var isTimed: [Bool] = []
        for (place, vertex) in conditions.vertices.enumerated() {
            let operands = ExpressionGraph.operands(of: vertex)
            isTimed.append(vertex == .time || vertex == .node || operands.contains { isTimed[$0] })
            if isTimed[place] { timed.append(place) }
            ranges.append(.all)
        }
        setInputs(input)
    }

    /// Gives inputs other ranges, by their places.
    mutating func setInputs(_ input: (Int) -> NumberRange) {
        var next = timed[...]
        for place in ranges.indices {
            if next.first == place {
                next.removeFirst()
            } else {
                ranges[place] = known(conditions.vertices[place], input)
            }
        }
    }

    /// What a vertex is that does not follow from the time: where there is but one number, just as it is computed, without doubt about
    /// rounding.
    private func known(_ vertex: ExpressionGraph.Vertex, _ input: (Int) -> NumberRange) -> NumberRange {
        switch vertex {
        case .field(let field): return input(places[field])
        case .constant(let bits): return NumberRange(Double(bitPattern: bits))
        case .time, .node, .spline: return .all
        case .operation(let operation, _, _, _):
            let operands = ExpressionGraph.operands(of: vertex)
            guard operation != .spline, operands.allSatisfy({ ranges[$0].isSingle }) else { return result(of: vertex) }
            return NumberRange(operation.result(of: operands.map { ranges[$0].low }))
        }
    }

    /// Computes what follows from the time, for all times from one to another.
    mutating func compute(from start: Double, to end: Double) {
        for place in timed {
            ranges[place] =
                conditions.vertices[place] == .time ? NumberRange(start, end) : result(of: conditions.vertices[place])
        }
    }

    private func result(of vertex: ExpressionGraph.Vertex) -> NumberRange {
        guard case .operation(let operation, let a, let b, let c) = vertex else { return .all }
        if operation == .spline {
            guard case .spline(let spline) = conditions.vertices[b] else { return .all }
            return spline.range(of: ranges[a], order: ranges[c])
        }
        return .result(of: operation, ranges[a], ranges[max(b, 0)], ranges[max(c, 0)])
    }

    /// Tests if a condition is surely the same at all times for which ranges have been computed.
    func isSame(_ condition: Int) -> Bool { ranges[conditions.conditions[condition]].isSingle }
}
