/// A table with a header from a CSV file (RFC 4180): fields are separated by commas and may be quoted; lines end with
/// LF or CR LF.
///
/// Every field knows its place, so that whoever interprets it can say where something is wrong.
public struct DelimitedTable: Sendable {
    /// A field and its place.
    package struct Field: Equatable, Sendable {
        /// The text, without quotation marks, and without spaces around it unless it is quoted.
        package let text: String

        /// The line, from 1.
        package let line: Int

        /// The column of the first character or quotation mark, from 1, counted in Unicode scalars.
        package let column: Int

        /// How many characters the field takes up in its first line, quotation marks included.
        package let length: Int
    }

    /// The file, as it was named by the user.
    package let file: String

    /// The names of the columns.
    package let header: [Field]

    /// The records, each with as many fields as the header.
    package let rows: [[Field]]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: Where it lies.
    ///   - file: How it is called in error messages; its path unless another name is given.
    /// - Throws: ``DataFileError`` with all problems of the form: no such file, not UTF-8, no header, fields separated
    ///   by semicolons or tabs (which is told alone, since all else follows from it), a column twice, records that are
    ///   too short or too long, a quotation mark that is not closed or has text behind it, a carriage return that ends
    ///   no line.
    /// - Complexity: O(n) for n bytes.
    public init(contentsOf path: String, named file: String? = nil) throws(DataFileError) {
        try self.init(text: try Self.text(of: path, named: file ?? path), named: file ?? path)
    }

    /// Reads a file, and all records that have as many fields as the header.
    ///
    /// - Returns: The table without records that are too short or too long, and a problem for each of these.
    /// - Throws: ``DataFileError``, as ``init(contentsOf:named:)`` but for these.
    package static func reading(
        contentsOf path: String
    ) throws(DataFileError) -> (table: DelimitedTable, misfits: [DataFileError.Problem]) {
        var misfits: [DataFileError.Problem] = []
        let table = try DelimitedTable(text: try text(of: path, named: path), named: path, misfits: &misfits)
        return (table, misfits)
    }

    /// The memory that a byte of a file takes at least while a table is made of it: itself, in the text, and as a scalar.
    private static let bytesPerByte = 6.0

    private static func text(of path: String, named name: String) throws(DataFileError) -> String {
        let bytes: [UInt8]
        do throws(InputFile.Failure) {
            bytes = try InputFile(path).bytes(expandedBy: bytesPerByte)
        } catch {
            throw DataFileError(file: name, problems: [.init(error.sentence)])
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw DataFileError(file: name, problems: [.init("the file is not UTF-8 text")])
        }
        return text
    }

    /// Reads a text.
    ///
    /// - Throws: ``DataFileError``, as for a file.
    package init(text: String, named file: String) throws(DataFileError) {
        var misfits: [DataFileError.Problem] = []
        try self.init(text: text, named: file, misfits: &misfits)
        guard misfits.isEmpty else { throw DataFileError(file: file, problems: misfits) }
    }

    /// Reads a text; records with another number of fields than the header are left out and told as misfits, unless there
    /// are other problems: these are thrown with them.
    private init(text: String, named file: String, misfits: inout [DataFileError.Problem]) throws(DataFileError) {
        self.file = file
        var parser = DelimitedTextParser(text: text)
        let records = parser.parse()
        var problems = parser.problems
        guard let header = records.first else {
            throw DataFileError(
                file: file, problems: problems + [.init(line: 1, column: 1, "the file is empty: a header is missing")])
        }
        if let problem = Self.otherSeparator(header) { throw DataFileError(file: file, problems: [problem]) }
        var names: Set<String> = []
        for field in header where !names.insert(field.text).inserted {
            problems.append(field.problem("the column '\(field.text)' stands twice in the header"))
        }
        self.header = header
        let all = records.dropFirst()
        // The number of fields behind an open quotation mark says nothing about the record.
        for record in parser.endsInQuotation ? all.dropLast() : all where record.count != header.count {
            let count = record.count == 1 ? "1 field" : "\(record.count) fields"
            misfits.append(record[0].problem("the record has \(count), but the header has \(header.count)"))
        }
        rows = misfits.isEmpty ? Array(all) : all.filter { $0.count == header.count }
        guard problems.isEmpty else {
            throw DataFileError(file: file, problems: DataFileError.inOrder(problems + misfits))
        }
    }

    /// The problem of a header that is one field because another separator than the comma is used.
    private static func otherSeparator(_ header: [Field]) -> DataFileError.Problem? {
        guard header.count == 1, let field = header.first, field.length == field.text.unicodeScalars.count else {
            return nil
        }
        for (separator, name) in [(";" as Unicode.Scalar, "';'"), ("\t", "a tab")] {
            guard let position = field.text.unicodeScalars.firstIndex(of: separator) else { continue }
            let offset = field.text.unicodeScalars[..<position].count
            return DataFileError.Problem(
                line: field.line, column: field.column + offset, length: 1,
                "the separator seems to be \(name), but fields must be separated by ',' (and decimals by '.')")
        }
        return nil
    }

}

extension DelimitedTable.Field {
    /// A problem at this field.
    public func problem(_ message: String) -> DataFileError.Problem {
        DataFileError.Problem(line: line, column: column, length: max(1, length), message)
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
