/// An expression as a graph of its operations, in which what occurs twice stands once. It is what expressions are transformed
/// in: a program is taken apart into it, and programs are made of its vertices.
///
/// Vertices are numbered; operands stand before what reads them.
struct ExpressionGraph {
    /// What a vertex is.
    enum Vertex: Hashable {
        case field(Int)
        /// The bits of a number, so that 0 and −0 are two.
        case constant(UInt64)
        case node
        case time
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
    mutating func apply(_ operation: ExpressionOperation, _ operands: Int...) -> Int { apply(operation, operands) }

    mutating func apply(_ operation: ExpressionOperation, _ operands: [Int]) -> Int {
        let constants = operands.compactMap { constant(at: $0) }
        if constants.count == operands.count { return constant(operation.result(of: constants)) }
        return add(
            .operation(
                operation, operands[0], operands.count > 1 ? operands[1] : -1, operands.count > 2 ? operands[2] : -1))
    }

    /// The vertices that an operation reads.
    static func operands(of vertex: Vertex) -> [Int] {
        if case .operation(_, let a, let b, let c) = vertex { [a, b, c].filter { $0 >= 0 } } else { [] }
    }
}

// MARK: - Programs

extension ExpressionGraph {
    /// Adds the operations of a program.
    ///
    /// - Returns: The vertex of its value.
    /// - Complexity: O(operations).
    mutating func add(_ program: ExpressionProgram) -> Int {
        var vertexOfSlot = program.slots.map { slot in
            switch slot {
            case .field(let field): add(.field(field))
            case .constant(let number): constant(number)
            case .node: add(.node)
            case .time: add(.time)
            case .intermediate: -1
            }
        }
        for instruction in program.instructions {
            let count = instruction.operation.operandCount
            let operands = [instruction.a, instruction.b, instruction.c].prefix(count).map { vertexOfSlot[Int($0)] }
            vertexOfSlot[Int(instruction.result)] = add(
                .operation(
                    instruction.operation, operands[0], count > 1 ? operands[1] : -1, count > 2 ? operands[2] : -1))
        }
        return vertexOfSlot[program.result]
    }

    /// The program that computes a vertex. A slot is used again when nobody reads its number any more.
    ///
    /// - Complexity: O(vertices).
    func program(of value: Int) -> ExpressionProgram {
        var program = ExpressionProgram()
        var readers = [Int](repeating: 0, count: value + 1)
        readers[value] = 1
        for vertex in (0...value).reversed() where readers[vertex] > 0 {
            for operand in Self.operands(of: vertices[vertex]) { readers[operand] += 1 }
        }
        var slots = [Int32](repeating: 0, count: value + 1)
        var free: [Int32] = []
        func newSlot(_ content: ExpressionProgram.Slot) -> Int32 {
            program.slots.append(content)
            return Int32(program.slots.count - 1)
        }
        for vertex in 0...value where readers[vertex] > 0 {
            switch vertices[vertex] {
            case .field(let field): slots[vertex] = newSlot(.field(field))
            case .constant(let bits): slots[vertex] = newSlot(.constant(Double(bitPattern: bits)))
            case .node: slots[vertex] = newSlot(.node)
            case .time: slots[vertex] = newSlot(.time)
            case .operation(let operation, let a, let b, let c):
                // Before those of the operands are free: the result is none of them.
                slots[vertex] = free.popLast() ?? newSlot(.intermediate)
                program.instructions.append(
                    ExpressionProgram.Instruction(
                        operation: operation, result: slots[vertex], a: slots[a], b: b < 0 ? 0 : slots[b],
                        c: c < 0 ? 0 : slots[c]))
                for operand in [a, b, c] where operand >= 0 {
                    readers[operand] -= 1
                    guard readers[operand] == 0, case .operation = vertices[operand] else { continue }
                    free.append(slots[operand])
                }
            }
        }
        program.result = Int(slots[value])
        return program
    }
}

extension ExpressionOperation {
    /// How many operands it reads.
    var operandCount: Int {
        switch self {
        case .negate, .square, .cube, .fourthPower, .not, .abs, .sqrt, .exp, .log, .log10, .sin, .cos, .tan, .asin,
            .acos,
            .atan, .sinh, .cosh, .tanh, .floor, .ceil, .round, .sign:
            1
        case .add, .subtract, .multiply, .divide, .power, .equal, .notEqual, .less, .lessOrEqual, .and, .or, .min, .max,
            .mod, .hypot, .atan2:
            2
        case .select: 3
        }
    }

    /// The result of the operation on numbers, of which there are as many as it reads.
    func result(of operands: [Double]) -> Double {
        let numbers = operands + [Double](repeating: 0, count: 3 - operands.count)
        var result = 0.0
        numbers.withUnsafeBufferPointer { numbers in
            guard let a = numbers.baseAddress else { return }
            apply(a, a + 1, a + 2, into: &result, count: 1)
        }
        return result
    }
}
