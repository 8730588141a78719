extension String {
    /// The text as it has to be written in a scenario to be read as this text: with quotes only where it needs them,
    /// also within a list in brackets.
    package var asYAML: String {
        let isPrintable = unicodeScalars.allSatisfy { $0.printable == String($0) }
        guard isPrintable else { return inDoubleQuotes }
        guard !isPlainYAML else { return self }
        return "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
    }

    /// The text in double quotes, which can hold any text.
    package var inDoubleQuotes: String {
        let escaped = unicodeScalars.map { scalar in
            if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
            guard scalar.printable != String(scalar) else { return String(scalar) }
            let digits = String(scalar.value, radix: 16)
            return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
        }
        return "\"\(escaped.joined())\""
    }

    /// True if a YAML reader takes the text without quotes for this text. Not all of the texts that YAML allows.
    private var isPlainYAML: Bool {
        guard let first = unicodeScalars.first, let last = unicodeScalars.last else { return false }
        // A text that the reader of a name takes as it is written, such as a number, needs no quotes; nothing at all does.
        guard ScalarValue(plain: self) != .null, !first.isBlank, !last.isBlank, last != ":" else { return false }
        guard !"-?:,[]{}#&*!|>'\"%@`".unicodeScalars.contains(first) || ScalarValue(plain: self).isNumber else {
            return false
        }
        let isSafe = unicodeScalars.allSatisfy { !",[]{}".unicodeScalars.contains($0) }
        return isSafe && !contains(": ") && !contains(" #")
    }
}

extension ScalarValue {
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .number: true
        default: false
        }
    }
}
