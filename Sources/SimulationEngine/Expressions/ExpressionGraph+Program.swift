extension ExpressionGraph {
    /// Adds the operations of a program.
    ///
    /// - Returns: The vertices of its values.
    /// - Complexity: O(operations).
    mutating func add(_ program: ExpressionProgram) -> [Int] {
        var vertexOfSlot = program.slots.map { slot in
            switch slot {
            case .field(let field): add(.field(field))
            case .constant(let bits): constant(Double(bitPattern: bits))
            case .node: add(.node)
            case .time: add(.time)
            case .spline(let spline): add(.spline(spline))
            case .intermediate, .result: -1
            }
        }
        for instruction in program.instructions {
            let operands = [instruction.a, instruction.b, instruction.c].map { vertexOfSlot[Int($0)] }
            vertexOfSlot[Int(instruction.result)] = add(instruction.operation, operands[0], operands[1], operands[2])
        }
        return program.results.map { vertexOfSlot[$0] }
    }

    /// Adds what an instruction does, one of two operations as these.
    private mutating func add(_ operation: ExpressionOperation, _ a: Int, _ b: Int, _ c: Int) -> Int {
        switch operation {
        case .copy: return a
        case .multiplyAdd: return add(.operation(.add, add(.operation(.multiply, a, b, -1)), c, -1))
        case .multiplySubtract: return add(.operation(.subtract, add(.operation(.multiply, a, b, -1)), c, -1))
        case .subtractProduct: return add(.operation(.subtract, c, add(.operation(.multiply, a, b, -1)), -1))
        default:
            let count = operation.operandCount
            return add(.operation(operation, a, count > 1 ? b : -1, count > 2 ? c : -1))
        }
    }

    /// The program that computes vertices, each operation once. A slot is used again when nobody reads its number any more.
    ///
    /// - Complexity: O(vertices).
    func program(of values: [Int]) -> ExpressionProgram {
        var writer = ProgramWriter(self, values: values)
        for vertex in vertices.indices { writer.write(vertex) }
        return writer.finish()
    }
}

/// Writes the program of some vertices of a graph.
private struct ProgramWriter {
    private let vertices: [ExpressionGraph.Vertex]
    private let values: [Int]
    private var program = ExpressionProgram()

    /// How many operations and values have still to read a vertex.
    private var readers: [Int]

    /// Products that are computed with the sum or difference that reads them.
    private var isFused: [Bool]
    private var slots: [Int32]
    private var free: [Int32] = []

    init(_ graph: ExpressionGraph, values: [Int]) {
        vertices = graph.vertices
        self.values = values
        readers = [Int](repeating: 0, count: vertices.count)
        isFused = [Bool](repeating: false, count: vertices.count)
        slots = [Int32](repeating: 0, count: vertices.count)
        for value in values { readers[value] += 1 }
        for vertex in vertices.indices.reversed() where readers[vertex] > 0 {
            for operand in ExpressionGraph.operands(of: vertices[vertex]) { readers[operand] += 1 }
        }
        for vertex in vertices.indices where readers[vertex] > 0 { fuse(vertex) }
    }

    /// Notes the product that is computed with a vertex.
    private mutating func fuse(_ vertex: Int) {
        guard case .operation(let operation, let a, let b, _) = vertices[vertex],
            [.add, .subtract].contains(operation),
            let product = [a, b].first(where: { readers[$0] == 1 && isProduct($0) })
        else { return }
        isFused[product] = true
    }

    private func isProduct(_ vertex: Int) -> Bool {
        if case .operation(.multiply, _, _, _) = vertices[vertex] { !values.contains(vertex) } else { false }
    }

    /// Writes the instruction of a vertex, or finds the slot of what is read.
    mutating func write(_ vertex: Int) {
        guard readers[vertex] > 0, !isFused[vertex] else { return }
        switch vertices[vertex] {
        case .field(let field): slots[vertex] = newSlot(.field(field))
        case .constant(let bits): slots[vertex] = newSlot(.constant(bits))
        case .node: slots[vertex] = newSlot(.node)
        case .time: slots[vertex] = newSlot(.time)
        case .spline(let spline): slots[vertex] = newSlot(.spline(spline))
        case .operation(let operation, let a, let b, let c):
            let (operation, operands) = fused(operation, [a, b, c].filter { $0 >= 0 })
            // Before those of the operands are free: the result is none of them.
            // A result that others read is a copy: where it is added to something, they would read the sum.
            let isResult = readers[vertex] == 1 && values.contains(vertex)
            slots[vertex] = isResult ? newSlot(.result) : free.popLast() ?? newSlot(.intermediate)
            let read = operands.map { slots[$0] }
            for operand in operands { release(operand) }
            append(operation, read, into: slots[vertex])
        }
    }

    /// The operation and what it reads, of a sum or difference with a product perhaps both at once.
    private func fused(
        _ operation: ExpressionOperation, _ operands: [Int]
    ) -> (ExpressionOperation, [Int]) {
        guard let place = operands.firstIndex(where: { isFused[$0] }),
            case .operation(_, let a, let b, _) = vertices[operands[place]]
        else { return (operation, operands) }
        let other = operands[1 - place]
        if operation == .add { return (.multiplyAdd, [a, b, other]) }
        return (place == 0 ? .multiplySubtract : .subtractProduct, [a, b, other])
    }

    /// Notes that an operand has been read once more.
    private mutating func release(_ operand: Int) {
        readers[operand] -= 1
        guard readers[operand] == 0, case .operation = vertices[operand] else { return }
        free.append(slots[operand])
    }

    private mutating func append(_ operation: ExpressionOperation, _ operands: [Int32], into result: Int32) {
        program.instructions.append(
            ExpressionProgram.Instruction(
                operation: operation, result: result, a: operands[0], b: operands.count > 1 ? operands[1] : operands[0],
                c: operands.count > 2 ? operands[2] : operands[0]))
    }

    private mutating func newSlot(_ content: ExpressionProgram.Slot) -> Int32 {
        program.slots.append(content)
        return Int32(program.slots.count - 1)
    }

    /// The program, with a slot of its own for each value.
    mutating func finish() -> ExpressionProgram {
        for value in values {
            let slot = slots[value]
            if program.slots[Int(slot)] == .result, !program.results.contains(Int(slot)) {
                program.results.append(Int(slot))
                continue
            }
            let copy = newSlot(.result)
            append(.copy, [slot], into: copy)
            program.results.append(Int(copy))
        }
        return program
    }
}
