import SimulationEngine

/// The rate of a transition as the event loop computes it: from a table where it is one, else by its formula.
struct TransitionRate {
    let source: Int
    let target: UInt8
    private let table: NeighbourhoodTable?
    private let evaluator: NumberEvaluator

    /// The states whose neighbours it counts, by their places among those that are counted at all.
    private let slots: [(slot: Int, field: Int)]
    private let fieldCount: Int
    private let parameters: [(field: Int, numbers: [Double])]

    /// Makes a rate ready for a graph.
    ///
    /// - Throws: ``TransitionError`` if it is negative or not finite.
    init(
        _ rule: TransitionFormulas.Rule, _ rate: FieldExpression, of transitions: TransitionFormulas, degrees: Set<Int>
    ) throws {
        (source, target) = (rule.source, rule.target)
        let counts = transitions.countFields
        table = NeighbourhoodTable(
            rate, stateField: nil, degreeField: TransitionFormulas.degreeField, countFields: counts, degrees: degrees)
        evaluator = NumberEvaluator(rate)
        let counted = transitions.countedStates
        slots = rate.usedFields.filter(counts.contains).map { field in
            (slot: counted.firstIndex(of: field - counts.lowerBound) ?? 0, field: field)
        }
        fieldCount = rate.fields.count
        parameters = transitions.tables.filter { rate.usedFields.contains($0.field) }
        if let rate = table?.all.first(where: { !($0 >= 0 && $0.isFinite) }) {
            throw TransitionError.impossibleRate(
                rate, from: transitions.stateNames[source], to: transitions.stateNames[Int(target)], vertex: nil)
        }
    }

    /// The places of the counts on which it depends.
    var countedSlots: [Int] { slots.map(\.slot) }

    /// The rate at a vertex.
    ///
    /// - Parameters:
    ///   - vertex: The vertex.
    ///   - degree: Its degree.
    ///   - counts: How many of its neighbours are in each state that is counted.
    /// - Returns: The rate.
    @inline(__always)
    func value(at vertex: Int, degree: Int, _ counts: UnsafePointer<Int32>) -> Double {
        if let table {
            let first = slots.isEmpty ? 0 : Int(counts[slots[0].slot])
            return table.value(state: 0, degree: degree, first, slots.count < 2 ? 0 : Int(counts[slots[1].slot]))
        }
        return computed(at: vertex, degree: degree, counts)
    }

    private func computed(at vertex: Int, degree: Int, _ counts: UnsafePointer<Int32>) -> Double {
        var numbers = [Double](repeating: 0, count: fieldCount)
        numbers[TransitionFormulas.degreeField] = Double(degree)
        for parameter in parameters { numbers[parameter.field] = parameter.numbers[vertex] }
        for slot in slots { numbers[slot.field] = Double(counts[slot.slot]) }
        return evaluator.value(of: numbers, at: 0)
    }
}
