import SimulationEngine

extension Value {
    /// The value as an expression over names. A number is one, too.
    ///
    /// Hyphens in names need not be written as underscores. Problems are shown at their place in the text.
    ///
    /// - Parameters:
    ///   - names: What the expression may use besides what all expressions may.
    ///   - kind: What it must give.
    /// - Returns: The expression; `nil` if it was refused, which is reported.
    func expression(over names: [String], _ kind: FieldExpression.Kind) -> FieldExpression? {
        guard let word else {
            refuse(
                expected: kind == .number ? "a number or an expression" : "a condition such as '\(names.example) > 1'")
            return nil
        }
        do throws(ExpressionError) {
            let expression = try FieldExpression(word.withUnderscores(in: names), fields: names)
            guard expression.kind == kind else {
                report(
                    kind == .truth
                        ? "\(name) must be a condition such as '\(names.example) > 1', not a number"
                        : "\(name) must be a number, not a condition")
                return nil
            }
            return expression
        } catch {
            report(error, in: word)
            return nil
        }
    }

    private func report(_ error: ExpressionError, in text: String) {
        let problem: Problem =
            switch error.problem {
            case .unknownName(let name, let known):
                .custom("there is no '\(name)' that could be used here", expected: nil, given: name, allowed: known)
            default: .custom(error.description, expected: nil, given: nil, allowed: [])
            }
        diagnostics.report(problem, at: location(of: error, in: text))
    }

    /// The place of a problem, if the text stands on one line as it is.
    private func location(of error: ExpressionError, in text: String) -> TextLocation {
        let position = node.position
        let rest = position.source.scalars(line: position.line, from: position.column)
        let quote = rest.first == "'" || rest.first == "\"" ? 1 : 0
        guard rest.dropFirst(quote).starts(with: text.unicodeScalars) else { return location }
        let before = text.utf8.prefix(error.offset)
        let column = position.column + quote + String(Substring(before)).unicodeScalars.count
        return TextLocation(source: position.source, line: position.line, column: column, length: error.length)
    }
}

extension [String] {
    /// A name for examples.
    fileprivate var example: String { first ?? "time" }
}

extension String {
    /// The text with underscores in the place of the hyphens of names, which an expression takes for a minus.
    fileprivate func withUnderscores(in names: [String]) -> String {
        let hyphenated = names.filter { $0.contains("-") }.sorted { $0.utf8.count > $1.utf8.count }
        guard !hyphenated.isEmpty else { return self }
        var result = ""
        var rest = self[...]
        while let first = rest.first {
            let isInsideOfName = result.last.map(\.isPartOfName) ?? false
            let name = isInsideOfName ? nil : hyphenated.first { rest.hasPrefix($0) && !rest.continuesName(after: $0) }
            result += name.map { $0.map { $0 == "-" ? "_" : String($0) }.joined() } ?? String(first)
            rest = rest.dropFirst(name?.count ?? 1)
        }
        return result
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
