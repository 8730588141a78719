/// A number as a formula of the numbers in some columns, computed for many rows at once.
package struct ColumnFormula: Sendable {
    private let program: ExpressionProgram

    init(_ program: ExpressionProgram) { self.program = program }

    /// Creates the formula of an expression, whose fields are the columns.
    package init(_ expression: FieldExpression) { program = expression.program }

    /// Calls a closure with what computes up to so many rows at a time, in memory of its own.
    package func withEvaluation<Result>(rowCount: Int, _ body: (ColumnEvaluation) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: Double.self, capacity: max(1, program.slots.count * rowCount)) { memory in
            withUnsafeTemporaryAllocation(
                of: UnsafeMutablePointer<Double>.self, capacity: max(1, program.slots.count)
            ) { slots in
                guard let start = memory.baseAddress, let places = slots.baseAddress else { preconditionFailure() }
                for (index, slot) in program.slots.enumerated() {
                    slots.initializeElement(at: index, to: start + index * rowCount)
                    if case .constant(let number) = slot {
                        (start + index * rowCount).initialize(repeating: number, count: rowCount)
                    }
                }
                return body(ColumnEvaluation(program: program, rowCount: rowCount, slots: places))
            }
        }
    }

    /// The number of one row, given those in its columns.
    package func value(of numbers: [Double], at time: Double = 0) -> Double {
        withEvaluation(rowCount: 1) { evaluation in
            var result = 0.0
            numbers.withUnsafeBufferPointer { numbers in
                evaluation.compute(1, at: time, into: &result) { numbers.baseAddress.unsafelyUnwrapped + $0 }
            }
            return result
        }
    }
}

/// Computes a ``ColumnFormula`` in memory that lasts as long as somebody works with it.
package struct ColumnEvaluation {
    fileprivate let program: ExpressionProgram

    /// How many rows can be computed at once.
    package let rowCount: Int

    fileprivate let slots: UnsafeMutablePointer<UnsafeMutablePointer<Double>>

    /// Computes a number for each of up to ``rowCount`` rows.
    ///
    /// - Parameters:
    ///   - count: How many rows.
    ///   - time: The value of `time`.
    ///   - target: Receives the numbers.
    ///   - column: Says where the numbers of a column begin.
    package func compute(
        _ count: Int, at time: Double = 0, into target: UnsafeMutablePointer<Double>,
        from column: (Int) -> UnsafePointer<Double>
    ) {
        for (index, slot) in program.slots.enumerated() {
            switch slot {
            case .field(let field): slots[index] = UnsafeMutablePointer(mutating: column(field))
            case .time: slots[index].update(repeating: time, count: count)
            case .node, .constant, .intermediate: break
            }
        }
        for instruction in program.instructions {
            instruction.operation.apply(
                slots[Int(instruction.a)], slots[Int(instruction.b)], slots[Int(instruction.c)],
                into: slots[Int(instruction.result)], count: count)
        }
        target.update(from: slots[program.result], count: count)
    }
}
