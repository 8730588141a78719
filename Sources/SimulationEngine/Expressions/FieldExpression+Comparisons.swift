extension FieldExpression {
    /// Numbers from whose sides of 0 it follows whether a condition holds, or a number is above a level: less than 0, at least 0, or not
    /// a number. They are smooth where a number that is compared is not because it is one of several (`min`, `max`, `abs`, `if`): each
    /// of these is compared by itself.
    ///
    /// - Parameter level: With what a number is compared.
    /// - Returns: Expressions over the same fields, none of them twice.
    /// - Complexity: O(operations²).
    package func comparisons(with level: Double = 0) -> [FieldExpression] {
        var graph = ExpressionGraph()
        var differences: [Int] = []
        let value = graph.add(program)[0]
        if kind == .truth {
            graph.addDifferences(in: value, to: &differences)
        } else {
            graph.addBranches(of: graph.apply(.subtract, value, graph.constant(level)), to: &differences)
        }
        return differences.map {
            FieldExpression("a comparison of '\(text)'", fields: fields, program: graph.program(of: [$0]))
        }
    }
}

extension Formulas {
    /// Numbers from whose sides of 0 it follows whether a condition holds, as ``FieldExpression/comparisons(with:)`` finds them.
    package mutating func differences(in condition: Formula) -> [Formula] {
        var differences: [Int] = []
        graph.addDifferences(in: condition.vertex, to: &differences)
        return differences.map { Formula(vertex: $0, kind: .number) }
    }
}

extension ExpressionGraph {
    /// The most numbers that are compared in place of one.
    private static let mostBranches = 16

    /// Adds differences that are at least 0 where a comparison holds, or where it does not.
    fileprivate mutating func addDifferences(in truth: Int, to list: inout [Int]) {
        guard case .operation(let operation, let a, let b, let c) = vertices[truth] else { return }
        switch operation {
        case .less: addBranches(of: apply(.subtract, a, b), to: &list)
        case .lessOrEqual: addBranches(of: apply(.subtract, b, a), to: &list)
        case .equal where !isTruth(a) && !isTruth(b), .notEqual where !isTruth(a) && !isTruth(b):
            addBranches(of: apply(.subtract, a, b), to: &list)
            addBranches(of: apply(.subtract, b, a), to: &list)
        default: for operand in [a, b, c] where operand >= 0 { addDifferences(in: operand, to: &list) }
        }
    }

    fileprivate mutating func addBranches(of number: Int, to list: inout [Int]) {
        for branch in branches(of: number, comparing: &list)
        where constant(at: branch) == nil && !list.contains(branch) { list.append(branch) }
    }

    /// Numbers of which one is always the number, so that its side of 0 follows from theirs and from what `if` compares.
    private mutating func branches(of number: Int, comparing list: inout [Int]) -> [Int] {
        guard case .operation(let operation, let a, let b, let c) = vertices[number] else { return [number] }
        var branches: [Int] = []
        switch operation {
        case .abs:
            branches = self.branches(of: a, comparing: &list)
            branches += branches.map { apply(.negate, $0) }
        case .negate: branches = self.branches(of: a, comparing: &list).map { apply(.negate, $0) }
        case .min, .max: branches = self.branches(of: a, comparing: &list) + self.branches(of: b, comparing: &list)
        case .select:
            addDifferences(in: a, to: &list)
            branches = self.branches(of: b, comparing: &list) + self.branches(of: c, comparing: &list)
        case .add, .subtract:
            let right = self.branches(of: b, comparing: &list)
            for left in self.branches(of: a, comparing: &list) { branches += right.map { apply(operation, left, $0) } }
        case .multiply where constant(at: a) != nil:
            branches = self.branches(of: b, comparing: &list).map { apply(.multiply, a, $0) }
        case .multiply where constant(at: b) != nil, .divide where constant(at: b) != nil:
            branches = self.branches(of: a, comparing: &list).map { apply(operation, $0, b) }
        default: break
        }
        return branches.isEmpty || branches.count > Self.mostBranches ? [number] : branches
    }

    private func isTruth(_ vertex: Int) -> Bool {
        guard case .operation(let operation, _, let b, let c) = vertices[vertex] else { return false }
        return switch operation {
        case .less, .lessOrEqual, .equal, .notEqual, .and, .or, .not: true
        case .select: isTruth(b) || isTruth(c)
        default: false
        }
    }
}
