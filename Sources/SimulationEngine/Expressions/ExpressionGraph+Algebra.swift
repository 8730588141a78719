/// Sums and products of what is new in a graph, such as of derivatives, without what adds nothing: 0 and 1 where they are
/// known. (An operation of a program is kept as it is, since 0 · ∞ is not 0.)
extension ExpressionGraph {
    func isZero(_ vertex: Int) -> Bool { constant(at: vertex) == 0 }

    private func isOne(_ vertex: Int) -> Bool { constant(at: vertex) == 1 }

    mutating func sum(_ a: Int, _ b: Int) -> Int {
        if isZero(a) { return b }
        if isZero(b) { return a }
        return apply(.add, a, b)
    }

    mutating func difference(_ a: Int, _ b: Int) -> Int {
        if isZero(a) { return opposite(b) }
        if isZero(b) { return a }
        return apply(.subtract, a, b)
    }

    mutating func opposite(_ a: Int) -> Int {
        if isZero(a) { return a }
        return apply(.negate, a)
    }

    mutating func product(_ a: Int, _ b: Int) -> Int {
        if isZero(a) || isZero(b) { return constant(0) }
        if isOne(a) { return b }
        if isOne(b) { return a }
        return apply(.multiply, a, b)
    }

    mutating func quotient(_ a: Int, _ b: Int) -> Int {
        if isZero(a) { return constant(0) }
        if isOne(b) { return a }
        return apply(.divide, a, b)
    }

    mutating func choice(_ condition: Int, _ a: Int, _ b: Int) -> Int {
        a == b ? a : apply(.select, condition, a, b)
    }

    /// A power, as a product where the exponent is from 1 to 4.
    mutating func power(_ base: Int, _ exponent: Int) -> Int {
        switch constant(at: exponent) {
        case 0: constant(1)
        case 1: base
        case 2: apply(.square, base)
        case 3: apply(.cube, base)
        case 4: apply(.fourthPower, base)
        default: apply(.power, base, exponent)
        }
    }
}
