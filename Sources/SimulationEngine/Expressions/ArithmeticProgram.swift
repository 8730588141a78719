import Essentials

/// A formula of a few additions, subtractions, multiplications and divisions, for one row at a time: with less ado than a block takes,
/// and the same bits.
///
/// It belongs to one thread.
package final class ArithmeticProgram {
    /// The most operations that it may have: more are quicker in blocks.
    private static let greatestCount = 16

    private let steps: ScratchMemory<Step>
    private let numbers: ScratchMemory<Double>
    private let slotOfField: [Int: Int]

    /// Computes the formula as long as the program is there.
    package let run: Run

    @usableFromInline
    package struct Step: BitwiseCopyable {
        @usableFromInline
        package enum Kind: UInt8, BitwiseCopyable {
            case copy, add, subtract, multiply, divide, negate, multiplyAdd, multiplySubtract, subtractProduct
        }

        @usableFromInline package let kind: Kind
        @usableFromInline package let result: UInt8
        @usableFromInline package let a: UInt8
        @usableFromInline package let b: UInt8
        @usableFromInline package let c: UInt8
    }

    /// The steps and the numbers, in memory of the program.
    package struct Run: BitwiseCopyable {
        @usableFromInline let steps: UnsafePointer<Step>
        @usableFromInline let stepCount: Int
        @usableFromInline let numbers: UnsafeMutablePointer<Double>
        @usableFromInline let result: Int

        @usableFromInline
        init(steps: UnsafePointer<Step>, stepCount: Int, numbers: UnsafeMutablePointer<Double>, result: Int) {
            (self.steps, self.stepCount, self.numbers, self.result) = (steps, stepCount, numbers, result)
        }

        /// Lets a slot of a field be a number.
        @inlinable @inline(__always)
        package func set(_ slot: Int, to number: Double) { numbers[slot] = number }

        /// The value, once all fields that are used have been set.
        @inlinable @inline(__always)
        package func value() -> Double {
            for index in 0..<stepCount {
                let step = steps[index]
                let (x, y) = (numbers[Int(step.a)], numbers[Int(step.b)])
                let value: Double
                switch step.kind {
                case .copy: value = x
                case .add: value = x + y
                case .subtract: value = x - y
                case .multiply: value = x * y
                case .divide: value = x / y
                case .negate: value = -x
                case .multiplyAdd: value = x * y + numbers[Int(step.c)]
                case .multiplySubtract: value = x * y - numbers[Int(step.c)]
                case .subtractProduct: value = numbers[Int(step.c)] - x * y
                }
                numbers[Int(step.result)] = value
            }
            return numbers[result]
        }
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
            case .constant(let number): numbers[slot] = number
            case .intermediate, .result: break
            case .node, .time, .spline: return nil
            }
        }
        self.slotOfField = slotOfField
        self.steps = ScratchMemory(copying: steps)
        self.numbers = ScratchMemory(copying: numbers)
        run = Run(
            steps: self.steps.pointer, stepCount: steps.count, numbers: self.numbers.pointer,
            result: program.results[0])
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
