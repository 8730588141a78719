extension FieldExpression {
    /// A constant, and a factor of each field of which there is one.
    package struct Affine: Equatable, Sendable {
        /// The value where all fields are 0.
        package var constant = 0.0

        /// The factors of fields, by these.
        package var factors: [Int: Double] = [:]

        /// The sum with another one times a factor.
        fileprivate func adding(_ other: Affine, times factor: Double) -> Affine {
            var sum = self
            sum.constant += factor * other.constant
            for (field, number) in other.factors { sum.factors[field, default: 0] += factor * number }
            return sum
        }
    }

    /// The constant and the factors that the expression consists of, if it is written as a sum of fields with numbers as factors.
    ///
    /// - Complexity: O(operations × fields).
    package var affine: Affine? {
        var graph = ExpressionGraph()
        let value = graph.add(program)[0]
        var parts: [Affine?] = []
        for vertex in graph.vertices.prefix(value + 1) {
            switch vertex {
            case .constant(let bits): parts.append(Affine(constant: Double(bitPattern: bits)))
            case .field(let field): parts.append(Affine(factors: [field: 1]))
            case .node, .time, .spline: parts.append(nil)
            case .operation(let operation, let a, let b, _):
                parts.append(Self.affine(operation, parts[a], b < 0 ? nil : parts[b]))
            }
        }
        return parts[value]
    }

    private static func affine(_ operation: ExpressionOperation, _ a: Affine?, _ b: Affine?) -> Affine? {
        guard let a else { return nil }
        if operation == .negate { return Affine().adding(a, times: -1) }
        guard let b else { return nil }
        switch operation {
        case .add: return a.adding(b, times: 1)
        case .subtract: return a.adding(b, times: -1)
        case .multiply where a.factors.isEmpty: return Affine().adding(b, times: a.constant)
        case .multiply where b.factors.isEmpty: return Affine().adding(a, times: b.constant)
        case .divide where b.factors.isEmpty: return Affine().adding(a, times: 1 / b.constant)
        default: return nil
        }
    }
}
