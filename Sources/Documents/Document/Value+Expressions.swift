import SimulationEngine

extension Value {
    /// The value as an expression over names. A number is one, too.
    ///
    /// Hyphens in names need not be written as underscores. Problems are shown at their place in the text.
    ///
    /// - Parameters:
    ///   - names: Names that it may use besides those of all expressions.
    ///   - kind: Its required kind.
    ///   - constants: Further names, which stand for numbers.
    ///   - isOfNode: True if the names are those of a node, which has a number, and some of which may be the components of a vector.
    ///   - parameters: Names of parameters, which it may not use.
    /// - Returns: The expression; `nil` if it was refused, which is reported.
    package func expression(
        over names: [String], _ kind: FieldExpression.Kind, constants: [String: Double] = [:], isOfNode: Bool = false,
        parameters: [String] = []
    ) -> FieldExpression? {
        guard let word else {
            refuse(
                expected: kind == .number ? "a number or an expression" : "a condition such as '\(names.example) > 1'")
            return nil
        }
        do throws(ExpressionError) {
            let written = word.withUnderscores(in: names + constants.keys.sorted() + parameters)
            let expression =
                isOfNode
                ? try FieldExpression(written, fields: names, constants: constants)
                : try FieldExpression(written, ofNumbers: names, constants: constants)
            guard isOfNode || !expression.usesNode else {
                report("there is no 'node' that could be used here: \(name) is not about a node")
                return nil
            }
            guard expression.kind == kind else {
                report(
                    kind == .truth
                        ? "\(name) must be a condition such as '\(names.example) > 1', not a number"
                        : "\(name) must be a number, not a condition")
                return nil
            }
            return expression
        } catch {
            if case .unknownName(let name, _) = error.problem, parameters.map(\.withUnderscores).contains(name) {
                let problem = Problem.custom(
                    "'\(name)' is a parameter, which is not known here", expected: nil, given: nil, allowed: names)
                diagnostics.report(problem, at: location(of: error.offset, error.length, in: word))
            } else {
                report(error, in: word, names: names, isOfNode: isOfNode)
            }
            return nil
        }
    }

    /// Reports what is wrong with the value as an expression over names.
    package func report(_ error: ExpressionError, names: [String]) {
        report(error, in: word ?? "", names: names, isOfNode: false)
    }

    /// Reports what is wrong with the formula that the value is, at its place in the text. Names are told as formulas write them.
    package func report(_ error: ExpressionError) {
        if let (component, offset) = component(at: error.offset) {
            // At its end there is nothing, whatever the text of the whole vector has there.
            let isAtEnd = offset == component.word?.utf8.count
            let problem =
                if isAtEnd, case .missingOperand = error.problem {
                    ExpressionError.Problem.missingOperand(found: nil)
                } else {
                    error.problem
                }
            return component.report(
                ExpressionError(problem: problem, offset: offset, length: isAtEnd ? 0 : error.length))
        }
        report(error, in: word ?? "", names: [], isOfNode: true)
    }

    private func report(_ error: ExpressionError, in text: String, names: [String], isOfNode: Bool) {
        guard !error.isOfParenthesis || !isCutByComma(text) else {
            return report(.cutExpression)
        }
        let (name, known): (String, [String])
        var expected: String?
        switch error.problem {
        case .unknownName(let unknown, let others): (name, known) = (unknown, others)
        case .unitWithoutName(let unit, let others):
            (name, known) = (unit, others)
            expected = "another name, since \(ExpressionError.ruleOfUnits(unit))"
        default:
            let problem = Problem.custom(error.description, expected: nil, given: nil, allowed: [])
            return diagnostics.report(problem, at: location(of: error.offset, error.length, in: text))
        }
        let written = Set(names.map(\.withUnderscores))
        let allowed = names + known.filter { !written.contains($0) && (isOfNode || $0 != "node") }
        // The name that was meant may have hyphens.
        let word = text.hyphenatedWord(from: error.offset)
        let given = word.contains("-") && word.nearest(in: names) != nil ? word : name
        diagnostics.report(
            .custom(
                "there is no '\(given)' that could be used here", expected: expected, given: given, allowed: allowed),
            at: location(of: error.offset, given.utf8.count, in: text))
    }

    /// The place of a problem that is a number of bytes long, if the text stands on one line as it is.
    private func location(of offset: Int, _ length: Int, in text: String) -> TextLocation {
        let position = node.position
        let rest = position.source.scalars(
            line: position.line, from: position.column, atMost: text.unicodeScalars.count + 1)
        let quote = rest.first == "'" || rest.first == "\"" ? 1 : 0
        guard rest.dropFirst(quote).starts(with: text.unicodeScalars) else { return location }
        func count(_ bytes: Substring.UTF8View) -> Int { String(Substring(bytes)).unicodeScalars.count }
        let column = position.column + quote + count(text.utf8.prefix(offset))
        return TextLocation(
            source: position.source, line: position.line, column: column,
            length: count(text.utf8.dropFirst(offset).prefix(length)))
    }
}

extension Value {
    /// Tests if a comma stands before or behind a text without quotes.
    private func isCutByComma(_ text: String) -> Bool {
        let position = node.position
        let count = text.unicodeScalars.count
        let rest = position.source.scalars(line: position.line, from: position.column, atMost: count + 10)
        guard rest.starts(with: text.unicodeScalars) else { return false }
        let start = max(1, position.column - 10)
        let before = position.source.scalars(line: position.line, from: start, atMost: position.column - start)
        return [rest.dropFirst(count).first { !$0.isBlank }, before.last { !$0.isBlank }].contains(",")
    }
}

extension Problem {
    /// A comma has cut off what was to be an expression.
    static let cutExpression = custom(
        "a comma ends the expression here, since it stands between '{' and '}' or '[' and ']'",
        expected: "the expression in quotes, such as \"hypot(x, y)\"", given: nil, allowed: [])
}

extension ExpressionError {
    fileprivate var isOfParenthesis: Bool { problem == .unclosedParenthesis || problem == .unopenedParenthesis }
}

extension [String] {
    /// A name for examples.
    fileprivate var example: String { first ?? "time" }
}

extension String {
    /// The text with underscores in the place of the hyphens of names, which an expression takes for a minus.
    package func withUnderscores(in names: [String]) -> String {
        let hyphenated = names.filter { $0.contains("-") }.sorted { $0.utf8.count > $1.utf8.count }
        guard !hyphenated.isEmpty else { return self }
        var result = ""
        var rest = self[...]
        while let first = rest.first {
            let isInsideOfName = result.last.map(\.isPartOfName) ?? false
            let name = isInsideOfName ? nil : hyphenated.first { rest.hasPrefix($0) && !rest.continuesName(after: $0) }
            result += name?.withUnderscores ?? String(first)
            rest = rest.dropFirst(name?.count ?? 1)
        }
        return result
    }
}

extension String {
    /// The word that begins at a number of bytes, hyphens included.
    fileprivate func hyphenatedWord(from offset: Int) -> String {
        String(Substring(utf8.dropFirst(offset)).prefix { $0.isPartOfName || $0 == "-" })
    }
}

extension Substring {
    fileprivate func continuesName(after name: String) -> Bool {
        dropFirst(name.count).first.map(\.isPartOfName) ?? false
    }
}

extension Character {
    fileprivate var isPartOfName: Bool { isLetter || isNumber || self == "_" }
}
