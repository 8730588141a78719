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

/// Errors in several formulas and entries of one component.
package struct FormulaErrors: Error {
    /// The errors, each a ``FormulaError`` or an ``EntryError``, in the order in which they were found.
    package let errors: [any Error]

    /// Creates errors.
    package init(errors: [any Error]) { self.errors = errors }
}

extension FormulaErrors: CustomStringConvertible {
    /// The error messages, a line each.
    package var description: String { errors.map { "\($0)" }.joined(separator: "\n") }
}

/// Reads several formulas and entries, of which more than one may be wrong.
package struct FormulaReading {
    private var errors: [any Error] = []

    package init() {}

    /// The result of a closure; `nil` if a formula or an entry in it is wrong.
    ///
    /// - Throws: What is no such error.
    package mutating func read<Result>(_ body: () throws -> Result) throws -> Result? {
        do { return try body() } catch let error as FormulaError {
            errors.append(error)
        } catch let error as EntryError {
            errors.append(error)
        } catch let several as FormulaErrors {
            errors += several.errors
        }
        return nil
    }

    /// Ends the reading.
    ///
    /// - Throws: The errors, if there were some: ``FormulaError`` or ``EntryError`` if it is one, else ``FormulaErrors``. If it throws nothing, no result was
    ///   `nil`.
    package func finish() throws {
        guard let error = errors.first else { return }
        if errors.count == 1 { throw error }
        throw FormulaErrors(errors: errors)
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
    package init(
        _ text: String, of names: [String], vectors: [String: [String]] = [:], parameter: String, item: Int? = nil
    ) throws(FormulaError) {
        do throws(ExpressionError) { try self.init(text, fields: names, vectors: vectors) } catch {
            throw FormulaError(parameter: parameter, item: item, key: nil, names: names, error: error)
        }
    }

    /// Reads a formula of a vector that is a parameter.
    ///
    /// - Returns: An expression for each component.
    /// - Throws: ``FormulaError``.
    package static func components(
        _ count: Int, of text: String, over names: [String], vectors: [String: [String]], parameter: String
    ) throws(FormulaError) -> [FieldExpression] {
        do throws(ExpressionError) { return try components(count, of: text, fields: names, vectors: vectors) } catch {
            throw FormulaError(parameter: parameter, item: nil, key: nil, names: names, error: error)
        }
    }
}
