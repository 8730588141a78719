import SimulationEngine

/// One of the moves or rewirings of a rule: where it stands, for messages, and the names that its formulas may use.
struct RuleEntry {
    /// The parameter that it is, or in which it stands.
    let parameter: String

    /// Which one of several it is.
    let item: Int?

    /// The names of the states.
    let states: [String]

    /// The names of the parameters of formulas, and the units of their numbers, if they have some.
    let parameters: [String]
    let units: StateUnits?

    /// What may be written in the place of a state, by key.
    var words: [String: [String]] = [:]

    /// Reads a formula.
    ///
    /// - Throws: `FormulaError`, `ParameterError`.
    func formula(_ text: String, of subject: RuleFormula.Subject, key: String) throws -> RuleFormula {
        try RuleFormula(
            text, states: states, parameters: parameters, of: subject, at: (parameter, item, key), in: units)
    }

    /// Reads the condition of it.
    ///
    /// - Throws: `FormulaError`, `ParameterError`.
    func condition(_ text: String, of subject: RuleFormula.Subject) throws -> RuleFormula {
        let formula = try formula(text, of: subject, key: "if")
        guard formula.expression.kind == .truth else { throw failure(.truthExpected(by: "'if'"), "if", text) }
        return formula
    }

    /// Reads a formula that is a number.
    ///
    /// - Throws: `FormulaError`, `ParameterError`.
    func number(_ text: String, of subject: RuleFormula.Subject, key: String) throws -> RuleFormula {
        let formula = try formula(text, of: subject, key: key)
        guard formula.expression.kind == .number else { throw failure(.numberExpected(by: "'\(key)'"), key, text) }
        return formula
    }

    /// The number of a state, which may be one of several.
    func state(_ name: String, key: String, isLone: Bool = true) throws(FormulaError) -> UInt8 {
        guard let number = states.firstIndex(of: name) else {
            // Alone it would be no name.
            if words[key]?.contains(name) == true {
                throw failure(.foreignName(name, meant: "'\(key): \(name)', without a list"), key, name)
            }
            throw failure(.unknownName(name, known: states + (isLone ? words[key] ?? [] : [])), key, name)
        }
        return UInt8(number)
    }

    /// The numbers of states, of all unless given.
    func states(_ names: [String]?, key: String) throws(FormulaError) -> StateSet {
        var numbers: [UInt8] = []
        for name in names ?? states { numbers.append(try state(name, key: key, isLone: names?.count == 1)) }
        return StateSet(numbers)
    }

    private func failure(_ problem: ExpressionError.Problem, _ key: String, _ text: String) -> FormulaError {
        let error = ExpressionError(problem: problem, offset: 0, length: text.utf8.count)
        return FormulaError(parameter: parameter, item: item, key: key, names: states, error: error)
    }
}
