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

    /// The greatest whole exponent, on either side of 0, for which a power is a product.
    private static var greatestFactorCount: Double { 32 }

    /// A power, as products where the exponent is a small whole number: of squares, as many as it has bits.
    mutating func power(_ base: Int, _ exponent: Int) -> Int {
        guard let number = constant(at: exponent), number == number.rounded(),
            abs(number) <= Self.greatestFactorCount
        else { return apply(.power, base, exponent) }
        guard number != 0 else { return constant(1) }
        let product = product(of: base, count: Int(abs(number)))
        return number < 0 ? apply(.divide, constant(1), product) : product
    }

    private mutating func product(of base: Int, count: Int) -> Int {
        if count == 1 { return base }
        if count % 2 == 0 { return apply(.square, product(of: base, count: count / 2)) }
        return apply(.multiply, product(of: base, count: count - 1), base)
    }
}
