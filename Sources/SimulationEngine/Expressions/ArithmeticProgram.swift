import Essentials

/// A formula of a few additions, subtractions, multiplications and divisions, for one row at a time: with less ado than a block takes,
/// and the same bits.
///
/// It belongs to one thread.
package final class ArithmeticProgram {
    /// The most operations that it may have: more are quicker in blocks.
    private static let greatestCount = 16

    package let steps: ScratchMemory<Step>
    package let stepCount: Int

    /// The numbers that steps read, of which those of constants are set, and write.
    package let numbers: ScratchMemory<Double>

    /// Where the value of the formula stands among the numbers when all steps have been made.
    package let result: Int

    private let slotOfField: [Int: Int]

    package struct Step: BitwiseCopyable {
        package enum Kind: UInt8, BitwiseCopyable {
            case copy, add, subtract, multiply, divide, negate, multiplyAdd, multiplySubtract, subtractProduct
        }

        package let kind: Kind
        package let result: UInt8
        package let a: UInt8
        package let b: UInt8
        package let c: UInt8
    }

    /// Takes a formula over; `nil` if it has other operations than these, or too many of them.
    package init?(_ expression: FieldExpression) {
        let program = expression.program
        guard program.slots.count < 256, program.instructions.count <= Self.greatestCount, program.results.count == 1
        else { return nil }
        var steps: ContiguousArray<Step> = []
        for instruction in program.instructions {
            guard let kind = Step.Kind(instruction.operation) else { return nil }
            let isSquare = instruction.operation == .square
            steps.append(
                Step(
                    kind: kind, result: UInt8(instruction.result), a: UInt8(instruction.a),
                    b: UInt8(isSquare ? instruction.a : instruction.b), c: UInt8(instruction.c)))
        }
        var numbers = ContiguousArray<Double>(repeating: 0, count: program.slots.count)
        var slotOfField: [Int: Int] = [:]
        for (slot, content) in program.slots.enumerated() {
            switch content {
            case .field(let field): slotOfField[field] = slot
            case .constant(let bits): numbers[slot] = Double(bitPattern: bits)
            case .intermediate, .result: break
            case .node, .time, .spline: return nil
            }
        }
        self.slotOfField = slotOfField
        self.steps = ScratchMemory(copying: steps)
        self.numbers = ScratchMemory(copying: numbers)
        (stepCount, result) = (steps.count, program.results[0])
    }

    /// The slot of a field; `nil` if the formula does not use it.
    package func slot(ofField field: Int) -> Int? { slotOfField[field] }
}

extension ArithmeticProgram.Step.Kind {
    fileprivate init?(_ operation: ExpressionOperation) {
        switch operation {
        case .copy: self = .copy
        case .add: self = .add
        case .subtract: self = .subtract
        case .multiply, .square: self = .multiply
        case .divide: self = .divide
        case .negate: self = .negate
        case .multiplyAdd: self = .multiplyAdd
        case .multiplySubtract: self = .multiplySubtract
        case .subtractProduct: self = .subtractProduct
        default: return nil
        }
    }
}
