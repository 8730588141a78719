import SimulationEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file or stream of text that consists of records: rows of a table, frames of a trajectory.
///
/// Records are collected in memory and written some 64 KiB at a time, only whole ones, so that a file consists of
/// complete records whenever a write is over, also one that failed.
final class RecordFile {
    /// Where the file lies, or what the stream is.
    let path: String

    /// The unwritten text. A record that is longer makes it grow.
    let text = TextBuffer(capacity: bufferSize + 1024)

    private static let bufferSize = 1 << 16
    private(set) var descriptor: Int32

    /// True if there is no file yet: all records are in memory.
    private(set) var isDeferred = false

    /// Is called before the records of a file that is deferred no longer wait in memory. Until it belongs to others, they do.
    var whenDue: (() throws(RecordingError) -> Void)?

    /// True if others may read at any time what is written: as streams are read, but not files.
    let isStream: Bool

    /// True if what is written is kept by nobody.
    let isNowhere: Bool

    /// How much of the text is records that have ended.
    var endOfRecords = 0

    /// The length of the file.
    var size: off_t = 0

    /// That of the bytes of the file.
    var checksum = Checksum()

    /// The stage of resuming the file.
    var resumption: Resumption

    /// The stages between opening a file again and writing to it.
    enum Resumption {
        /// Nothing.
        case done

        /// A checkpoint has to tell where to go on. What is appended until then is not written.
        case awaitingCheckpoint

        /// The checkpoint is being read. Nothing is cut off before all of it is known to be good.
        case awaitingCut
    }

    /// Opens a file.
    ///
    /// - Throws: ``RecordingError/cannotCreate(path:reason:)``, also if there is such a file already where it is to be a
    ///   new one; ``RecordingError/cannotResume(path:reason:)`` where there has to be one.
    init(_ path: String, opening: FileOpening) throws(RecordingError) {
        self.path = path
        isStream = false
        isNowhere = opening == .nowhere
        resumption = opening == .resuming ? .awaitingCheckpoint : .done
        isDeferred = opening == .deferred
        descriptor = isDeferred ? -1 : try Self.descriptor(of: path, opening)
    }

    private static func descriptor(of path: String, _ opening: FileOpening) throws(RecordingError) -> Int32 {
        let descriptor = open(opening == .nowhere ? "/dev/null" : path, O_WRONLY | O_CLOEXEC | opening.flags, 0o666)
        guard descriptor >= 0 else {
            let reason = reason(errno)
            throw opening == .resuming
                ? .cannotResume(path: path, reason: reason) : .cannotCreate(path: path, reason: reason)
        }
        return descriptor
    }

    /// Makes a file that is deferred, and writes its records.
    ///
    /// - Throws: ``RecordingError/cannotCreate(path:reason:)``, ``RecordingError/cannotWrite(path:reason:)``.
    func create() throws(RecordingError) {
        guard isDeferred else { return }
        descriptor = try Self.descriptor(of: path, .deferred)
        isDeferred = false
        try flush()
    }

    /// Writes to a stream, which is not closed.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - isResuming: True if nothing is written before a checkpoint has been read.
    init(_ stream: TextStream, isResuming: Bool = false) {
        path = stream.name
        isStream = true
        isNowhere = false
        descriptor = stream.descriptor
        resumption = isResuming ? .awaitingCheckpoint : .done
    }

    /// Writes what is still in memory. Only ``flush()`` tells whether that succeeds.
    deinit {
        guard descriptor >= 0 else { return }
        if case .done = resumption { try? flush() }
        if !isStream { close(descriptor) }
    }

    /// Notes that the text until now is complete.
    @inline(__always)
    func noteEndOfRecord() {
        endOfRecords = text.count
    }

    /// Notes that the text until now is complete, and writes it where it is long enough.
    @inline(__always)
    func endRecord() throws(RecordingError) {
        noteEndOfRecord()
        if text.count >= Self.bufferSize { try flush() }
    }

    /// Forgets what has been appended to the text since the last record ended.
    func dropRecord() {
        text.removeLast(text.count - endOfRecords)
    }

    /// Lets readers of a stream have what is complete.
    func endMoment() throws(RecordingError) {
        if isStream { try flush() }
    }

    /// Writes all records that have ended, unless the file is deferred and they are few.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``. A file is then as before.
    func flush() throws(RecordingError) {
        guard !isDeferred else {
            guard let whenDue, text.count >= Self.bufferSize else { return }
            try whenDue()
            return try create()
        }
        switch resumption {
        case .done: break
        case .awaitingCheckpoint: return
        case .awaitingCut: try cut()
        }
        let records = UnsafeRawBufferPointer(rebasing: text.bytes[..<endOfRecords])
        let written = OpenFile(descriptor).write(records)
        guard written == records.count else {
            let reason = Self.reason(errno)
            takeBack(written)
            throw .cannotWrite(path: path, reason: reason)
        }
        size += off_t(written)
        if !isStream { checksum.add(records) }
        text.removeFirst(endOfRecords)
        endOfRecords = 0
        if written > 0 { try checkIsThere() }
    }

    /// Fails if somebody has removed the file or its directory, where all that is written would be lost with the next
    /// moment: better to end now than after hours.
    private func checkIsThere() throws(RecordingError) {
        var status = stat()
        guard !isStream, fstat(descriptor, &status) == 0, status.st_nlink == 0 else { return }
        throw .cannotWrite(path: path, reason: "somebody has removed it while the run went on")
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

    /// The name in errors.
    var name: String { isStream ? "the \(path)" : "the file '\(path)'" }

    static func reason(_ code: Int32) -> String {
        String(cString: strerror(code))
    }
}

/// An open stream to which tables can be written.
public struct TextStream: Sendable {
    /// The number of the stream.
    package let descriptor: Int32

    /// The name in errors.
    package let name: String

    /// Names an open stream, which must remain open for as long as something is written to it.
    public init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// The standard output of the process.
    public static let standardOutput = TextStream(descriptor: 1, name: "standard output")
}
