/// Numbers as formulas of the numbers in some columns, computed for many rows at once.
package struct ColumnFormula: Sendable {
    private let program: ExpressionProgram

    init(_ program: ExpressionProgram) { self.program = program }

    /// Creates the formula of an expression, whose fields are the columns.
    package init(_ expression: FieldExpression) { program = expression.program }

    /// An evaluation of the formulas, in memory of its own.
    package func makeEvaluation() -> ColumnEvaluation { ColumnEvaluation(program) }
}

/// Computes a ``ColumnFormula`` in memory of its own. It belongs to one thread.
package struct ColumnEvaluation {
    /// How many rows can be computed at once.
    package static var greatestCount: Int { ExpressionWorkspace.blockSize }

    private let workspace: ExpressionWorkspace
    private let columns: [Int]
    private let resultCount: Int

    fileprivate init(_ program: ExpressionProgram) {
        workspace = ExpressionWorkspace(program)
        columns = program.usedFields
        resultCount = program.results.count
    }

    /// Computes numbers for each of up to ``greatestCount`` rows.
    ///
    /// - Parameters:
    ///   - count: How many rows. Of a multiple of eight nothing is copied.
    ///   - time: The value of `time`.
    ///   - target: Receives the numbers of the first formula.
    ///   - second: Receives those of the second one, if there is one.
    ///   - column: Says where the numbers of a column begin.
    @inline(__always)
    package func compute(
        _ count: Int, at time: Double = 0, into target: UnsafeMutablePointer<Double>,
        _ second: UnsafeMutablePointer<Double>? = nil, from column: (Int) -> UnsafePointer<Double>
    ) {
        for field in columns { workspace.read(field, from: column(field), count: count) }
        workspace.setTime(to: time)
        workspace.write(0, to: target)
        if resultCount > 1 { workspace.write(1, to: second) }
        workspace.run(count: count)
    }

    /// Lets a column be a number in the one row of which ``value()`` is, until something else is said.
    package func set(_ column: Int, to number: Double) { workspace.set(column, to: number) }

    /// The number of the first formula for one row, of which all columns have been set.
    ///
    /// - Complexity: O(operations), without allocation.
    package func value() -> Double {
        workspace.setTime(to: 0)
        workspace.write(0, to: nil)
        workspace.run(count: 1)
        return workspace.result(0).pointee
    }

    /// The number of the first formula for one row, and that of the second one, or the same if there is none.
    package func values(of numbers: [Double]) -> (first: Double, second: Double) {
        for field in columns { workspace.set(field, to: numbers[field]) }
        workspace.setTime(to: 0)
        for result in 0..<resultCount { workspace.write(result, to: nil) }
        workspace.run(count: 1)
        return (workspace.result(0).pointee, workspace.result(resultCount - 1).pointee)
    }
}
