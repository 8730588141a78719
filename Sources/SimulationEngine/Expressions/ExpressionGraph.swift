/// An expression as a graph of its operations, in which what occurs twice stands once. It is what expressions are transformed
/// in: a program is taken apart into it, and programs are made of its vertices.
///
/// Vertices are numbered; operands stand before what reads them.
struct ExpressionGraph: Sendable {
    /// The kinds of vertices.
    enum Vertex: Hashable, Sendable {
        /// A number that is read, such as a field.
        case field(Int)
        /// The bits of a number, so that 0 and −0 are two.
        case constant(UInt64)
        case node
        case time
        /// Coefficients that an operation reads besides numbers.
        case spline(CubicSpline)
        /// An operation on vertices. Those that it does not read are −1.
        case operation(ExpressionOperation, Int, Int, Int)
    }

    private(set) var vertices: [Vertex] = []

    /// Where each stands. Never iterated.
    private var numbers: [Vertex: Int] = [:]

    /// The number of a vertex, which is added unless it is there.
    mutating func add(_ vertex: Vertex) -> Int {
        if let number = numbers[vertex] { return number }
        numbers[vertex] = vertices.count
        vertices.append(vertex)
        return vertices.count - 1
    }

    mutating func constant(_ number: Double) -> Int { add(.constant(number.bitPattern)) }

    /// The number that a vertex is, if it is a constant.
    func constant(at vertex: Int) -> Double? {
        if case .constant(let bits) = vertices[vertex] { Double(bitPattern: bits) } else { nil }
    }

    /// An operation on one to three vertices; a constant if these are.
    mutating func apply(_ operation: ExpressionOperation, _ operands: [Int]) -> Int {
        let constants = operands.compactMap { constant(at: $0) }
        if constants.count == operands.count { return constant(operation.result(of: constants)) }
        return add(
            .operation(
                operation, operands[0], operands.count > 1 ? operands[1] : -1, operands.count > 2 ? operands[2] : -1))
    }

    mutating func apply(_ operation: ExpressionOperation, _ operands: Int...) -> Int { apply(operation, operands) }

    /// The parts of a condition, in their order, all of which must hold; the condition itself if it has no parts.
    func conjuncts(of condition: Int) -> [Int] {
        guard case .operation(.and, let a, let b, _) = vertices[condition] else { return [condition] }
        return conjuncts(of: a) + conjuncts(of: b)
    }

    /// The vertices that an operation reads.
    static func operands(of vertex: Vertex) -> [Int] {
        if case .operation(_, let a, let b, let c) = vertex { [a, b, c].filter { $0 >= 0 } } else { [] }
    }
}
