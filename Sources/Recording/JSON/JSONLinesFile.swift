/// Newline-delimited JSON: each row is an object on a line of its own, with the names of the columns as keys.
///
/// Numbers are in the shortest form that reads back as the same double. JSON has no numbers that are infinite or not a
/// number: they are `null`, as is what is left empty. Text is UTF-8. Lines are written whole, as those of a ``CSVFile``.
package final class JSONLinesFile {
    /// The names of the columns.
    package let columns: [String]

    let file: RecordFile
    private let buffer: TextBuffer

    /// The bytes before the value of each column.
    private let keys: [[UInt8]]
    private var position = 0

    /// Where the file lies, or what the stream is.
    package var path: String { file.path }

    private static let null = Array("null".utf8)

    /// Creates a file.
    ///
    /// - Throws: ``RecordingError/cannotCreate(path:reason:)``, also if there is such a file already.
    package convenience init(creating path: String, columns: [String]) throws(RecordingError) {
        try self.init(path, opening: .new, columns: columns)
    }

    /// Opens a file.
    ///
    /// - Throws: ``RecordingError/cannotCreate(path:reason:)``, ``RecordingError/cannotResume(path:reason:)``.
    package convenience init(_ path: String, opening: FileOpening, columns: [String]) throws(RecordingError) {
        try self.init(RecordFile(path, opening: opening), columns: columns)
    }

    /// Writes to a stream.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - isResuming: True if nothing is written before a checkpoint has been read.
    ///   - columns: The names of the columns.
    package convenience init(_ stream: TextStream, isResuming: Bool = false, columns: [String]) {
        self.init(RecordFile(stream, isResuming: isResuming), columns: columns)
    }

    private init(_ file: RecordFile, columns: [String]) {
        self.file = file
        self.columns = columns
        buffer = file.text
        keys = columns.enumerated().map { index, column in
            Array((index == 0 ? "{" : ",").utf8) + column.inJSON + Array(":".utf8)
        }
    }

    /// Writes the key of the next column. What has none is refused at the end of the row.
    @inline(__always)
    private func beginValue() {
        if position < keys.count { buffer.append(contentsOf: keys[position]) }
        position += 1
    }
}

extension JSONLinesFile: FileTable {
    /// The text in quotation marks, with escapes where it needs them.
    package func text(_ text: String) -> TableText { TableText(bytes: text.inJSON) }

    /// Appends a number, or `null` if it is not finite.
    package func append(_ number: Double) {
        beginValue()
        if number.isFinite { buffer.append(number) } else { buffer.append(contentsOf: Self.null) }
    }

    /// Appends an integer.
    package func append(integer number: Int) {
        beginValue()
        buffer.append(number)
    }

    /// Appends a text.
    package func append(_ text: TableText) {
        beginValue()
        buffer.append(contentsOf: text.bytes)
    }

    /// Appends `null`.
    package func appendNothing() {
        beginValue()
        buffer.append(contentsOf: Self.null)
    }

    /// Ends the present object and its line.
    ///
    /// - Throws: ``RecordingError/wrongRow(table:valueCount:columnCount:)``; ``RecordingError/cannotWrite(path:reason:)``, after
    ///   which the rows that were not written stay in memory.
    package func endRow() throws(RecordingError) {
        let count = position
        position = 0
        try checkRow(of: count)
        if count == 0 { buffer.append(UInt8(ascii: "{")) }
        buffer.append(UInt8(ascii: "}"))
        buffer.append(UInt8(ascii: "\n"))
        try file.endRecord()
    }
}

extension String {
    /// The text as JSON (RFC 8259) in UTF-8.
    fileprivate var inJSON: [UInt8] {
        var json = [UInt8(ascii: "\"")]
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): json += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): json += Array("\\n".utf8)
            case UInt8(ascii: "\r"): json += Array("\\r".utf8)
            case UInt8(ascii: "\t"): json += Array("\\t".utf8)
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                json += Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
            default: json.append(byte)
            }
        }
        return json + [UInt8(ascii: "\"")]
    }
}
