/// Splits a text into records and fields, and notes what is wrong with its form.
struct DelimitedTextParser {
    /// In the order of their places.
    private(set) var problems: [DataFileError.Problem] = []

    /// True if the text ended within quotation marks, so that the last record is not one.
    private(set) var endsInQuotation = false

    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var line = 1
    private var lineStart = 0
    private var hasReportedCarriageReturn = false

    init(text: String) {
        scalars = Array(text.unicodeScalars)
        // A byte order mark is not part of the first name.
        if scalars.first == "\u{FEFF}" {
            position = 1
            lineStart = 1
        }
    }

    /// Reads all records but blank lines.
    mutating func parse() -> [[DelimitedTable.Field]] {
        var records: [[DelimitedTable.Field]] = []
        while position < scalars.count {
            let record = parseRecord()
            // Nothing stands in a blank line; two quotation marks are an empty field.
            let isBlank = record.count == 1 && record[0].length == 0
            if !isBlank { records.append(record) }
        }
        return records
    }

    private mutating func parseRecord() -> [DelimitedTable.Field] {
        var fields: [DelimitedTable.Field] = []
        while true {
            skipSpaces()
            fields.append(peek() == "\"" ? parseQuotedField() : parseField())
            guard let end = peek() else { return fields }
            position += 1
            if end == "," { continue }
            line += 1
            lineStart = position
            return fields
        }
    }

    private mutating func parseField() -> DelimitedTable.Field {
        let start = position
        let end = skipToEndOfField()
        let column = start - lineStart + 1
        guard end - start <= DataFileError.longestField else { return longField(line: line, column: column) }
        return DelimitedTable.Field(text: text(start..<end), line: line, column: column, length: end - start)
    }

    private mutating func parseQuotedField() -> DelimitedTable.Field {
        let (start, startLine, column) = (position, line, position - lineStart + 1)
        var text = String.UnicodeScalarView()
        var lengthInFirstLine: Int?
        position += 1
        while let next = peek() {
            position += 1
            if next == "\n" {
                lengthInFirstLine = lengthInFirstLine ?? position - 1 - start
                line += 1
                lineStart = position
            }
            guard next == "\"" else {
                if position - start <= DataFileError.longestField { text.append(next) }
                continue
            }
            guard peek() == "\"" else {
                guard position - start <= DataFileError.longestField else {
                    return longField(line: startLine, column: column)
                }
                let length = lengthInFirstLine ?? position - start
                reportTextAfterQuotation()
                return DelimitedTable.Field(text: String(text), line: startLine, column: column, length: length)
            }
            text.append("\"")
            position += 1
        }
        endsInQuotation = true
        problems.append(.init(line: startLine, column: column, length: 1, "the quotation mark is not closed"))
        return DelimitedTable.Field(text: String(text), line: startLine, column: column, length: 1)
    }

    /// The field in place of one that is too long.
    private mutating func longField(line: Int, column: Int) -> DelimitedTable.Field {
        problems.append(.init(line: line, column: column, length: 1, DataFileError.isTooLong))
        return DelimitedTable.Field(text: "", line: line, column: column, length: 1)
    }

    private mutating func reportTextAfterQuotation() {
        skipSpaces()
        let start = position
        let end = skipToEndOfField()
        guard end > start else { return }
        problems.append(
            .init(
                line: line, column: start - lineStart + 1, length: end - start,
                "text after the closing quotation mark"))
    }

    /// - Returns: Where the field ends, without spaces and the carriage return of a line's end.
    private mutating func skipToEndOfField() -> Int {
        let start = position
        while let next = peek(), next != ",", next != "\n" {
            position += 1
            if next == "\r" { reportLoneCarriageReturn() }
        }
        var end = position
        while end > start, isSpace(scalars[end - 1]) || scalars[end - 1] == "\r" { end -= 1 }
        return end
    }

    /// Once is enough: in the files of some old programs it stands at the end of each line.
    private mutating func reportLoneCarriageReturn() {
        guard !hasReportedCarriageReturn, let next = peek(), next != "\n" else { return }
        hasReportedCarriageReturn = true
        problems.append(
            .init(
                line: line, column: position - lineStart, length: 1,
                "a carriage return without a line feed: lines end with LF or CR LF"))
    }

    private func text(_ range: Range<Int>) -> String {
        String(String.UnicodeScalarView(scalars[range]))
    }

    private mutating func skipSpaces() {
        while let next = peek(), isSpace(next) { position += 1 }
    }

    private func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t"
    }

    private func peek() -> Unicode.Scalar? {
        position < scalars.count ? scalars[position] : nil
    }
}
