extension ExpressionGraph {
    /// A number as a vertex times a power of the distance *r*.
    private struct Monomial {
        let vertex: Int
        let exponent: Int
    }

    /// Adds a graph in which a field is the distance *r*, as one in which that field is *r*².
    ///
    /// Powers of *r* are gathered: even ones become powers of *r*² without a root, and what sums have in common stands before
    /// them, so that (σ/r)¹² − (σ/r)⁶ is r⁻⁶ (σ¹² r⁻⁶ − σ⁶), of one division. *r* is positive.
    ///
    /// - Parameters:
    ///   - values: Vertices of the other graph, and a power of *r* by which each is multiplied.
    ///   - graph: The other graph.
    ///   - field: The number of the field.
    ///   - leaves: The vertices here for the other fields.
    /// - Returns: The vertices here.
    /// - Complexity: O(vertices of the other graph).
    mutating func add(
        _ values: [(vertex: Int, exponent: Int)], of graph: ExpressionGraph, squaring field: Int, leaves: [Int: Int]
    ) -> [Int] {
        var monomials: [Monomial] = []
        for vertex in graph.vertices.prefix((values.map(\.vertex).max() ?? -1) + 1) {
            switch vertex {
            case .field(field): monomials.append(Monomial(vertex: constant(1), exponent: 1))
            case .field(let other): monomials.append(Monomial(vertex: leaves[other] ?? add(vertex), exponent: 0))
            case .operation(let operation, let a, let b, let c):
                let operands = [a, b, c].prefix(operation.operandCount).map { monomials[$0] }
                monomials.append(monomial(of: operation, operands, distance: field))
            default: monomials.append(Monomial(vertex: add(vertex), exponent: 0))
            }
        }
        return values.map { value in
            let monomial = monomials[value.vertex]
            return product(monomial.vertex, power(ofDistance: field, monomial.exponent + value.exponent))
        }
    }

    private mutating func monomial(
        of operation: ExpressionOperation, _ operands: [Monomial], distance: Int
    ) -> Monomial {
        let a = operands[0]
        switch operation {
        case .negate: return Monomial(vertex: scaled(a.vertex, by: -1), exponent: a.exponent)
        case .abs: return Monomial(vertex: apply(.abs, a.vertex), exponent: a.exponent)
        case .square: return power(of: a, 2)
        case .sqrt where a.exponent % 2 == 0:
            return Monomial(vertex: apply(.sqrt, a.vertex), exponent: a.exponent / 2)
        case .multiply:
            return Monomial(
                vertex: scaledProduct(a.vertex, operands[1].vertex), exponent: a.exponent + operands[1].exponent)
        case .divide:
            return Monomial(
                vertex: quotient(a.vertex, operands[1].vertex), exponent: a.exponent - operands[1].exponent)
        case .add, .subtract: return sum(operation, a, operands[1], distance: distance)
        case .power:
            if let exponent = wholeNumber(at: operands[1].vertex), operands[1].exponent == 0 {
                return power(of: a, exponent)
            }
        default: break
        }
        let vertices = operands.map { product($0.vertex, power(ofDistance: distance, $0.exponent)) }
        return Monomial(vertex: apply(operation, vertices), exponent: 0)
    }

    /// A product, in which a constant factor joins those that there are.
    private mutating func scaledProduct(_ a: Int, _ b: Int) -> Int {
        if let factor = constant(at: a) { return scaled(b, by: factor) }
        if let factor = constant(at: b) { return scaled(a, by: factor) }
        return product(a, b)
    }

    private mutating func scaled(_ vertex: Int, by factor: Double) -> Int {
        joined(vertex, with: factor) ?? product(constant(factor), vertex)
    }

    /// A vertex times a factor, if that needs no further operation: a constant, what has a constant factor, sums of such.
    private mutating func joined(_ vertex: Int, with factor: Double) -> Int? {
        if let number = constant(at: vertex) { return constant(factor * number) }
        guard case .operation(let operation, let a, let b, _) = vertices[vertex] else { return nil }
        switch operation {
        case .multiply:
            if let number = constant(at: a) { return product(constant(factor * number), b) }
            return constant(at: b).map { product(a, constant(factor * $0)) }
        case .add, .subtract:
            guard let first = joined(a, with: factor), let second = joined(b, with: factor) else { return nil }
            return apply(operation, first, second)
        default: return nil
        }
    }

    private func wholeNumber(at vertex: Int) -> Int? {
        guard let number = constant(at: vertex).flatMap(Int.init(exactly:)), abs(number) <= 64 else { return nil }
        return number
    }

    private mutating func power(of base: Monomial, _ exponent: Int) -> Monomial {
        Monomial(vertex: power(of: base.vertex, exponent), exponent: exponent * base.exponent)
    }

    /// A sum or difference, with a power of *r* that both have in common before it.
    private mutating func sum(
        _ operation: ExpressionOperation, _ a: Monomial, _ b: Monomial, distance: Int
    ) -> Monomial {
        if isZero(b.vertex) { return a }
        if isZero(a.vertex) {
            return Monomial(vertex: operation == .add ? b.vertex : opposite(b.vertex), exponent: b.exponent)
        }
        let areAlike = (a.exponent > 0) == (b.exponent > 0) || a.exponent % 2 != 0 && b.exponent % 2 != 0
        let nearest = abs(a.exponent) < abs(b.exponent) ? a.exponent : b.exponent
        let common = areAlike ? nearest : 0
        let first = product(a.vertex, power(ofDistance: distance, a.exponent - common))
        let second = product(b.vertex, power(ofDistance: distance, b.exponent - common))
        return Monomial(
            vertex: operation == .add ? sum(first, second) : difference(first, second), exponent: common)
    }

    /// A power of *r*, made of *r*² with at most one root and one division.
    private mutating func power(ofDistance field: Int, _ exponent: Int) -> Int {
        let square = add(.field(field))
        let isOdd = exponent % 2 != 0
        // An odd negative power is r times an even one, since a product costs less than another division.
        let half = exponent >= 0 ? exponent / 2 : -((1 - exponent) / 2)
        let base = half < 0 ? quotient(constant(1), square) : square
        let even = power(of: base, abs(half))
        return isOdd ? product(even, apply(.sqrt, square)) : even
    }

    /// A power with an exponent that is a whole number, by products.
    private mutating func power(of base: Int, _ exponent: Int) -> Int {
        guard abs(exponent) > 3, exponent % 3 == 0 else { return power(base, constant(Double(exponent))) }
        // Sixth and twelfth powers by way of the third one, which both have in common.
        return power(of: power(base, constant(3)), exponent / 3)
    }
}
