/// A compiled expression, or several: a list of instructions on slots, each of which holds a number for each node of a block.
package struct ExpressionProgram: Equatable, Sendable {
    /// The content of a slot.
    enum Slot: Equatable, Sendable {
        case field(Int)
        /// The bits of a number: 0 and -0 are not the same.
        case constant(UInt64)
        case node
        case time
        case spline(CubicSpline)
        case intermediate
        /// A value of the program, and nothing else at any time.
        case result

        var spline: CubicSpline? { if case .spline(let spline) = self { spline } else { nil } }
    }

    /// An operation on slots. Those that it does not read are the first one; the result is none of the operands.
    struct Instruction: Equatable, Sendable {
        let operation: ExpressionOperation
        let result: Int32
        let a: Int32
        let b: Int32
        let c: Int32
    }

    /// A program without a result.
    package init() {}

    var slots: [Slot] = []
    var instructions: [Instruction] = []

    /// The slots of the values, in order.
    var results: [Int] = []

    /// The instructions that have been compiled by a compiler for C.
    var compiled = CompiledRuns()
}

extension ExpressionProgram {
    /// The fields that are read, in ascending order.
    package var usedFields: [Int] {
        slots.compactMap { if case .field(let field) = $0 { field } else { nil } }.sorted()
    }

    /// The field that a value is; `nil` if it is computed.
    func field(ofResult result: Int) -> Int? {
        let copy = instructions.first { $0.operation == .copy && $0.result == results[result] }
        guard let copy, case .field(let field) = slots[Int(copy.a)] else { return nil }
        return field
    }

    /// How many values there are.
    package var resultCount: Int { results.count }

    /// True if it reads the time.
    package var usesTime: Bool { slots.contains(.time) }

    /// True if it reads the numbers of nodes.
    package var usesNode: Bool { slots.contains(.node) }
}
