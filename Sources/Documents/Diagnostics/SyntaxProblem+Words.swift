extension SyntaxProblem {
    /// libyaml's finding in words that do not presuppose knowledge of a YAML parser.
    package var message: String {
        switch text {
        case "mapping values are not allowed in this context":
            "a ':' cannot stand here"
        case "could not find expected ':'", "did not find expected ':'":
            "missing ':' after a key"
        case "did not find expected key":
            "a key was expected here"
        case "did not find expected '-' indicator":
            "a '-' was expected here"
        case "did not find expected ',' or ']'":
            "the list lacks a ',' or ']'"
        case "did not find expected ',' or '}'":
            "the mapping lacks a ',' or '}'"
        case "did not find expected node content":
            "a value was expected here"
        case "did not find expected <document start>":
            "the document has ended before this text"
        case "found unexpected end of stream" where isInQuotes:
            "the quoted text is not closed"
        case "found undefined alias":
            "this alias names no anchor"
        case "found unknown escape character":
            "unknown escape sequence"
        case "found character that cannot start any token" where scalar == "\t":
            "a tab cannot be used for indentation"
        case "found character that cannot start any token":
            "a value cannot begin with \(String(scalar.map(Character.init) ?? "?").quoted)"
        case "block sequence entries are not allowed in this context":
            "a '-' cannot stand here"
        case "control characters are not allowed":
            "control characters are not allowed"
        default:
            "invalid YAML: \(text)"
        }
    }

    /// How to put it right, and where the surrounding construct had begun.
    package var notes: [String] { (advice.map { [$0] } ?? []) + (origin.map { [$0] } ?? []) }

    private var advice: String? {
        if let meant { return "a blank is missing after a colon: did you mean \(meant.quoted)?" }
        return switch text {
        case "mapping values are not allowed in this context": "a value that contains ': ' needs quotes"
        case "did not find expected key", "did not find expected '-' indicator":
            "check the indentation of this line"
        case "found character that cannot start any token":
            scalar == "\t" ? "expected: spaces" : "text that begins so needs quotes"
        default: nil
        }
    }

    private var origin: String? {
        guard let context, let contextLine else { return nil }
        let construct: String? =
            switch context {
            case "while parsing a block mapping", "while parsing a flow mapping": "the mapping"
            case "while parsing a block collection", "while parsing a flow sequence": "the list"
            case "while scanning a quoted scalar", "while parsing a quoted scalar": "the quoted text"
            case "while scanning a simple key": "the key"
            default: nil
            }
        return construct.map { "\($0) begins on line \(contextLine)" }
    }

    private var isInQuotes: Bool { context == "while scanning a quoted scalar" }
}
