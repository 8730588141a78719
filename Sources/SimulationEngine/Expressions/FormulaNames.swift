import Descriptions

/// The names that are possible in formulas, besides those that all formulas know.
package enum FormulaNames {
    /// What is wrong with a name that formulas cannot say.
    package static let unsayable =
        "a formula cannot say this name: it must begin with a letter, go on with letters, digits, '-' or '_', and be none "
        + "of 'and', 'or', 'not' and the functions"

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

    /// Refuses parameters likewise, of which some are the components of vectors, with a point behind the name of the vector.
    package static func checkVectors(
        _ parameters: [String], besides variables: [String]
    ) throws(ParameterError) {
        let parts = parameters.map(parts)
        try check(parts.map(\.name), besides: variables)
        try check(parts.compactMap(\.component), besides: [])
        for (name, component) in parts where component != nil && parameters.contains(name) {
            throw unfit("has '\(name)', which is a vector, too")
        }
    }

    /// Refuses parameters that nothing uses. Of a vector one component must be used.
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
        let known = Set(
            parameters.indices.filter { used.contains(first + $0) }.map { parts(of: parameters[$0]).name })
        for parameter in parameters {
            let name = parts(of: parameter).name
            if !known.contains(name) { throw unfit("has '\(name)', which \(lack)") }
        }
    }

    /// The name of a parameter, or that of the vector of which it is a component, and that of the component.
    package static func parts(of parameter: String) -> (name: String, component: String?) {
        VectorNames.parts(of: parameter) ?? (parameter, nil)
    }

    private static func unfit(_ reason: String) -> ParameterError { .unfit("parameters", because: reason) }
}
