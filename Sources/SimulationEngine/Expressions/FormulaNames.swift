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

    /// The names that stand for the same in all formulas and tables, and for what.
    package static let reserved = ["node": "the number of a node", "time": "the time"]

    /// Refuses parameters that cannot be names, or would mean two things.
    ///
    /// - Parameters:
    ///   - parameters: The names of the parameters.
    ///   - variables: The names of variables.
    /// - Throws: `ParameterError` of the one in `parameters` that is wrong.
    package static func check(_ parameters: [String], besides variables: [String]) throws(ParameterError) {
        for name in parameters {
            try checkName(name, in: name)
            guard !variables.contains(name) else { throw unfit(name, "which is a variable of the formula") }
            if let meaning = reserved[name] { throw unfit(name, "which stands for \(meaning) in formulas") }
        }
    }

    /// Refuses parameters likewise, of which some are the components of vectors, with a point behind the name of the vector.
    package static func checkVectors(
        _ parameters: [String], besides variables: [String]
    ) throws(ParameterError) {
        let parts = parameters.map(parts)
        try check(parts.map(\.name), besides: variables)
        for (name, component) in parts {
            guard let component else { continue }
            try checkName(component, in: name)
            if parameters.contains(name) { throw unfit(name, "which is a vector, too") }
        }
    }

    /// Refuses what cannot be the name of a parameter, or of a component of it.
    private static func checkName(_ name: String, in parameter: String) throws(ParameterError) {
        guard !isName(name) else { return }
        throw unfit(
            name, "which cannot be a name in a formula: it must be of letters, digits and '_'", in: parameter)
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
            if !known.contains(name) { throw unfit(name, "which \(lack)") }
        }
    }

    /// The name of a parameter, or that of the vector of which it is a component, and that of the component.
    package static func parts(of parameter: String) -> (name: String, component: String?) {
        VectorNames.parts(of: parameter) ?? (parameter, nil)
    }

    /// The error of what has a name among the parameters of formulas, or in one of them.
    package static func unfit(_ name: String, _ reason: String, in parameter: String? = nil) -> ParameterError {
        .unfit("parameters.\(parameter ?? name)", because: "has '\(name)', \(reason)")
    }
}
