import Foundation

/// A CSV file (RFC 4180) that is written row by row: a header, fields separated by commas and quoted where they must
/// be, numbers in the shortest form that reads back as the same double, lines ending with LF.
///
/// Rows are collected in memory and written some 64 KiB at a time, only whole ones, so that the file consists of
/// complete rows whenever a write is over, also one that failed.
public final class CSVFile {
    /// Where the file lies.
    public let path: String

    /// The names of the columns.
    public let columns: [String]

    private static let bufferSize = 1 << 16
    private let descriptor: Int32
    // A row that is longer makes it grow.
    private let buffer = TextBuffer(capacity: bufferSize + 1024)
    private var isAtStartOfRow = true

    /// How much of the buffer is rows that have ended.
    private var endOfRows = 0

    /// The length of the file.
    private var size: off_t = 0

    /// Creates a file with a header.
    ///
    /// - Throws: ``RecordingError/cannotCreate(path:reason:)``, also if there is such a file already.
    public init(creating path: String, columns: [String]) throws(RecordingError) {
        self.path = path
        self.columns = columns
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .cannotCreate(path: path, reason: Self.reason(errno)) }
        for column in columns { append(CSVText(column)) }
        noteEndOfRow()
        // A file whose run is killed early is a table all the same.
        try flush()
    }

    /// Writes what is still in memory. Only ``flush()`` tells whether that succeeds.
    deinit {
        guard descriptor >= 0 else { return }
        try? flush()
        close(descriptor)
    }

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
    public func append(contentsOf numbers: UnsafeBufferPointer<Double>) {
        for number in numbers {
            separate()
            buffer.append(number)
        }
    }

    /// Appends a text to the present row.
    public func append(_ text: CSVText) {
        separate()
        buffer.append(contentsOf: text.bytes)
    }

    /// Ends the present row.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``. The rows that were not written stay in memory.
    public func endRow() throws(RecordingError) {
        noteEndOfRow()
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Writes all rows that have ended.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``. The file is then as before.
    public func flush() throws(RecordingError) {
        var written = 0
        while written < endOfRows {
            let rest = UnsafeRawBufferPointer(rebasing: buffer.bytes[written..<endOfRows])
            let count = write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let reason = Self.reason(errno)
                // Part of a row may have been written.
                _ = ftruncate(descriptor, size)
                _ = lseek(descriptor, size, SEEK_SET)
                throw .cannotWrite(path: path, reason: reason)
            }
            written += count
        }
        size += off_t(endOfRows)
        buffer.removeFirst(endOfRows)
        endOfRows = 0
    }

    private func noteEndOfRow() {
        buffer.append(UInt8(ascii: "\n"))
        endOfRows = buffer.count
        isAtStartOfRow = true
    }

    @inline(__always)
    private func separate() {
        if !isAtStartOfRow { buffer.append(UInt8(ascii: ",")) }
        isAtStartOfRow = false
    }

    private static func reason(_ code: Int32) -> String {
        String(cString: strerror(code))
    }
}
