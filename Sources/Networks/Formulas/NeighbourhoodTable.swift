import SimulationEngine

/// The values of a formula that follows from the state of a vertex, its degree and how many of its neighbours are in one state or
/// two: looked up by these numbers, since there are few of them.
///
/// Memory: 8 bytes for each combination that vertices of the graph can have.
struct NeighbourhoodTable: Sendable {
    /// The most values that a table may have.
    private static let greatestLength = 1 << 20

    /// The states whose neighbours are counted, at most two.
    let counted: [Int]

    private let values: [Double]

    /// Where the values of each degree begin, among those of a state.
    private let rows: [Int]

    /// How far the second count takes one, of each degree.
    private let strides: [Int]

    /// How many values a state has; 0 if the state does not matter.
    private let stateStride: Int

    /// Makes a table of a formula, if it is of these numbers only and there are not too many of them.
    ///
    /// - Parameters:
    ///   - expression: The formula.
    ///   - stateField: The field of the state, if the formula may use it.
    ///   - degreeField: The field of the degree.
    ///   - countFields: The fields of the counts, by states.
    ///   - degrees: The degrees of all vertices.
    init?(
        _ expression: FieldExpression, stateField: Int?, degreeField: Int, countFields: Range<Int>, degrees: Set<Int>
    ) {
        let used = Set(expression.usedFields)
        let known = used.intersection(countFields).union([degreeField, stateField ?? degreeField])
        counted = used.intersection(countFields).sorted().map { $0 - countFields.lowerBound }
        guard used.isSubset(of: known), !expression.usesTime, !expression.usesNode, counted.count <= 2 else {
            return nil
        }
        let greatest = degrees.max() ?? 0
        let usesDegree = used.contains(degreeField)
        let usesState = stateField.map(used.contains) ?? false
        var (rows, strides) = (
            [Int](repeating: 0, count: greatest + 1), [Int](repeating: greatest + 1, count: greatest + 1)
        )
        var length = 0
        let kinds = usesDegree ? degrees.sorted() : [greatest]
        for degree in kinds {
            rows[degree] = length
            strides[degree] = degree + 1
            length += (counted.isEmpty ? 1 : degree + 1) * (counted.count == 2 ? degree + 1 : 1)
            guard length <= Self.greatestLength else { return nil }
        }
        let stateCount = usesState ? countFields.count : 1
        guard length * stateCount <= Self.greatestLength else { return nil }
        (self.rows, self.strides, stateStride) = (rows, strides, usesState ? length : 0)
        var values: [Double] = []
        values.reserveCapacity(length * stateCount)
        let evaluation = ColumnFormula(expression).makeEvaluation()
        var numbers = [Double](repeating: 0, count: countFields.upperBound)
        for state in 0..<stateCount {
            if let stateField { numbers[stateField] = Double(state) }
            for degree in kinds {
                numbers[degreeField] = Double(degree)
                for second in 0...(counted.count == 2 ? degree : 0) {
                    for first in 0...(counted.isEmpty ? 0 : degree) {
                        if let field = counted.first { numbers[countFields.lowerBound + field] = Double(first) }
                        if counted.count == 2 { numbers[countFields.lowerBound + counted[1]] = Double(second) }
                        // Counts that cannot be are never looked up.
                        values.append(first + second > degree ? 0 : evaluation.values(of: numbers).first)
                    }
                }
            }
        }
        self.values = values
    }

    /// The value for a vertex.
    ///
    /// - Parameters:
    ///   - state: Its state.
    ///   - degree: Its degree.
    ///   - first: How many of its neighbours are in the first state that is ``counted``, 0 if there is none.
    ///   - second: How many are in the second one, 0 if there is none.
    /// - Returns: The value.
    @inline(__always)
    func value(state: Int, degree: Int, _ first: Int, _ second: Int) -> Double {
        values[state * stateStride + rows[degree] + first + second * strides[degree]]
    }

    /// All values that there are, 0 for combinations that cannot be.
    var all: [Double] { values }
}
