import Descriptions

/// The names that are possible in formulas, besides those that all formulas know.
package enum FormulaNames {
    /// Tests if a text can be a name: of letters, digits and '_', beginning with a letter.
    package static func isName(_ text: String) -> Bool {
        text.first?.isLetter == true && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }

    /// Refuses parameters that cannot be names, or would mean two things.
    ///
    /// - Parameters:
    ///   - parameters: The names of the parameters.
    ///   - variables: The names of variables.
    /// - Throws: `ParameterError` of `parameters`.
    package static func check(_ parameters: [String], besides variables: [String]) throws(ParameterError) {
        for name in parameters {
            guard isName(name) else {
                throw unfit("has '\(name)', which cannot be a name in a formula: it must be of letters, digits and '_'")
            }
            guard !variables.contains(name) else { throw unfit("has '\(name)', which is a variable of the formula") }
        }
    }

    /// Refuses parameters that nothing uses.
    ///
    /// - Parameters:
    ///   - parameters: The names of the parameters.
    ///   - first: The field of the first one.
    ///   - used: The fields that are used.
    ///   - lack: The words for the lack, such as "no rate uses".
    /// - Throws: `ParameterError` of `parameters`.
    package static func checkUse(
        of parameters: [String], from first: Int, in used: some Sequence<Int>, _ lack: String
    ) throws(ParameterError) {
        let used = Set(used)
        for (index, name) in parameters.enumerated() where !used.contains(first + index) {
            throw unfit("has '\(name)', which \(lack)")
        }
    }

    private static func unfit(_ reason: String) -> ParameterError { .unfit("parameters", because: reason) }
}
