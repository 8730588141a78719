/// A CSV file (RFC 4180) that is written row by row: a header, fields separated by commas and quoted where they must
/// be, numbers in the shortest form that reads back as the same double, lines ending with LF.
///
/// Rows are collected in memory and written some 64 KiB at a time, only whole ones, so that the file consists of
/// complete rows whenever a write is over, also one that failed.
public final class CSVFile {
    /// The names of the columns.
    public let columns: [String]

    let file: RecordFile
    private let buffer: TextBuffer

    /// The number of values in the present row.
    private var position = 0

    /// Where the file lies, or what the stream is.
    public var path: String { file.path }

    /// Creates a file with a header.
    ///
    /// - Throws: ``RecordingError/cannotCreate(path:reason:)``, also if there is such a file already.
    public convenience init(creating path: String, columns: [String]) throws(RecordingError) {
        try self.init(path, opening: .new, columns: columns)
    }

    /// Opens a file, which gets a header unless a checkpoint is to tell where it goes on.
    ///
    /// - Throws: ``RecordingError/cannotCreate(path:reason:)``, ``RecordingError/cannotResume(path:reason:)``.
    public convenience init(_ path: String, opening: FileOpening, columns: [String]) throws(RecordingError) {
        try self.init(RecordFile(path, opening: opening), columns: columns)
    }

    /// Writes to a stream, beginning with a header.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - isResuming: True if a checkpoint is to tell that the beginning has been written before; nothing is written
    ///     until it has been read.
    ///   - columns: The names of the columns.
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``.
    public convenience init(
        _ stream: TextStream, isResuming: Bool = false, columns: [String]
    ) throws(RecordingError) {
        try self.init(RecordFile(stream, isResuming: isResuming), columns: columns)
    }

    private init(_ file: RecordFile, columns: [String]) throws(RecordingError) {
        self.file = file
        self.columns = columns
        buffer = file.text
        for column in columns { append(CSVText(column)) }
        try endRow()
        // A file whose run is killed early is a table all the same.
        try flush()
    }

    /// Appends a text to the present row.
    package func append(_ text: CSVText) {
        separate()
        buffer.append(contentsOf: text.bytes)
    }

    @inline(__always)
    private func separate() {
        if position > 0 { buffer.append(UInt8(ascii: ",")) }
        position &+= 1
    }
}

extension CSVFile: FileTable {
    /// The text with quotation marks where it needs them.
    public func text(_ text: String) -> TableText { TableText(bytes: CSVText(text).bytes) }

    /// Appends a number to the present row.
    public func append(_ number: Double) {
        separate()
        buffer.append(number)
    }

    /// Appends an integer to the present row, without a decimal point.
    public func append(integer number: Int) {
        separate()
        buffer.append(number)
    }

    /// Appends numbers to the present row, one after the other.
    ///
    /// - Complexity: O(*n*), without allocation unless the row has become the longest so far.
    public func append(contentsOf numbers: Span<Double>) {
        for position in numbers.indices {
            separate()
            buffer.append(numbers[position])
        }
    }

    /// Appends a text to the present row.
    public func append(_ text: TableText) {
        separate()
        buffer.append(contentsOf: text.bytes)
    }

    /// Appends nothing between two commas.
    public func appendNothing() { separate() }

    /// Ends the present row.
    ///
    /// - Throws: ``RecordingError/wrongRow(table:valueCount:columnCount:)``; ``RecordingError/cannotWrite(path:reason:)``, after
    ///   which the rows that were not written stay in memory.
    public func endRow() throws(RecordingError) {
        let count = position
        position = 0
        try checkRow(of: count)
        buffer.append(UInt8(ascii: "\n"))
        try file.endRecord()
    }
}
