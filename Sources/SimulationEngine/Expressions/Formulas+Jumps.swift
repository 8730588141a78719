extension Formulas {
    /// The numbers between whose changes formulas are continuous in what they read: comparisons, signs, rounded numbers and quadrants,
    /// each once. With kinks also those between whose changes they have slopes: which of several numbers is the least or the
    /// greatest, and where magnitudes turn.
    ///
    /// - Parameters:
    ///   - formulas: The formulas.
    ///   - fixed: The inputs that do not change. What follows from these alone is left out.
    ///   - withKinks: True to look for kinks, too.
    /// - Returns: A formula for each.
    /// - Complexity: O(operations).
    package mutating func jumps(in formulas: [Formula], butFrom fixed: Set<Int>, withKinks: Bool) -> [Formula] {
        graph.addJumps(in: formulas.map(\.vertex), butFrom: fixed, withKinks: withKinks).map {
            Formula(vertex: $0, kind: .number)
        }
    }

    /// Finds the conditions between whose changes formulas have slopes in the time: those of ``jumps(in:butFrom:withKinks:)`` with kinks
    /// that follow from the time and from some inputs alone.
    ///
    /// - Parameters:
    ///   - formulas: The formulas.
    ///   - inputs: The inputs, which do not change by themselves.
    ///   - node: A number of no other input that stands for that of the node.
    /// - Returns: The conditions; `nil` if there are none.
    /// - Complexity: O(operations).
    package mutating func timeConditions(in formulas: [Formula], of inputs: Set<Int>, node: Int) -> TimeConditions? {
        let conditions = graph.addJumps(in: formulas.map(\.vertex), butFrom: inputs, withKinks: true)
        return TimeConditions(
            graph.followingFromTime(conditions, and: inputs, isNodeKnown: true), in: graph, node: node)
    }
}

extension FieldExpression {
    /// The numbers between whose changes an expression is continuous, as ``Formulas/jumps(in:butFrom:withKinks:)`` finds them.
    ///
    /// - Parameters:
    ///   - fixed: The fields that do not change.
    ///   - withKinks: True to look for kinks, too.
    /// - Returns: Expressions over the same fields.
    /// - Complexity: O(operations) for each of them.
    package func jumps(butFrom fixed: Set<Int> = [], withKinks: Bool) -> [FieldExpression] {
        var graph = ExpressionGraph()
        let value = graph.add(program)[0]
        return graph.addJumps(in: [value], butFrom: fixed, withKinks: withKinks).map {
            FieldExpression("a jump of '\(text)'", fields: fields, program: graph.program(of: [$0]))
        }
    }

    /// The conditions between whose changes an expression has a slope in the time, if they follow from the time and from fields that do
    /// not change alone, as ``Formulas/timeConditions(in:of:node:)`` finds them.
    package func timeConditions(of fixed: Set<Int> = []) -> TimeConditions? {
        var graph = ExpressionGraph()
        let value = graph.add(program)[0]
        let conditions = graph.addJumps(in: [value], butFrom: fixed, withKinks: true)
        return TimeConditions(
            graph.followingFromTime(conditions, and: fixed, isNodeKnown: false), in: graph, node: nil)
    }
}

extension ExpressionGraph {
    /// Adds the vertices whose numbers change where vertices jump, or have kinks.
    fileprivate mutating func addJumps(in values: [Int], butFrom fixed: Set<Int>, withKinks: Bool) -> [Int] {
        guard let last = values.max() else { return [] }
        var isRead = [Bool](repeating: false, count: last + 1)
        for value in values { isRead[value] = true }
        for vertex in (0...last).reversed() where isRead[vertex] {
            for operand in Self.operands(of: vertices[vertex]) { isRead[operand] = true }
        }
        var changes = [Bool](repeating: false, count: last + 1)
        var jumps: [Int] = []
        for vertex in 0...last {
            switch vertices[vertex] {
            case .field(let field): changes[vertex] = !fixed.contains(field)
            case .time: changes[vertex] = true
            case .constant, .node, .spline: break
            case .operation(let operation, let a, let b, _):
                changes[vertex] = Self.operands(of: vertices[vertex]).contains { changes[$0] }
                guard isRead[vertex], changes[vertex] else { continue }
                switch operation {
                case .equal, .notEqual, .less, .lessOrEqual, .floor, .ceil, .round, .sign: jumps.append(vertex)
                // From π to −π.
                case .atan2:
                    let zero = constant(0)
                    jumps.append(apply(.and, apply(.less, a, zero), apply(.less, b, zero)))
                case .mod: jumps.append(apply(.floor, apply(.divide, a, b)))
                case .min where withKinks, .max where withKinks: jumps.append(apply(.less, a, b))
                case .abs where withKinks: jumps.append(apply(.less, a, constant(0)))
                default: break
                }
            }
        }
        return jumps
    }

    /// Those of some vertices that follow from the time and from some inputs alone.
    fileprivate func followingFromTime(_ values: [Int], and inputs: Set<Int>, isNodeKnown: Bool) -> [Int] {
        var follows = [Bool](repeating: false, count: vertices.count)
        for (vertex, content) in vertices.enumerated() {
            follows[vertex] =
                switch content {
                case .field(let field): inputs.contains(field)
                case .node: isNodeKnown
                case .constant, .time, .spline: true
                case .operation: Self.operands(of: content).allSatisfy { follows[$0] }
                }
        }
        return values.filter { follows[$0] }
    }
}
