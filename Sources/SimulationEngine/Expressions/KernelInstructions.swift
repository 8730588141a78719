import CKernels

/// The instructions of a program as its kernel runs them: two operations are one where nothing else reads what is between them.
struct KernelInstructions: ~Copyable {
    let first: UnsafeMutablePointer<ek_instruction>
    let count: Int

    /// The comparison that the first result is known by: the last instruction, if it is one; if not, that of the result with 1.
    let comparison: ek_instruction

    /// How many instructions there are before the comparison.
    let countToComparison: Int

    /// Puts the instructions of a program together, which has a slot of the number 1 behind its own.
    init(of program: ExpressionProgram) {
        let instructions = Self.fused(program)
        first = .allocate(capacity: instructions.count)
        count = instructions.count
        first.initialize(from: instructions, count: count)
        let result = Int32(program.results.first ?? 0)
        let comparisons = [ek_equal, ek_not_equal, ek_less, ek_less_or_equal].map { Int32($0.rawValue) }
        if let last = instructions.last, last.result == result, comparisons.contains(last.operation) {
            (comparison, countToComparison) = (last, count - 1)
        } else {
            let one = Int32(program.slots.count)
            comparison = ek_instruction(
                operation: Int32(ek_equal.rawValue), result: result, a: result, b: one, c: result)
            countToComparison = count
        }
    }

    deinit {
        first.deallocate()
    }
}

extension KernelInstructions {
    private static func fused(_ program: ExpressionProgram) -> [ek_instruction] {
        var fused: [ek_instruction] = []
        var rest = program.instructions[...]
        while let instruction = rest.popFirst() {
            if let next = rest.first, let both = both(instruction, next, followedBy: rest.dropFirst(), in: program) {
                fused.append(both)
                rest.removeFirst()
            } else {
                fused.append(
                    ek_instruction(
                        operation: instruction.operation.rawValue, result: instruction.result, a: instruction.a,
                        b: instruction.b, c: instruction.c))
            }
        }
        return fused
    }

    /// Two instructions as one; `nil` if there is no such operation, or if something else reads what the first one gives.
    private static func both(
        _ inner: ExpressionProgram.Instruction, _ outer: ExpressionProgram.Instruction,
        followedBy rest: ArraySlice<ExpressionProgram.Instruction>, in program: ExpressionProgram
    ) -> ek_instruction? {
        guard program.slots[Int(inner.result)] == .intermediate, outer.operation.operandCount == 2,
            (outer.a == inner.result) != (outer.b == inner.result), !isRead(inner.result, by: outer, or: rest)
        else { return nil }
        let isFirst = outer.a == inner.result
        let other = isFirst ? outer.b : outer.a
        guard ![inner.a, inner.b, other].contains(outer.result),
            let operation = operation(inner.operation, outer.operation, isFirst: isFirst)
        else { return nil }
        // -a / b reads two slots, all others three.
        let isOpposite = operation == ek_opposite_divide
        return ek_instruction(
            operation: Int32(operation.rawValue), result: outer.result, a: inner.a, b: isOpposite ? other : inner.b,
            c: isOpposite ? inner.a : other)
    }

    /// Tests if a slot is read behind an instruction before it is written again, by that one at the earliest.
    private static func isRead(
        _ slot: Int32, by writer: ExpressionProgram.Instruction, or rest: ArraySlice<ExpressionProgram.Instruction>
    ) -> Bool {
        guard writer.result != slot else { return false }
        for instruction in rest {
            if [instruction.a, instruction.b, instruction.c].contains(slot) { return true }
            if instruction.result == slot { return false }
        }
        return false
    }

    /// The operation that does an inner one, then an outer one on its result and something else.
    private static func operation(
        _ inner: ExpressionOperation, _ outer: ExpressionOperation, isFirst: Bool
    ) -> ek_operation? {
        switch (inner, outer) {
        case (.add, .add): ek_sum_add
        case (.add, .subtract): isFirst ? ek_sum_subtract : ek_subtract_sum
        case (.add, .multiply): ek_sum_multiply
        case (.add, .divide): isFirst ? ek_sum_divide : nil
        case (.subtract, .add): ek_difference_add
        case (.subtract, .subtract): isFirst ? ek_difference_subtract : ek_subtract_difference
        case (.subtract, .multiply): ek_difference_multiply
        case (.subtract, .divide): isFirst ? ek_difference_divide : nil
        case (.negate, .divide): isFirst ? ek_opposite_divide : nil
        default: nil
        }
    }
}
