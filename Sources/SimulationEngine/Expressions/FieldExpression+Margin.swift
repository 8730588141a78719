extension FieldExpression {
    /// A number that tells by how much a condition holds, or does not hold, which is less than 0: the difference of what is compared,
    /// the smaller one of what stands beside `and`, the greater one of `or`. At 0 the condition may do either.
    ///
    /// - Returns: An expression over the same fields; this one if it is a number.
    /// - Complexity: O(operations).
    public var margin: FieldExpression {
        guard kind == .truth else { return self }
        var graph = ExpressionGraph()
        let margin = graph.addMargin(of: graph.add(program)[0])
        return FieldExpression("the margin of '\(text)'", fields: fields, program: graph.program(of: [margin]))
    }

    /// The numbers of which each comparison in a condition is about the sign: while none of them changes its side of 0, the condition
    /// remains what it is.
    ///
    /// - Returns: Expressions over the same fields; this one if it is a number.
    /// - Complexity: O(operations²).
    var comparisons: [FieldExpression] {
        guard kind == .truth else { return [self] }
        var graph = ExpressionGraph()
        var differences: [Int] = []
        graph.addDifferences(in: graph.add(program)[0], to: &differences)
        return differences.map {
            FieldExpression("a comparison of '\(text)'", fields: fields, program: graph.program(of: [$0]))
        }
    }
}

extension ExpressionGraph {
    fileprivate mutating func addMargin(of truth: Int) -> Int {
        guard case .operation(let operation, let a, let b, let c) = vertices[truth] else { return signed(truth) }
        switch operation {
        case .less, .lessOrEqual: return apply(.subtract, b, a)
        case .equal: return apply(.negate, apply(.abs, apply(.subtract, a, b)))
        case .notEqual: return apply(.abs, apply(.subtract, a, b))
        case .not: return apply(.negate, addMargin(of: a))
        case .and: return apply(.min, addMargin(of: a), addMargin(of: b))
        case .or: return apply(.max, addMargin(of: a), addMargin(of: b))
        case .select:
            let (condition, first, second) = (addMargin(of: a), addMargin(of: b), addMargin(of: c))
            return apply(.max, apply(.min, condition, first), apply(.min, apply(.negate, condition), second))
        default: return signed(truth)
        }
    }

    fileprivate mutating func addDifferences(in truth: Int, to list: inout [Int]) {
        guard case .operation(let operation, let a, let b, let c) = vertices[truth] else { return }
        switch operation {
        case .equal where isTruth(a) && isTruth(b), .notEqual where isTruth(a) && isTruth(b), .and, .or, .not, .select:
            for operand in [a, b, c] where operand >= 0 { addDifferences(in: operand, to: &list) }
        case .less, .lessOrEqual, .equal, .notEqual: list.append(apply(.subtract, b, a))
        default: list.append(signed(truth))
        }
    }

    private func isTruth(_ vertex: Int) -> Bool {
        guard case .operation(let operation, _, let b, let c) = vertices[vertex] else { return false }
        return switch operation {
        case .less, .lessOrEqual, .equal, .notEqual, .and, .or, .not: true
        case .select: isTruth(b) && isTruth(c)
        default: false
        }
    }

    /// 1 for what is so, and −1 for what is not.
    private mutating func signed(_ truth: Int) -> Int {
        apply(.subtract, apply(.multiply, constant(2), truth), constant(1))
    }
}
