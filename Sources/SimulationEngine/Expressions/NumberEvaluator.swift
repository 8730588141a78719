/// Computes an expression of given numbers in the place of the fields of a node, such as of quantities.
///
///     let expression = try FieldExpression("temperature > 2", fields: ["temperature"])
///     let isHot = NumberEvaluator(expression).value(of: [2.5], at: 0) == 1
///
/// It belongs to one isolation domain.
package final class NumberEvaluator {
    /// The expression that is computed.
    package let expression: FieldExpression

    private let workspace: ExpressionWorkspace

    /// The field that is all that there is to the expression, if it is one.
    private let onlyField: Int?

    /// Creates an evaluator of an expression.
    package init(_ expression: FieldExpression) {
        self.expression = expression
        workspace = ExpressionWorkspace(expression.program)
        onlyField = expression.program.field(ofResult: 0)
    }

    /// The value: 1 or 0 for a truth value, not a number if the truth is unknown.
    ///
    /// - Parameters:
    ///   - numbers: A number for each of the fields of the expression, in their order. Only those that it uses are read.
    ///   - time: The value of `time`.
    /// - Returns: The value. `node` is 0.
    /// - Complexity: O(operations).
    package func value(of numbers: [Double], at time: Double) -> Double {
        precondition(numbers.count == expression.fields.count, "there must be as many numbers as fields")
        if let onlyField { return numbers[onlyField] }
        return workspace.evaluate(numbers, at: time)
    }
}
