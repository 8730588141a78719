import Essentials

/// Splits a text of the graph modelling language into keys, numbers, texts and brackets.
struct GMLScanner {
    struct Token {
        let content: Content
        let start: Int
        let end: Int
        let line: Int
        let lineStart: Int
    }

    enum Content: Equatable {
        case key(String)
        case number(String)
        case text(String)
        case open, close
    }

    private let file: FileBytes
    private var position: Int
    private var line = 1
    private var lineStart = 0

    init(_ file: FileBytes) {
        self.file = file
        position = file.bytes.textStart
    }

    /// The next token, or `nil` at the end.
    mutating func next() throws(DataFileError) -> Token? {
        skipBlanks()
        guard let byte = peek() else { return nil }
        let (start, startLine, startOfLine) = (position, line, lineStart)
        let token = { (content: Content, end: Int) in
            Token(content: content, start: start, end: end, line: startLine, lineStart: startOfLine)
        }
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "]"):
            position += 1
            return token(byte == UInt8(ascii: "[") ? .open : .close, position)
        case UInt8(ascii: "\""):
            guard let range = quotedRange() else {
                throw failure(token(.text(""), start + 1), "the quotation mark is not closed")
            }
            return token(.text(try text(range, token).withoutEntities), position)
        default:
            let word = try text(wordRange(), token)
            if byte.isDigit || [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ".")].contains(byte) {
                guard Double(decimal: word) != nil else {
                    throw failure(token(.key(word), position), "'\(word)' is not a number")
                }
                return token(.number(word), position)
            }
            guard word.utf8.allSatisfy({ $0.isPartOfKey }) else {
                throw failure(token(.key(word), position), "'\(word)' is neither a key nor a value")
            }
            return token(.key(word), position)
        }
    }

    func place(_ token: Token) -> DataFileError.Problem {
        file.problem(inLine: token.line, startingAt: token.lineStart, from: token.start, to: token.end, "")
    }

    func failure(_ token: Token, _ message: String) -> DataFileError {
        let problem = file.problem(
            inLine: token.line, startingAt: token.lineStart, from: token.start, to: token.end, message)
        return DataFileError(file: file.name, problems: [problem])
    }

    private func peek() -> UInt8? { position < file.bytes.count ? file.bytes[position] : nil }

    /// Skips white space and lines that begin with `#`.
    private mutating func skipBlanks() {
        while let byte = peek() {
            if byte == UInt8(ascii: "\n") {
                newLine()
            } else if byte == UInt8(ascii: "#") {
                while let other = peek(), other != UInt8(ascii: "\n") { position += 1 }
            } else if byte.isBlank {
                position += 1
            } else {
                return
            }
        }
    }

    private mutating func newLine() {
        position += 1
        line += 1
        lineStart = position
    }

    /// The text in a range, which the first token is about.
    private func text(_ range: Range<Int>, _ token: (Content, Int) -> Token) throws(DataFileError) -> String {
        guard range.count <= DataFileError.longestField else {
            throw failure(token(.text(""), range.lowerBound + 1), DataFileError.isTooLong)
        }
        return String(decoding: file.bytes[range], as: UTF8.self)
    }

    private mutating func wordRange() -> Range<Int> {
        let start = position
        while let byte = peek(), !byte.isBlank, byte != UInt8(ascii: "["), byte != UInt8(ascii: "]") { position += 1 }
        return start..<position
    }

    /// The text of a quotation, without its marks.
    private mutating func quotedRange() -> Range<Int>? {
        position += 1
        let start = position
        while let byte = peek(), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\n") { newLine() } else { position += 1 }
        }
        guard peek() != nil else { return nil }
        position += 1
        return start..<position - 1
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool {
        self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
            || self == UInt8(ascii: "\n")
    }

    fileprivate var isPartOfKey: Bool {
        isDigit || self == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}

extension String {
    /// The text with the characters that entities such as `&quot;` and `&#252;` stand for.
    fileprivate var withoutEntities: String {
        guard contains("&") else { return self }
        var result = ""
        var rest = self[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            guard let end = rest.firstIndex(of: ";"), let character = Self.character(rest[start..<end].dropFirst())
            else {
                result += "&"
                rest = rest.dropFirst()
                continue
            }
            result.append(character)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func character(_ entity: Substring) -> Character? {
        let known: [Substring: Character] = ["quot": "\"", "amp": "&", "lt": "<", "gt": ">", "apos": "'"]
        if let character = known[entity] { return character }
        guard entity.hasPrefix("#") else { return nil }
        let number = entity.dropFirst()
        let code = number.hasPrefix("x") ? UInt32(number.dropFirst(), radix: 16) : UInt32(number)
        return code.flatMap(Unicode.Scalar.init).map(Character.init)
    }
}
