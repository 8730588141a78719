/// A product of what one end of an edge is alone, and of what both are: factor · (source - target).
package struct SeparatedTerm {
    /// The factor, which follows from the end to which edges lead.
    package let factor: Formula

    /// The source, which follows from the other end.
    package let source: Formula

    /// The subtrahend, which follows from the end to which edges lead; nothing if `nil`.
    package let target: Formula?
}

extension Formulas {
    /// A formula of both ends of an edge as a sum of products, of which one factor follows from one end and so can be taken out of
    /// a sum over edges.
    ///
    /// Differences of what follows from either end are kept, of which little may be left. A sine or cosine of one becomes products
    /// of sines and cosines, whose error is about 10⁻¹⁶ of 1.
    ///
    /// - Parameters:
    ///   - formula: The formula.
    ///   - sources: The inputs that belong to the end from which edges come. All others belong to the one to which they lead
    ///   - ofBoth: but for those that follow from both ends.
    /// - Returns: The terms; `nil` if it is not such a sum.
    /// - Complexity: O(operations).
    package mutating func separate(_ formula: Formula, sources: Set<Int>, ofBoth: Set<Int> = []) -> [SeparatedTerm]? {
        var separation = Separation(graph: graph, sources: sources, both: ofBoth)
        guard let terms = separation.terms(of: formula.vertex, depth: 0) else { return nil }
        graph = separation.graph
        return terms.map { term in
            SeparatedTerm(
                factor: Formula(vertex: term.factor, kind: .number),
                source: Formula(vertex: term.source, kind: .number),
                target: term.target.map { Formula(vertex: $0, kind: .number) })
        }
    }

    /// A sum of products of two formulas each.
    package mutating func sum(ofProducts products: [(Formula, Formula)]) -> Formula {
        let sum = products.reduce(graph.constant(0)) { graph.sum($0, graph.product($1.0.vertex, $1.1.vertex)) }
        return Formula(vertex: sum, kind: .number)
    }

    /// The input that a formula is, if it is nothing else.
    package func input(_ formula: Formula) -> Int? {
        if case .field(let input) = graph.vertices[formula.vertex] { input } else { nil }
    }
}

/// Takes a formula of both ends of an edge apart.
private struct Separation {
    typealias Term = (factor: Int, source: Int, target: Int?)

    /// Of which ends of an edge something is.
    private struct Ends: OptionSet {
        let rawValue: Int
        static let source = Ends(rawValue: 1)
        static let target = Ends(rawValue: 2)
    }

    /// How deep sums are followed.
    private static var greatestDepth: Int { 64 }

    var graph: ExpressionGraph
    let sources, both: Set<Int>

    /// For each vertex that has been looked at, operands before what reads them.
    private var known: [Ends] = []

    init(graph: ExpressionGraph, sources: Set<Int>, both: Set<Int>) {
        (self.graph, self.sources, self.both) = (graph, sources, both)
    }

    private mutating func ends(of vertex: Int) -> Ends {
        while known.count <= vertex {
            switch graph.vertices[known.count] {
            case .field(let field):
                known.append(both.contains(field) ? [.source, .target] : sources.contains(field) ? .source : .target)
            case .node: known.append(.target)
            case .constant, .time, .spline: known.append([])
            case .operation(_, let a, let b, let c):
                known.append([a, b, c].reduce([]) { $1 < 0 ? $0 : $0.union(known[$1]) })
            }
        }
        return known[vertex]
    }

    mutating func terms(of vertex: Int, depth: Int) -> [Term]? {
        let ends = ends(of: vertex)
        if ends.isSubset(of: .source) { return [(graph.constant(1), vertex, nil)] }
        if ends == .target { return [(vertex, graph.constant(1), nil)] }
        guard depth < Self.greatestDepth, case .operation(let operation, let a, let b, _) = graph.vertices[vertex]
        else {
            return nil
        }
        switch operation {
        case .add, .subtract: return termsOfSum(a, b, isDifference: operation == .subtract, depth)
        case .negate: return scaled(terms(of: a, depth: depth + 1), by: graph.constant(-1))
        case .multiply: return termsOfProduct(a, b, depth)
        case .divide where self.ends(of: b).isSubset(of: .target):
            return scaled(terms(of: a, depth: depth + 1), by: graph.apply(.divide, graph.constant(1), b))
        case .sin, .cos: return termsOfWave(operation, a)
        default: return nil
        }
    }

    private mutating func termsOfSum(_ a: Int, _ b: Int, isDifference: Bool, _ depth: Int) -> [Term]? {
        switch (ends(of: a), ends(of: b)) {
        case (.source, .target): return [(graph.constant(1), a, isDifference ? b : graph.opposite(b))]
        case (.target, .source):
            let opposite = isDifference ? a : graph.opposite(a)
            return [(graph.constant(isDifference ? -1 : 1), b, opposite)]
        default:
            guard let first = terms(of: a, depth: depth + 1), let second = terms(of: b, depth: depth + 1) else {
                return nil
            }
            guard isDifference else { return first + second }
            return scaled(second, by: graph.constant(-1)).map { first + $0 }
        }
    }

    private mutating func termsOfProduct(_ a: Int, _ b: Int, _ depth: Int) -> [Term]? {
        switch (ends(of: a), ends(of: b)) {
        case (let first, _) where first.isSubset(of: .target): scaled(terms(of: b, depth: depth + 1), by: a)
        case (_, let second) where second.isSubset(of: .target): scaled(terms(of: a, depth: depth + 1), by: b)
        default: nil
        }
    }

    /// sin(s + t) = cos t sin s + sin t cos s, and cos(s + t) = cos t cos s - sin t sin s.
    private mutating func termsOfWave(_ operation: ExpressionOperation, _ angle: Int) -> [Term]? {
        guard let (source, target) = parts(of: angle, depth: 0) else { return nil }
        let (sine, cosine) = (graph.apply(.sin, target), graph.apply(.cos, target))
        let (sourceSine, sourceCosine) = (graph.apply(.sin, source), graph.apply(.cos, source))
        guard operation == .sin else {
            return [(cosine, sourceCosine, nil), (graph.opposite(sine), sourceSine, nil)]
        }
        return [(cosine, sourceSine, nil), (sine, sourceCosine, nil)]
    }

    /// The parts of a sum that follow from one end and from the other.
    private mutating func parts(of vertex: Int, depth: Int) -> (source: Int, target: Int)? {
        let ends = ends(of: vertex)
        if ends == .source { return (vertex, graph.constant(0)) }
        if ends.isSubset(of: .target) { return (graph.constant(0), vertex) }
        guard depth < Self.greatestDepth, case .operation(let operation, let a, let b, _) = graph.vertices[vertex],
            [.add, .subtract, .negate].contains(operation), let first = parts(of: a, depth: depth + 1)
        else { return nil }
        if operation == .negate { return (graph.opposite(first.source), graph.opposite(first.target)) }
        guard let second = parts(of: b, depth: depth + 1) else { return nil }
        return operation == .add
            ? (graph.sum(first.source, second.source), graph.sum(first.target, second.target))
            : (graph.difference(first.source, second.source), graph.difference(first.target, second.target))
    }

    private mutating func scaled(_ terms: [Term]?, by factor: Int) -> [Term]? {
        guard let terms else { return nil }
        return terms.map { (graph.product(factor, $0.factor), $0.source, $0.target) }
    }
}
