import Foundation

/// A CSV file (RFC 4180) that is written row by row: a header, fields separated by commas and quoted where they must
/// be, numbers in the shortest form that reads back as the same double, lines ending with LF.
///
/// Rows are collected in memory and written some 64 KiB at a time, only whole ones, so that the file consists of
/// complete rows at every moment.
public final class CSVFile {
    /// Where the file lies.
    public let path: String

    /// The names of the columns.
    public let columns: [String]

    private static let bufferSize = 1 << 16
    private let handle: FileHandle
    private var buffer: [UInt8] = []
    private var isAtStartOfRow = true

    /// Creates a file with a header.
    ///
    /// - Throws: ``RecordingError/cannotCreate(path:reason:)``, also if there is such a file already.
    public init(creating path: String, columns: [String]) throws(RecordingError) {
        self.path = path
        self.columns = columns
        do {
            let url = URL(fileURLWithPath: path)
            try Data().write(to: url, options: .withoutOverwriting)
            handle = try FileHandle(forWritingTo: url)
        } catch {
            throw .cannotCreate(path: path, reason: error.localizedDescription)
        }
        buffer.reserveCapacity(Self.bufferSize + 1024)
        for column in columns { append(CSVText(column)) }
        buffer.append(UInt8(ascii: "\n"))
        isAtStartOfRow = true
    }

    /// Appends a number to the present row.
    public func append(_ number: Double) {
        separate()
        buffer.append(contentsOf: number.description.utf8)
    }

    /// Appends a text to the present row.
    public func append(_ text: CSVText) {
        separate()
        buffer.append(contentsOf: text.bytes)
    }

    /// Ends the present row.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``.
    public func endRow() throws(RecordingError) {
        buffer.append(UInt8(ascii: "\n"))
        isAtStartOfRow = true
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Writes all rows that have ended.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``.
    public func flush() throws(RecordingError) {
        guard !buffer.isEmpty else { return }
        do {
            try handle.write(contentsOf: buffer)
        } catch {
            throw .cannotWrite(path: path, reason: error.localizedDescription)
        }
        buffer.removeAll(keepingCapacity: true)
    }

    private func separate() {
        if !isAtStartOfRow { buffer.append(UInt8(ascii: ",")) }
        isAtStartOfRow = false
    }
}

/// A text as it stands in a CSV file: in quotation marks if it has any, or a comma or line break.
public struct CSVText: Equatable, Sendable {
    let bytes: [UInt8]

    /// Makes a text ready for a CSV file.
    public init(_ text: String) {
        let special: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        guard text.utf8.contains(where: special.contains) || text.first == " " || text.last == " " else {
            bytes = Array(text.utf8)
            return
        }
        let quotationMark = UInt8(ascii: "\"")
        var quoted = [quotationMark]
        for byte in text.utf8 {
            if byte == quotationMark { quoted.append(quotationMark) }
            quoted.append(byte)
        }
        bytes = quoted + [quotationMark]
    }
}
