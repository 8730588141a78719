/// A compiled expression: a list of instructions on slots, each of which holds a number for each node of a block.
struct ExpressionProgram: Equatable, Sendable {
    /// What a slot holds.
    enum Slot: Equatable, Sendable {
        case field(Int)
        case constant(Double)
        case node
        case time
        case intermediate
    }

    /// An operation on slots. Those that it does not read are 0; the result is none of the operands.
    struct Instruction: Equatable, Sendable {
        let operation: ExpressionOperation
        let result: Int32
        let a: Int32
        let b: Int32
        let c: Int32
    }

    var slots: [Slot] = []
    var instructions: [Instruction] = []

    /// The slot of the value of the expression.
    var result = 0
}

extension ExpressionProgram {
    /// The fields that are read, in ascending order.
    var usedFields: [Int] {
        slots.compactMap { if case .field(let field) = $0 { field } else { nil } }.sorted()
    }
}
