/// Splits the text of an expression into words, one at a time.
struct ExpressionLexer {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var offset = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// The next word, or one of the kind ``ExpressionToken/Kind/end`` again and again.
    mutating func next() throws(ExpressionError) -> ExpressionToken {
        while let scalar = peek(), scalar.properties.isWhitespace { advance() }
        let start = (position, offset)
        guard let scalar = peek() else { return token(.end, from: start) }
        if isDigit(scalar) || (scalar == "." && isDigit(peek(1))) { return try number(from: start) }
        if isLetter(scalar) { return name(from: start) }
        return try symbol(scalar, from: start)
    }

    private typealias Start = (position: Int, offset: Int)

    private mutating func number(from start: Start) throws(ExpressionError) -> ExpressionToken {
        skipDigits()
        if peek() == "." {
            advance()
            skipDigits()
        }
        if peek() == "e" || peek() == "E" {
            let isSigned = peek(1) == "+" || peek(1) == "-"
            if isDigit(peek(isSigned ? 2 : 1)) {
                advance(by: isSigned ? 2 : 1)
                skipDigits()
            }
        }
        let text = text(from: start)
        guard let value = Double(text), value.isFinite else {
            throw ExpressionError(
                problem: .numberOutOfRange(text), offset: start.offset, length: offset - start.offset)
        }
        return token(.number(value), from: start)
    }

    private mutating func name(from start: Start) -> ExpressionToken {
        // Names of ends of edges and of components of vectors have a point, as in 'from.x'.
        while let scalar = peek(), isLetter(scalar) || isDigit(scalar) || (scalar == "." && isLetter(peek(1))) {
            advance()
        }
        switch text(from: start) {
        case "and": return token(.infix(.and), from: start)
        case "or": return token(.infix(.or), from: start)
        case "not": return token(.not, from: start)
        default: return token(.name, from: start)
        }
    }

    private mutating func symbol(_ scalar: Unicode.Scalar, from start: Start) throws(ExpressionError) -> ExpressionToken
    {
        if let following = peek(1) {
            let pair = String(String.UnicodeScalarView([scalar, following]))
            switch pair {
            case "==", "!=", "<=", ">=":
                guard let infix = InfixOperator(rawValue: pair) else { break }
                return take(2, .infix(infix), from: start)
            case "&&": return take(2, .infix(.and), from: start)
            case "||": return take(2, .infix(.or), from: start)
            case "**": throw foreign(2, meant: "'^' for a power", from: start)
            case "//": throw foreign(2, meant: "'floor(a / b)'; '/' divides whole numbers as all others", from: start)
            case "<>": throw foreign(2, meant: "'!='", from: start)
            default: break
            }
        }
        switch scalar {
        case "(": return take(1, .opening, from: start)
        case ")": return take(1, .closing, from: start)
        case ",": return take(1, .comma, from: start)
        case "[": return take(1, .openingBracket, from: start)
        case "]": return take(1, .closingBracket, from: start)
        case "!": return take(1, .not, from: start)
        case "=": throw foreign(1, meant: "'==' for a comparison", from: start)
        case "&": throw foreign(1, meant: "'and'", from: start)
        case "|": throw foreign(1, meant: "'or', or 'abs(x)' for the size of a number", from: start)
        case "%": throw foreign(1, meant: "'mod(a, b)'", from: start)
        default: break
        }
        if let meant = Self.foreignSymbols[scalar] { throw foreign(1, meant: meant, from: start) }
        guard let infix = InfixOperator(rawValue: String(scalar)) else {
            advance()
            throw ExpressionError(
                problem: .unexpectedCharacter(String(scalar)), offset: start.offset, length: offset - start.offset)
        }
        return take(1, .infix(infix), from: start)
    }
}

extension ExpressionLexer {
    /// The symbols of operators elsewhere, and how these are written here.
    private static let foreignSymbols: [Unicode.Scalar: String] = [
        "−": "'-'", "–": "'-'", "×": "'*'", "·": "'*'", "⋅": "'*'", "÷": "'/'", "∕": "'/'", "≤": "'<='", "≥": "'>='",
        "≠": "'!='",
        "²": "'^2'", "³": "'^3'", "√": "'sqrt(x)'", "∞": "a number", "?": "'if(condition, a, b)'",
        "°": "'* pi / 180': angles are in radians",
    ]
}

// MARK: - Characters

extension ExpressionLexer {
    private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        position + distance < scalars.count ? scalars[position + distance] : nil
    }

    private mutating func advance(by count: Int = 1) {
        for _ in 0..<count {
            offset += UTF8.width(scalars[position])
            position += 1
        }
    }

    private mutating func skipDigits() {
        while isDigit(peek()) { advance() }
    }

    private func isDigit(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return false }
        return ("0"..."9").contains(scalar)
    }

    private func isLetter(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return false }
        return scalar == "_" || scalar.properties.isAlphabetic
    }

    private func text(from start: Start) -> String {
        String(String.UnicodeScalarView(scalars[start.position..<position]))
    }

    private func token(_ kind: ExpressionToken.Kind, from start: Start) -> ExpressionToken {
        ExpressionToken(kind: kind, text: text(from: start), offset: start.offset)
    }

    private mutating func take(_ count: Int, _ kind: ExpressionToken.Kind, from start: Start) -> ExpressionToken {
        advance(by: count)
        return token(kind, from: start)
    }

    private mutating func foreign(_ count: Int, meant: String, from start: Start) -> ExpressionError {
        advance(by: count)
        let text = text(from: start)
        return ExpressionError(
            problem: .foreignOperator(text, meant: meant), offset: start.offset, length: text.utf8.count)
    }
}
