import SimulationEngine

extension Value {
    /// The value as a finite number in a range, which may be a formula of numbers, such as `2 * pi`. What is expected in place of a
    /// number so small that it would be 0 is what the range allows unless it is given.
    package func number(_ range: NumberRange = .any, expected: String? = nil) -> Double? {
        let number: Double
        switch scalar {
        case .number(let value): number = value
        case .integer(let text): number = text.double
        default:
            guard let constant else {
                refuse(expected: "a number", meant: withoutUnderscores)
                return nil
            }
            number = constant
        }
        guard number.isFinite else {
            report(.notFinite(subject))
            return nil
        }
        guard number != 0 || isWrittenAsZero || constant != nil else {
            report(
                "\(name) is too small for double precision, in which it would be 0",
                expected: expected ?? range.leastWords)
            return nil
        }
        guard range.contains(number) else {
            report(.outOfRange(subject, range))
            return nil
        }
        diagnostics.whenNumberIsRead?(path, number, nil)
        return number
    }

    /// The value of a formula of numbers; `nil` of what is no such formula, or is a number, also one in quotes.
    var constant: Double? {
        guard let word, Double(word) == nil, let formula = try? FieldExpression(word, fields: []),
            formula.kind == .number, !formula.usesNode, !formula.usesTime
        else { return nil }
        return formula.values(ofNodes: 1).first
    }

    /// True if a number whose value is 0 has no other digits before its exponent.
    private var isWrittenAsZero: Bool {
        text?.prefix { $0 != "e" && $0 != "E" }.allSatisfy { !("1"..."9").contains($0) } ?? true
    }

    /// The value as an integer in a range.
    package func integer(_ range: NumberRange = .any) -> Int? {
        guard let text = integerText else { return nil }
        guard let number: Int = text.converted() else {
            let fallback: NumberRange = text.digits.hasPrefix("-") ? .atLeast(.min) : .atMost(.max)
            report(.outOfRange(subject, range == .any ? fallback : range.contains(text.double) ? fallback : range))
            return nil
        }
        guard range.contains(number) else {
            report(.outOfRange(subject, range))
            return nil
        }
        return number
    }

    /// The value as an integer from 0 to 2^64 - 1, such as a seed.
    package func unsignedInteger() -> UInt64? {
        guard let text = integerText else { return nil }
        guard let number: UInt64 = text.converted() else {
            report("\(name) must be between 0 and \(UInt64.max)")
            return nil
        }
        return number
    }

    /// The value as `true` or `false`.
    package func boolean() -> Bool? {
        if case .boolean(let value) = scalar { return value }
        let meant: String? =
            switch text?.lowercased() {
            case "yes", "on", "y": "true"
            case "no", "off", "n": "false"
            default: nil
            }
        refuse(expected: "true or false", meant: meant)
        return nil
    }

    /// The value as a text that is not empty; a number or truth value in quotes is a text.
    package func string() -> String? {
        guard case .text(let text) = scalar else {
            refuse(expected: "a text", meant: nil)
            return nil
        }
        guard !text.isEmpty else {
            report(.emptyText(subject))
            return nil
        }
        return text
    }

    /// The value as one of a list of names.
    package func choice(of names: [String]) -> String? {
        guard !names.isEmpty else {
            report("\(name) has nothing to choose from: there is nothing that it could name")
            return nil
        }
        guard let text, form == .scalar, !text.isEmpty else {
            refuseName(names)
            return nil
        }
        guard names.contains(text) else {
            report(.unknownName(subject, name: text, allowed: names))
            return nil
        }
        return text
    }

    /// The value as one of the cases of a type, named by their raw values.
    package func choice<Choice>(of type: Choice.Type = Choice.self) -> Choice?
    where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
        choice(of: Choice.allCases.map(\.rawValue)).flatMap(Choice.init(rawValue:))
    }

    // MARK: Parts

    private var scalar: ScalarValue? {
        guard case .scalar(let scalar) = node.content else { return nil }
        return ScalarValue(scalar)
    }

    /// The scalar as it was written, `nil` for a list or a mapping.
    package var text: String? {
        guard case .scalar(let scalar) = node.content else { return nil }
        return scalar.text
    }

    /// The scalar as it is written, whether it could be a number or not; `nil` for nothing, a list or a mapping.
    package var word: String? { text.flatMap { $0.isEmpty ? nil : $0 } }

    private var integerText: ScalarValue.IntegerText? {
        switch scalar {
        case .integer(let text): return text
        case .number(let number):
            refuse(expected: "an integer", meant: Int(exactly: number).map(String.init))
        default: refuse(expected: "an integer", meant: withoutUnderscores)
        }
        return nil
    }

    /// The number that is left of a text such as `1_000` without its underscores.
    private var withoutUnderscores: String? {
        guard let text, text.contains("_") else { return nil }
        let digits = text.filter { $0 != "_" }
        if case .integer = ScalarValue(plain: digits) { return digits }
        if case .number = ScalarValue(plain: digits) { return digits }
        return nil
    }

    private func refuseName(_ names: [String]) {
        if text == "", form == .scalar { return report(.emptyText(subject)) }
        refuse(expected: "one of \(names.joined(separator: ", "))", meant: nil)
    }
}
