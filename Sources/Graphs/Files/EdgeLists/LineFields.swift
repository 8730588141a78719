import Essentials

/// The fields of a line of text and their places.
struct LineFields {
    /// A field: where it lies in the bytes of the file, and where its text does, without quotation marks.
    struct Field {
        let start: Int
        let end: Int
        let text: Range<Int>

        /// True if two quotation marks in the text stand for one.
        var hasEscapes = false
    }

    private(set) var fields: [Field] = []

    /// The problem with the form of the line: the place, and the message.
    private(set) var problem: (start: Int, end: Int, message: String)?

    private let bytes: UnsafeBufferPointer<UInt8>
    private let separator: FieldSeparator

    private static let quotation = UInt8(ascii: "\"")

    init(_ bytes: UnsafeBufferPointer<UInt8>, separatedBy separator: FieldSeparator) {
        self.bytes = bytes
        self.separator = separator
    }

    /// Splits a line, without what ends it.
    mutating func split(_ line: Range<Int>) {
        fields.removeAll(keepingCapacity: true)
        problem = nil
        appendFields(of: line)
        refuseLongFields()
        // A tab at the end of a line separates it from nothing.
        if separator == .tab, fields.count > 2, let last = fields.last, last.start == last.end { fields.removeLast() }
    }

    private mutating func refuseLongFields() {
        for (index, field) in fields.enumerated() where field.end - field.start > DataFileError.longestField {
            problem = (field.start, field.start + 1, DataFileError.isTooLong)
            fields[index] = Field(start: field.start, end: field.start + 1, text: field.start..<field.start)
        }
    }

    private mutating func appendFields(of line: Range<Int>) {
        var position = line.lowerBound
        while true {
            skipBlanks(&position, line.upperBound)
            if separator == .blanks, position == line.upperBound { return }
            if position < line.upperBound, bytes[position] == Self.quotation {
                appendQuoted(&position, line.upperBound)
            } else {
                appendPlain(&position, line.upperBound)
            }
            guard position < line.upperBound else { return }
            position += 1
        }
    }

    func text(_ field: Field) -> String {
        let text = String(decoding: bytes[field.text], as: UTF8.self)
        return field.hasEscapes ? text.replacing("\"\"", with: "\"") : text
    }

    private func skipBlanks(_ position: inout Int, _ end: Int) {
        while position < end, separator.isBlank(bytes[position]) { position += 1 }
    }

    private mutating func appendPlain(_ position: inout Int, _ lineEnd: Int) {
        let start = position
        skipField(&position, lineEnd)
        var end = position
        while end > start, separator.isBlank(bytes[end - 1]) { end -= 1 }
        fields.append(Field(start: start, end: end, text: start..<end))
    }

    private mutating func appendQuoted(_ position: inout Int, _ lineEnd: Int) {
        let start = position
        var hasEscapes = false
        position += 1
        while position < lineEnd {
            guard bytes[position] == Self.quotation else {
                position += 1
                continue
            }
            guard position + 1 < lineEnd, bytes[position + 1] == Self.quotation else { break }
            hasEscapes = true
            position += 2
        }
        guard position < lineEnd else {
            problem = (start, start + 1, "the quotation mark is not closed")
            fields.append(Field(start: start, end: start + 1, text: start..<start))
            return
        }
        position += 1
        fields.append(Field(start: start, end: position, text: start + 1..<position - 1, hasEscapes: hasEscapes))
        let rest = position
        skipField(&position, lineEnd)
        var (first, last) = (rest, position)
        while first < last, separator.isBlank(bytes[first]) { first += 1 }
        while last > first, separator.isBlank(bytes[last - 1]) { last -= 1 }
        if first < last { problem = (first, last, "text after the closing quotation mark") }
    }

    private func skipField(_ position: inout Int, _ end: Int) {
        if separator == .blanks {
            while position < end, !separator.isBlank(bytes[position]) { position += 1 }
        } else {
            while position < end, bytes[position] != separator.byte { position += 1 }
        }
    }
}

/// The lines of a text one after the other.
struct TextLines {
    private let bytes: UnsafeBufferPointer<UInt8>

    /// The number of the present line, from 1.
    private(set) var number: Int

    /// The present line, without what ends it.
    private(set) var range: Range<Int>

    private var next: Int

    /// Stands before the line that begins at a position.
    init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int, number: Int = 1) {
        self.bytes = bytes
        self.number = number - 1
        range = position..<position
        next = position
    }

    /// Goes on to the next line that is neither empty nor a comment; `false` if there is none.
    mutating func advance() -> Bool {
        while next < bytes.count {
            let start = next
            var end = start
            while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
            next = end + 1
            number += 1
            if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
            range = start..<end
            var first = start
            while first < end, FieldSeparator.blanks.isBlank(bytes[first]) { first += 1 }
            if first < end, bytes[first] != UInt8(ascii: "#"), bytes[first] != UInt8(ascii: "%") { return true }
        }
        return false
    }

    /// Where the line after the present one begins.
    var end: Int { min(next, bytes.count) }
}
