import SimulationEngine

/// The values of a formula that follows from the state of a vertex, its degree and how many of its neighbours are in one state or
/// two: looked up by these numbers, since there are few of them.
///
/// Memory: 8 bytes for each combination that vertices of the graph can have.
struct NeighbourhoodTable {
    /// The most values that a table may have.
    private static let greatestLength = 1 << 20

    /// The number that stands among the states that are counted for that of the vertex itself, the last one then.
    static let alike = 256

    /// The states whose neighbours are counted, at most two.
    let counted: [Int]

    /// The degrees whose values differ, in ascending order.
    private let degrees: [Int]

    private let values: ScratchMemory<Double>
    private let valueCount: Int
    private let rows: ScratchMemory<Row>

    /// Looks values up as long as the table is there.
    let lookup: Lookup

    /// Where the values of a degree begin, among those of a state, and how far the second count takes one.
    struct Row: BitwiseCopyable {
        var first = 0
        var stride: Int
    }

    /// Where the values lie.
    struct Lookup: BitwiseCopyable {
        fileprivate let values: UnsafePointer<Double>
        fileprivate let rows: UnsafePointer<Row>

        /// How many values a state has; 0 if the state does not matter.
        fileprivate let stateStride: Int

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
            values[state &* stateStride &+ rows[degree].first &+ first &+ second &* rows[degree].stride]
        }
    }

    /// Makes a table of a formula, if it is of these numbers only and there are not too many of them.
    ///
    /// - Parameters:
    ///   - expression: The formula.
    ///   - stateField: The field of the state, if the formula may use it.
    ///   - degreeField: The field of the degree.
    ///   - countFields: The fields of the counts, by states.
    ///   - alikeField: The field behind these, of the count of the vertex' own state, if the formula may use it.
    ///   - degrees: The degrees of all vertices.
    init?(
        _ expression: FieldExpression, stateField: Int?, degreeField: Int, countFields: Range<Int>,
        alikeField: Int? = nil, degrees: Set<Int>
    ) {
        let used = Set(expression.usedFields)
        let counts = expression.usedFields.filter { countFields.contains($0) || $0 == alikeField }
        let known = Set(counts + [degreeField, stateField ?? degreeField])
        counted = counts.map { $0 == alikeField ? Self.alike : $0 - countFields.lowerBound }
        guard used.isSubset(of: known), !expression.usesTime, !expression.usesNode, counted.count <= 2 else {
            return nil
        }
        let greatest = degrees.max() ?? 0
        let usesDegree = used.contains(degreeField)
        let usesState = (stateField.map(used.contains) ?? false) || counted.contains(Self.alike)
        var rows = ContiguousArray(repeating: Row(stride: greatest + 1), count: greatest + 1)
        var length = 0
        let kinds = usesDegree ? degrees.sorted() : [greatest]
        for degree in kinds {
            rows[degree] = Row(first: length, stride: degree + 1)
            length += (counted.isEmpty ? 1 : degree + 1) * (counted.count == 2 ? degree + 1 : 1)
            guard length <= Self.greatestLength else { return nil }
        }
        let stateCount = usesState ? countFields.count : 1
        guard length * stateCount <= Self.greatestLength else { return nil }
        let values = ScratchMemory<Double>(capacity: length * stateCount)
        var place = 0
        let evaluation = ColumnFormula(expression).makeEvaluation()
        // The first count rises along a row of values, while the other numbers stay.
        let ascending = ScratchMemory(copying: ContiguousArray((0...greatest).map(Double.init)))
        let blockSize = ColumnEvaluation.greatestCount
        let columns = ScratchMemory<Double>(count: 3 * blockSize, repeating: 0)
        let (ofState, ofDegree, ofSecond) = (
            columns.pointer, columns.pointer + blockSize, columns.pointer + 2 * blockSize
        )
        for state in 0..<stateCount {
            ofState.update(repeating: Double(state), count: blockSize)
            let isSame = counted == [state, Self.alike]
            for degree in kinds {
                ofDegree.update(repeating: Double(degree), count: blockSize)
                for second in 0...(counted.count == 2 ? degree : 0) {
                    ofSecond.update(repeating: Double(second), count: counted.count == 2 ? blockSize : 0)
                    let (row, count) = (values.pointer + place, counted.isEmpty ? 1 : degree + 1)
                    for first in stride(from: 0, to: count, by: blockSize) {
                        evaluation.compute(min(blockSize, count - first), into: row + first) { field in
                            switch field {
                            case counts.first: UnsafePointer(ascending.pointer + first)
                            case degreeField: UnsafePointer(ofDegree)
                            case stateField: UnsafePointer(ofState)
                            default: UnsafePointer(ofSecond)
                            }
                        }
                    }
                    // Counts that cannot be are never looked up.
                    for first in 0..<count where isSame ? first != second : first + second > degree { row[first] = 0 }
                    place += count
                }
            }
        }
        self.degrees = kinds
        (self.values, self.rows) = (values, ScratchMemory(copying: rows))
        valueCount = place
        lookup = Lookup(
            values: self.values.pointer, rows: self.rows.pointer, stateStride: usesState ? length : 0)
    }

    /// The first of all values, 0 for combinations that cannot be, that is meant, with the degree and the counts of which it is.
    func first(where isMeant: (Double) -> Bool) -> (value: Double, degree: Int, counts: [Int])? {
        let values = UnsafeBufferPointer(start: values.pointer, count: valueCount)
        guard let index = values.firstIndex(where: isMeant) else { return nil }
        let place = lookup.stateStride > 0 ? index % lookup.stateStride : index
        guard let degree = degrees.last(where: { rows.pointer[$0].first <= place }) else { return nil }
        let row = rows.pointer[degree]
        let (second, first) = (place - row.first).quotientAndRemainder(dividingBy: row.stride)
        return (values[index], degree, Array([first, second].prefix(counted.count)))
    }
}
