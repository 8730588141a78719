import Foundation

/// A table with a header from a CSV file (RFC 4180): fields are separated by commas and may be quoted; lines end with
/// LF or CR LF.
///
/// Every field knows its place, so that whoever interprets it can say where something is wrong.
public struct DelimitedTable: Sendable {
    /// A field and its place.
    public struct Field: Equatable, Sendable {
        /// The text, without quotation marks, and without spaces around it unless it is quoted.
        public let text: String

        /// The line, from 1.
        public let line: Int

        /// The column of the first character, from 1, counted in Unicode scalars.
        public let column: Int
    }

    /// The file, as it was named by the user.
    public let file: String

    /// The names of the columns.
    public let header: [Field]

    /// The records, each with as many fields as the header.
    public let rows: [[Field]]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: Where it lies.
    ///   - file: How it is called in error messages; its path unless another name is given.
    /// - Throws: ``DataFileError`` with all problems of the form: no such file, not UTF-8, no header, a column twice,
    ///   records that are too short or too long, a quotation mark that is not closed.
    /// - Complexity: O(n) for n bytes.
    public init(contentsOf path: String, named file: String? = nil) throws(DataFileError) {
        let name = file ?? path
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            let reason = FileManager.default.fileExists(atPath: path) ? "cannot be read" : "does not exist"
            throw DataFileError(file: name, problems: [.init("the file \(reason)")])
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw DataFileError(file: name, problems: [.init("the file is not UTF-8 text")])
        }
        try self.init(text: text, named: name)
    }

    /// Reads a text.
    ///
    /// - Throws: ``DataFileError``, as for a file.
    public init(text: String, named file: String) throws(DataFileError) {
        self.file = file
        var parser = DelimitedTextParser(text: text)
        let records = parser.parse()
        var problems = parser.problems
        guard let header = records.first else {
            throw DataFileError(
                file: file, problems: problems + [.init(line: 1, column: 1, "the file is empty: a header is missing")])
        }
        for (index, field) in header.enumerated() where header[..<index].contains(where: { $0.text == field.text }) {
            problems.append(field.problem("the column '\(field.text)' stands twice in the header"))
        }
        for record in records.dropFirst() where record.count != header.count {
            problems.append(
                record[0].problem("the record has \(record.count) fields, but the header has \(header.count)"))
        }
        guard problems.isEmpty else { throw DataFileError(file: file, problems: problems) }
        self.header = header
        rows = Array(records.dropFirst())
    }
}

extension DelimitedTable.Field {
    /// A problem at this field.
    public func problem(_ message: String) -> DataFileError.Problem {
        DataFileError.Problem(
            line: line, column: column, length: max(1, text.unicodeScalars.count), message)
    }

    /// The field as a finite number; anything else is a problem.
    public func number(into problems: inout [DataFileError.Problem]) -> Double? {
        let number = Double(text)
        if let number, number.isFinite { return number }
        let reason = number == nil ? "is not a number" : "is not a finite number"
        problems.append(problem("'\(text)' \(reason)"))
        return nil
    }
}

/// Splits a text into records and fields.
private struct DelimitedTextParser {
    private(set) var problems: [DataFileError.Problem] = []

    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var line = 1
    private var lineStart = 0

    init(text: String) {
        scalars = Array(text.unicodeScalars)
        // A byte order mark is not part of the first name.
        if scalars.first == "\u{FEFF}" { position = 1 }
    }

    mutating func parse() -> [[DelimitedTable.Field]] {
        var records: [[DelimitedTable.Field]] = []
        while position < scalars.count {
            let record = parseRecord()
            let isBlank = record.count == 1 && record[0].text.isEmpty
            if !isBlank { records.append(record) }
        }
        return records
    }

    private mutating func parseRecord() -> [DelimitedTable.Field] {
        var fields: [DelimitedTable.Field] = []
        while true {
            skipSpaces()
            fields.append(peek() == "\"" ? parseQuotedField() : parseField())
            guard let next = peek() else { return fields }
            position += 1
            if next == "," { continue }
            line += 1
            lineStart = position
            return fields
        }
    }

    private mutating func parseField() -> DelimitedTable.Field {
        let start = position
        while let next = peek(), next != ",", next != "\n" { position += 1 }
        var end = position
        while end > start, isSpace(scalars[end - 1]) || scalars[end - 1] == "\r" { end -= 1 }
        return field(String(String.UnicodeScalarView(scalars[start..<end])), at: start)
    }

    private mutating func parseQuotedField() -> DelimitedTable.Field {
        let start = position
        let result = (line: line, column: start - lineStart + 1)
        var text = String.UnicodeScalarView()
        position += 1
        while let next = peek() {
            position += 1
            if next == "\n" {
                line += 1
                lineStart = position
            }
            guard next == "\"" else {
                text.append(next)
                continue
            }
            guard peek() == "\"" else {
                skipToEndOfField()
                return DelimitedTable.Field(text: String(text), line: result.line, column: result.column)
            }
            text.append("\"")
            position += 1
        }
        problems.append(.init(line: result.line, column: result.column, length: 1, "the quotation mark is not closed"))
        return DelimitedTable.Field(text: String(text), line: result.line, column: result.column)
    }

    private mutating func skipToEndOfField() {
        let start = position
        while let next = peek(), next != ",", next != "\n" { position += 1 }
        let isBlank = scalars[start..<position].allSatisfy { isSpace($0) || $0 == "\r" }
        if !isBlank {
            problems.append(
                .init(
                    line: line, column: start - lineStart + 1, length: position - start,
                    "text after the closing quotation mark"))
        }
    }

    private func field(_ text: String, at start: Int) -> DelimitedTable.Field {
        DelimitedTable.Field(text: text, line: line, column: start - lineStart + 1)
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
