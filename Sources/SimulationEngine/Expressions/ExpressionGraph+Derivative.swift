extension ExpressionGraph {
    /// Adds the derivative of a vertex with respect to an input.
    ///
    /// The derivatives of all operations below the vertex are formed from their operands' upwards, each once, by the rules of
    /// differentiation (*NIST Handbook of Mathematical Functions*, Cambridge 2010, sections 4.10, 4.20 and 4.34).
    ///
    /// - Returns: The vertex of the derivative.
    /// - Complexity: O(number of vertices up to this one).
    mutating func addDerivative(of value: Int, withRespectTo input: Vertex) -> Int {
        var derivatives: [Int] = []
        for number in 0...value {
            let vertex = vertices[number]
            guard case .operation(let operation, let a, let b, let c) = vertex else {
                derivatives.append(constant(vertex == input ? 1 : 0))
                continue
            }
            let slopes = [a, b, c].map { $0 < 0 ? -1 : derivatives[$0] }
            derivatives.append(
                operation.operandCount == 1
                    ? derivative(of: operation, a, slopes[0], value: number)
                    : derivative(of: operation, (a, slopes[0]), (b, slopes[1]), (c, slopes[2]), value: number))
        }
        return derivatives[value]
    }

    /// The derivative of an operation on one operand *a*, from the derivative of that: by the chain rule.
    private mutating func derivative(of operation: ExpressionOperation, _ a: Int, _ slope: Int, value: Int) -> Int {
        guard !isZero(slope) else { return slope }
        switch operation {
        case .negate: return opposite(slope)
        case .square: return product(product(constant(2), a), slope)
        case .abs: return product(apply(.sign, a), slope)
        case .sqrt: return quotient(slope, product(constant(2), value))
        case .exp: return product(value, slope)
        case .log: return quotient(slope, a)
        case .log10: return quotient(slope, product(constant(2.302585092994046), a))
        case .expm1: return product(apply(.exp, a), slope)
        case .log1p: return quotient(slope, sum(constant(1), a))
        case .sin: return product(apply(.cos, a), slope)
        case .cos: return product(opposite(apply(.sin, a)), slope)
        case .tan: return product(sum(constant(1), apply(.square, value)), slope)
        case .asin: return quotient(slope, rootOfOneLessSquare(a))
        case .acos: return quotient(opposite(slope), rootOfOneLessSquare(a))
        case .atan: return quotient(slope, sum(constant(1), apply(.square, a)))
        case .sinh: return product(apply(.cosh, a), slope)
        case .cosh: return product(apply(.sinh, a), slope)
        // Not 1 − tanh², of which nothing is left far from 0.
        case .tanh: return quotient(slope, apply(.square, apply(.cosh, a)))
        // Constant but for jumps: floor, ceil, round, sign, not.
        default: return constant(0)
        }
    }

    private typealias Operand = (vertex: Int, slope: Int)

    /// The derivative of an operation on two operands or three, from the derivatives of these.
    private mutating func derivative(
        of operation: ExpressionOperation, _ a: Operand, _ b: Operand, _ c: Operand, value: Int
    ) -> Int {
        switch operation {
        case .add: return sum(a.slope, b.slope)
        case .subtract: return difference(a.slope, b.slope)
        case .multiply: return sum(product(a.slope, b.vertex), product(a.vertex, b.slope))
        // (a′ − (a/b) b′)/b, which neither overflows nor underflows where b² does.
        case .divide: return quotient(difference(a.slope, product(value, b.slope)), b.vertex)
        case .power: return derivativeOfPower(a, b, value: value)
        case .select: return choice(a.vertex, b.slope, c.slope)
        case .min: return choice(apply(.less, a.vertex, b.vertex), a.slope, b.slope)
        case .max: return choice(apply(.less, b.vertex, a.vertex), a.slope, b.slope)
        case .mod: return derivativeOfRest(a, b, value: value)
        // (a/h) a′ + (b/h) b′.
        case .hypot:
            return sum(product(quotient(a.vertex, value), a.slope), product(quotient(b.vertex, value), b.slope))
        case .atan2: return derivativeOfAngle(a, b)
        case .spline:
            let order = constant(at: c.vertex) ?? 0
            return order < 3 ? product(apply(.spline, a.vertex, b.vertex, constant(order + 1)), a.slope) : constant(0)
        // Comparisons and truth values are constant but for jumps.
        default: return constant(0)
        }
    }

    /// √(1 − a²), exact also near ±1.
    private mutating func rootOfOneLessSquare(_ a: Int) -> Int {
        apply(.sqrt, product(difference(constant(1), a), sum(constant(1), a)))
    }

    /// b a^(b − 1) a′ + a^b log(a) b′.
    ///
    /// Where *b* is 0, the first term is, also at *a* = 0; where *a* is 0 and *b* is above 0, the second one is.
    private mutating func derivativeOfPower(_ a: Operand, _ b: Operand, value: Int) -> Int {
        var (ofBase, ofExponent) = (constant(0), constant(0))
        if !isZero(a.slope) {
            let lower = constant(at: b.vertex).map { constant($0 - 1) } ?? apply(.subtract, b.vertex, constant(1))
            ofBase = product(product(b.vertex, power(a.vertex, lower)), a.slope)
            if constant(at: b.vertex) == nil {
                ofBase = choice(apply(.equal, b.vertex, constant(0)), constant(0), ofBase)
            }
        }
        if !isZero(b.slope) {
            let isNothing = apply(
                .and, apply(.equal, a.vertex, constant(0)), apply(.less, constant(0), b.vertex))
            ofExponent = product(product(value, apply(.log, a.vertex)), b.slope)
            ofExponent = choice(isNothing, constant(0), ofExponent)
        }
        return sum(ofBase, ofExponent)
    }

    /// mod(a, b) is a − n b with a number n that is constant but for jumps.
    private mutating func derivativeOfRest(_ a: Operand, _ b: Operand, value: Int) -> Int {
        guard !isZero(b.slope) else { return a.slope }
        let multiple = apply(.round, quotient(difference(a.vertex, value), b.vertex))
        return difference(a.slope, product(multiple, b.slope))
    }

    /// That of atan2(a, b): (b a′ − a b′)/(a² + b²).
    private mutating func derivativeOfAngle(_ a: Operand, _ b: Operand) -> Int {
        guard !isZero(a.slope) || !isZero(b.slope) else { return constant(0) }
        let distance = apply(.hypot, a.vertex, b.vertex)
        return difference(
            product(quotient(b.vertex, distance), quotient(a.slope, distance)),
            product(quotient(a.vertex, distance), quotient(b.slope, distance)))
    }
}
