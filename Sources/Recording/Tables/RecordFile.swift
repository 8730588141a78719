import Foundation

/// A file or stream of text that consists of records: rows of a table, frames of a trajectory.
///
/// Records are collected in memory and written some 64 KiB at a time, only whole ones, so that a file consists of
/// complete records whenever a write is over, also one that failed.
final class RecordFile {
    /// Where the file lies, or what the stream is.
    let path: String

    /// What waits to be written. A record that is longer makes it grow.
    let text = TextBuffer(capacity: bufferSize + 1024)

    private static let bufferSize = 1 << 16
    private let descriptor: Int32

    /// Whether others may read at any time what is written: as streams are read, but not files.
    private let isStream: Bool

    /// How much of the text is records that have ended.
    private var endOfRecords = 0

    /// The length of the file.
    private var size: off_t = 0

    /// Creates a file.
    ///
    /// - Throws: ``RecordingError/cannotCreate(path:reason:)``, also if there is such a file already.
    init(creating path: String) throws(RecordingError) {
        self.path = path
        isStream = false
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .cannotCreate(path: path, reason: Self.reason(errno)) }
    }

    /// Writes to a stream, which is not closed.
    init(_ stream: TextStream) {
        path = stream.name
        isStream = true
        descriptor = stream.descriptor
    }

    /// Writes what is still in memory. Only ``flush()`` tells whether that succeeds.
    deinit {
        guard descriptor >= 0 else { return }
        try? flush()
        if !isStream { close(descriptor) }
    }

    /// What has been appended to the text until now is complete.
    @inline(__always)
    func noteEndOfRecord() {
        endOfRecords = text.count
    }

    /// What has been appended to the text until now is complete, and may be written.
    @inline(__always)
    func endRecord() throws(RecordingError) {
        noteEndOfRecord()
        if text.count >= Self.bufferSize { try flush() }
    }

    /// Lets readers of a stream have what is complete.
    func endMoment() throws(RecordingError) {
        if isStream { try flush() }
    }

    /// Writes all records that have ended.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``. A file is then as before.
    func flush() throws(RecordingError) {
        var written = 0
        while written < endOfRecords {
            let rest = UnsafeRawBufferPointer(rebasing: text.bytes[written..<endOfRecords])
            let count = write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let reason = Self.reason(errno)
                takeBack(written)
                throw .cannotWrite(path: path, reason: reason)
            }
            written += count
        }
        size += off_t(endOfRecords)
        text.removeFirst(endOfRecords)
        endOfRecords = 0
    }

    /// Part of a record may have been written. What a stream has been given cannot be taken back.
    private func takeBack(_ written: Int) {
        if isStream {
            text.removeFirst(written)
            endOfRecords -= written
        } else {
            _ = ftruncate(descriptor, size)
            _ = lseek(descriptor, size, SEEK_SET)
        }
    }

    private static func reason(_ code: Int32) -> String {
        String(cString: strerror(code))
    }
}

/// An open stream to which tables can be written.
public struct TextStream: Sendable {
    /// The number of the stream.
    public let descriptor: Int32

    /// What errors call it.
    public let name: String

    /// Names an open stream, which must remain open for as long as something is written to it.
    public init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// The standard output of the process.
    public static let standardOutput = TextStream(descriptor: 1, name: "standard output")
}
