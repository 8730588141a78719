extension FieldExpression {
    /// A variable with respect to which an expression can be differentiated.
    public enum Variable: Hashable, Sendable {
        /// A field, by its index into ``FieldExpression/fields``.
        case field(Int)

        /// The time, where the name `time` stands for it.
        case time
    }

    /// The derivative with respect to a variable, by the rules of differentiation: as exact as the expression, but for rounding.
    ///
    ///     let position = try FieldExpression("sin(2 * time)", fields: [])
    ///     let velocity = position.derivative(withRespectTo: .time)        // 2 cos(2 t)
    ///
    /// It is that of the piece of the expression in which the variable is: what jumps from one constant to another (`floor`,
    /// `ceil`, `round`, `sign`, comparisons, truth values) has the derivative 0, and `if`, `min`, `max`, `abs` and `mod` have
    /// that of what they take. Where there is no derivative, at a kink or a jump, it is that of one of the sides, or 0 for
    /// `abs`; where it is infinite, so is the value, or it is not a number. Where the expression has no value, neither is there
    /// a derivative, whatever comes out. Fields other than the variable, `node`, and the time are taken to be constant.
    ///
    /// - Returns: An expression over the same fields, which can be differentiated again. Its ``text`` tells what it is.
    /// - Complexity: O(operations); so many times more are those of the derivative at most, what both have in common being
    ///   computed once.
    public func derivative(withRespectTo variable: Variable) -> FieldExpression {
        var graph = ExpressionGraph()
        let value = graph.add(program)[0]
        let derivative: Int
        let name: String
        switch variable {
        case .field(let field):
            derivative = graph.addDerivative(of: value, withRespectTo: .field(field))
            name = fields.indices.contains(field) ? fields[field] : "field \(field)"
        case .time:
            derivative = graph.addDerivative(of: value, withRespectTo: .time)
            name = "time"
        }
        return FieldExpression(
            "the derivative of '\(text)' with respect to '\(name)'", fields: fields,
            program: graph.program(of: [derivative]))
    }
}
