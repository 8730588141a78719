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

    /// Finds what of formulas changes by the time and by some inputs alone, as ``ExpressionGraph/timeConditions(of:and:node:)`` tells.
    ///
    /// - Parameters:
    ///   - formulas: The formulas.
    ///   - inputs: The inputs, which do not change by themselves.
    ///   - node: A number of no other input that stands for that of the node.
    /// - Returns: The conditions, none if nothing does.
    /// - Complexity: O(operations).
    package mutating func timeConditions(in formulas: [Formula], of inputs: Set<Int>, node: Int) -> [TimeConditions] {
        graph.timeConditions(of: formulas.map(\.vertex), and: inputs, node: node)
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

    /// What of an expression changes by the time and by fields that do not change alone, as
    /// ``Formulas/timeConditions(in:of:node:)`` finds it.
    package func timeConditions(of fixed: Set<Int> = []) -> [TimeConditions] {
        var graph = ExpressionGraph()
        let value = graph.add(program)[0]
        return graph.timeConditions(of: [value], and: fixed, node: nil)
    }
}

extension ExpressionGraph {
    /// Adds the vertices whose numbers change where vertices jump, or have kinks.
    fileprivate mutating func addJumps(in values: [Int], butFrom fixed: Set<Int>, withKinks: Bool) -> [Int] {
        guard let last = values.max() else { return [] }
        var isRead = [Bool](repeating: false, count: last + 1)
        for vertex in cone(of: values) { isRead[vertex] = true }
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

    /// Adds what of vertices changes by the time and by some inputs alone.
    ///
    /// - Parameters:
    ///   - values: The vertices.
    ///   - inputs: The inputs, which do not change by themselves.
    ///   - node: The input that stands for the number of the node; `nil` if that is not known.
    /// - Returns: The conditions between whose changes the vertices have slopes in the time, by their kinds.
    fileprivate mutating func timeConditions(of values: [Int], and inputs: Set<Int>, node: Int?) -> [TimeConditions] {
        let jumps = addJumps(in: values, butFrom: inputs, withKinks: false)
        let all = addJumps(in: values, butFrom: inputs, withKinks: true)
        let (beginnings, passages) = addLevels(in: values, following: inputs, isNodeKnown: node != nil)
        let follows = followsFromTime(inputs, isNodeKnown: node != nil)
        let switches = wholes(of: jumps.filter { follows[$0] }, in: values, follows)
        // Among all in their order are those of jumps. A condition may be that of a kink besides, and is there once more then.
        var rest = jumps[...]
        let kinks = all.filter { vertex in
            guard vertex == rest.first else { return follows[vertex] }
            rest.removeFirst()
            return false
        }
        return [
            TimeConditions(switches, .jumps, in: self, node: node),
            TimeConditions(kinks + passages, .kinks, in: self, node: node),
            TimeConditions(beginnings, .onsets, in: self, node: node),
        ].compactMap { $0 }
    }

    /// Conditions, of which those that others are made of, and nothing else, are replaced by these: with `time > start and isOn` nothing
    /// changes where `isOn` does not hold.
    private func wholes(of switches: [Int], in values: [Int], _ follows: [Bool]) -> [Int] {
        let none = [Bool](repeating: false, count: vertices.count)
        var (isSwitching, isPart, isReadElsewhere) = (none, none, none)
        for vertex in switches { isSwitching[vertex] = true }
        for value in values { isReadElsewhere[value] = true }
        var wholes: [Int] = []
        for vertex in cone(of: values) {
            guard case .operation(let operation, _, _, _) = vertices[vertex] else { continue }
            let operands = Self.operands(of: vertices[vertex])
            guard follows[vertex], [.and, .or, .not].contains(operation) else {
                for operand in operands { isReadElsewhere[operand] = true }
                continue
            }
            for operand in operands { isPart[operand] = true }
            guard operands.contains(where: { isSwitching[$0] }) else { continue }
            isSwitching[vertex] = true
            wholes.append(vertex)
        }
        return (switches + wholes).filter { isReadElsewhere[$0] || !isPart[$0] }
    }

    /// Adds conditions that hold where functions of the time are as good as constant, which tells no method of what comes then: of peaks such
    /// as exp(−*t*²) and 1 / cosh *t*, and steps such as tanh *t* and 1 / (1 + exp −*t*).
    ///
    /// - Returns: Those of which the end counts, at a part of 10⁻¹⁶ and 10⁻⁵ of the whole, and those at a fiftieth and a quarter of it that
    ///   count in both directions, so that no step is longer than a peak is wide.
    private mutating func addLevels(
        in values: [Int], following inputs: Set<Int>, isNodeKnown: Bool
    ) -> (beginnings: [Int], passages: [Int]) {
        let follows = followsFromTime(inputs, isNodeKnown: isNodeKnown)
        var changes: [Bool] = []
        for vertex in vertices {
            changes.append(vertex == .time || Self.operands(of: vertex).contains { changes[$0] })
        }
        var (beginnings, passages): ([Int], [Int]) = ([], [])
        for vertex in cone(of: values) where follows[vertex] && changes[vertex] {
            guard case .operation(let operation, let operand, _, _) = vertices[vertex] else { continue }
            let greatest: Double
            switch operation {
            case .exp, .sinh, .cosh: greatest = 36
            case .tanh: greatest = 18
            default: continue
            }
            func beyond(_ part: Double) -> [Int] {
                [
                    apply(.less, operand, constant(-greatest / part)),
                    apply(.less, constant(greatest / part), operand),
                ]
            }
            beginnings += beyond(1) + beyond(3)
            passages += beyond(9) + beyond(27)
        }
        return (beginnings, passages)
    }

    /// Which vertices follow from the time and from some inputs alone.
    private func followsFromTime(_ inputs: Set<Int>, isNodeKnown: Bool) -> [Bool] {
        var follows: [Bool] = []
        for content in vertices {
            let isFollowing =
                switch content {
                case .field(let field): inputs.contains(field)
                case .node: isNodeKnown
                case .constant, .time, .spline: true
                case .operation: Self.operands(of: content).allSatisfy { follows[$0] }
                }
            follows.append(isFollowing)
        }
        return follows
    }

    /// Vertices and all that they are made of, in order.
    func cone(of values: [Int]) -> [Int] {
        var isRead = [Bool](repeating: false, count: vertices.count)
        for value in values { isRead[value] = true }
        for vertex in vertices.indices.reversed() where isRead[vertex] {
            for operand in Self.operands(of: vertices[vertex]) { isRead[operand] = true }
        }
        return vertices.indices.filter { isRead[$0] }
    }
}
