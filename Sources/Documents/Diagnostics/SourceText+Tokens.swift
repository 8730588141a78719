extension SourceText {
    /// How far a token is followed on its line: more than anybody wants to see underlined, and few enough that many tokens can
    /// stand on one line.
    package static let longestToken = 1_000

    /// The scalars of a line from a column on, as far as a token is followed.
    package func scalars(line: Int, from column: Int) -> [Unicode.Scalar] {
        scalars(line: line, from: column, atMost: Self.longestToken)
    }

    /// The length of a quoted text or of a list or mapping in brackets, as far as it is followed and up to the end of its line
    /// at most.
    ///
    /// YAML parsers tell where a node begins but not where it ends; a diagnostic wants to underline the whole.
    package func bracketedLength(line: Int, column: Int) -> Int {
        let scalars = scalars(line: line, from: column)
        guard let first = scalars.first else { return 1 }
        let end: Int? =
            switch first {
            case "'", "\"": Self.endOfQuote(in: scalars, from: 0)
            case "[", "{": Self.endOfBrackets(in: scalars)
            default: scalars.firstIndex { $0.isBlank }
            }
        return end ?? Self.lengthWithoutTrailingBlanks(scalars)
    }

    /// The number of scalars without the blanks at the end.
    package static func lengthWithoutTrailingBlanks(_ scalars: [Unicode.Scalar]) -> Int {
        (scalars.lastIndex { !$0.isBlank } ?? 0) + 1
    }

    private static func endOfQuote(in scalars: [Unicode.Scalar], from start: Int) -> Int? {
        let quote = scalars[start]
        var index = start + 1
        while index < scalars.count {
            if scalars[index] == "\\", quote == "\"" {
                index += 1
            } else if scalars[index] == quote {
                guard quote == "'", index + 1 < scalars.count, scalars[index + 1] == quote else { return index + 1 }
                index += 1
            }
            index += 1
        }
        return nil
    }

    private static func endOfBrackets(in scalars: [Unicode.Scalar]) -> Int? {
        var depth = 0
        var index = 0
        var beginsItem = true
        while index < scalars.count {
            switch scalars[index] {
            case "[", "{": depth += 1
            case "]", "}": depth -= 1
            case "'", "\"":
                guard beginsItem else { break }
                guard let end = endOfQuote(in: scalars, from: index) else { return nil }
                index = end - 1
            default: break
            }
            if depth == 0 { return index + 1 }
            beginsItem = "[{,:".unicodeScalars.contains(scalars[index]) || (beginsItem && scalars[index].isBlank)
            index += 1
        }
        return nil
    }
}
