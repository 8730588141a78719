/// An error in a formula that is a parameter.
package struct FormulaError: Error, Equatable {
    /// The name of the parameter.
    package let parameter: String

    /// Which of the items of the parameter it is, if that is a list.
    package let item: Int?

    /// Under which key of the item it stands, if that is a mapping.
    package let key: String?

    /// The names that the formula may use besides what all formulas may.
    package let names: [String]

    /// The error, and where in the text it is.
    package let error: ExpressionError

    /// Creates an error.
    package init(parameter: String, item: Int?, key: String?, names: [String], error: ExpressionError) {
        (self.parameter, self.item, self.key, self.names, self.error) = (parameter, item, key, names, error)
    }
}

extension FormulaError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    package var description: String { "'\(parameter)': \(error)" }
}

extension FieldExpression {
    /// Reads a formula that is a parameter.
    ///
    /// - Throws: ``FormulaError``.
    package init(_ text: String, of names: [String], parameter: String, item: Int? = nil) throws(FormulaError) {
        do throws(ExpressionError) { try self.init(text, fields: names) } catch {
            throw FormulaError(parameter: parameter, item: item, key: nil, names: names, error: error)
        }
    }
}
