/// The memory of a compiled expression, in which it is evaluated for a block of nodes at a time.
///
/// It is allocated once. Each slot of the program has ``blockSize`` numbers, one slot after the other; the slots of
/// constants are filled at the beginning and never written again.
final class ExpressionWorkspace {
    /// The number of nodes in a full block: a slot of them takes 2 KiB, so that an expression stays in the cache.
    static let blockSize = 256

    private let program: ExpressionProgram
    private let memory: UnsafeMutablePointer<Double>

    init(_ expression: FieldExpression) {
        program = expression.program
        let count = program.slots.count * Self.blockSize
        memory = .allocate(capacity: count)
        memory.initialize(repeating: 0, count: count)
        for (index, slot) in program.slots.enumerated() {
            if case .constant(let number) = slot { fill(index, with: number, count: Self.blockSize) }
        }
    }

    deinit {
        memory.deallocate()
    }

    /// Evaluates the expression for at most ``blockSize`` nodes of a model, all of which are in range.
    ///
    /// - Returns: A number for each node, until the next evaluation.
    func evaluate<Model: SimulationModel>(
        _ nodes: UnsafeBufferPointer<Int>, of model: Model, at time: Double
    ) -> UnsafePointer<Double> {
        precondition(nodes.count <= Self.blockSize, "a block has at most \(Self.blockSize) nodes")
        readInputs(nodes, of: model, at: time)
        for instruction in program.instructions {
            instruction.operation.apply(
                slot(Int(instruction.a)), slot(Int(instruction.b)), slot(Int(instruction.c)),
                into: slot(Int(instruction.result)), count: nodes.count)
        }
        return UnsafePointer(slot(program.result))
    }

    private func readInputs<Model: SimulationModel>(
        _ nodes: UnsafeBufferPointer<Int>, of model: Model, at time: Double
    ) {
        for (index, content) in program.slots.enumerated() {
            switch content {
            case .field(let field):
                model.copyField(
                    field, of: nodes, into: UnsafeMutableBufferPointer(start: slot(index), count: nodes.count))
            case .node:
                let numbers = slot(index)
                for position in nodes.indices { numbers[position] = Double(nodes[position]) }
            case .time: fill(index, with: time, count: nodes.count)
            case .constant, .intermediate: break
            }
        }
    }

    private func slot(_ index: Int) -> UnsafeMutablePointer<Double> {
        memory + index * Self.blockSize
    }

    private func fill(_ index: Int, with number: Double, count: Int) {
        slot(index).update(repeating: number, count: count)
    }
}
