import CKernels

/// The instructions of a program as its kernel runs them: two operations are one where nothing else reads what is between them. Between
/// parts that the kernel runs are those that have been compiled.
struct KernelInstructions: ~Copyable {
    /// A part of the program.
    enum Part {
        case kernel(first: UnsafeMutablePointer<ek_instruction>, count: Int)
        case compiled(CompiledRun.Function)
    }

    private let first: UnsafeMutablePointer<ek_instruction>

    /// The number of instructions for the kernel.
    let count: Int

    /// The parts, in their order.
    let parts: UnsafeMutableBufferPointer<Part>

    /// True if the program has been compiled as a whole.
    var areOneFunction: Bool { if parts.count == 1, case .compiled = parts[0] { true } else { false } }

    /// The parts that come before the comparison.
    let partsToComparison: UnsafeMutableBufferPointer<Part>

    /// The comparison that the first result is known by: the last instruction, if it is one; if not, that of the result with 1.
    let comparison: ek_instruction

    /// Puts the instructions of a program together, which has a slot of the number 1 behind its own.
    init(of program: ExpressionProgram) {
        var (instructions, runs): ([ek_instruction], [(place: Int, function: CompiledRun.Function)]) = ([], [])
        var next = 0
        for run in program.compiled.all {
            instructions += Self.fused(program, next..<run.instructions.lowerBound)
            runs.append((instructions.count, run.function))
            next = run.instructions.upperBound
        }
        instructions += Self.fused(program, next..<program.instructions.count)
        first = .allocate(capacity: instructions.count)
        count = instructions.count
        first.initialize(from: instructions, count: count)
        parts = Self.parts(first, count, runs)
        let result = Int32(program.results.first ?? 0)
        let comparisons = [ek_equal, ek_not_equal, ek_less, ek_less_or_equal].map { Int32($0.rawValue) }
        if let last = instructions.last, last.result == result, comparisons.contains(last.operation),
            next < program.instructions.count
        {
            comparison = last
            partsToComparison = Self.parts(first, count - 1, runs)
        } else {
            let one = Int32(program.slots.count)
            comparison = ek_instruction(
                operation: Int32(ek_equal.rawValue), result: result, a: result, b: one, c: result)
            partsToComparison = Self.parts(first, count, runs)
        }
    }

    /// Instructions, between which compiled functions have places.
    private static func parts(
        _ first: UnsafeMutablePointer<ek_instruction>, _ count: Int,
        _ runs: [(place: Int, function: CompiledRun.Function)]
    ) -> UnsafeMutableBufferPointer<Part> {
        var (parts, next): ([Part], Int) = ([], 0)
        for (place, function) in runs {
            if place > next { parts.append(.kernel(first: first + next, count: place - next)) }
            parts.append(.compiled(function))
            next = place
        }
        if count > next { parts.append(.kernel(first: first + next, count: count - next)) }
        let memory = UnsafeMutableBufferPointer<Part>.allocate(capacity: parts.count)
        _ = memory.initialize(from: parts)
        return memory
    }

    deinit {
        parts.deallocate()
        partsToComparison.deallocate()
        first.deallocate()
    }
}

extension KernelInstructions {
    private static func fused(_ program: ExpressionProgram, _ range: Range<Int>) -> [ek_instruction] {
        var fused: [ek_instruction] = []
        var rest = program.instructions[range]
        while let instruction = rest.popFirst() {
            let behind = program.instructions[Swift.min(rest.startIndex + 1, program.instructions.count)...]
            if let next = rest.first, let both = both(instruction, next, followedBy: behind, in: program) {
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
