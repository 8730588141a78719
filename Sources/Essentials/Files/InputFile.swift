#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that is open for reading: the one way in which files are opened to be read.
///
/// Paths that are no files are refused at once: a named pipe to which nobody writes, and devices such as `/dev/zero`, would be
/// waited for or read without end.
package struct InputFile: ~Copyable {
    /// Why a file cannot be read.
    package enum Failure: Error, Equatable {
        case notFound
        case isFolder

        /// It is something else, such as `a named pipe`.
        case isNoFile(kind: String)

        /// There is not as much memory.
        case shortage(MemoryShortage)

        /// The operating system refused it, with an error code.
        case refused(code: Int32)
    }

    package let descriptor: Int32

    /// The length of the file; 0 of a stream.
    package let byteCount: Int

    /// A stream is not read beyond this length, since some have no end.
    private static let longestStream = 1 << 30

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: Where it lies.
    ///   - allowingStreams: True if it may be a stream that is open already, such as `/dev/stdin`, which may end late or never.
    /// - Throws: ``Failure``.
    package init(_ path: String, allowingStreams: Bool = false) throws(Failure) {
        (descriptor, byteCount) = try Self.open(path, allowingStreams: allowingStreams)
    }

    private static func open(
        _ path: String, allowingStreams: Bool
    ) throws(Failure) -> (descriptor: Int32, byteCount: Int) {
        let mayBeStream = allowingStreams && namesOpenStream(path)
        // Without waiting for somebody who opens a named pipe for writing.
        let flags = O_RDONLY | O_CLOEXEC | (mayBeStream ? 0 : O_NONBLOCK)
        let descriptor = systemOpen(path, flags)
        guard descriptor >= 0 else {
            throw errno == ENOENT || errno == ENOTDIR ? .notFound : .refused(code: errno)
        }
        var status = stat()
        let failure = fstat(descriptor, &status) == 0 ? failure(of: status.st_mode & S_IFMT) : .refused(code: errno)
        if let failure, failure == .isFolder || !mayBeStream {
            close(descriptor)
            throw failure
        }
        return (descriptor, Int(status.st_size))
    }

    deinit {
        close(descriptor)
    }

    private static func failure(of type: mode_t) -> Failure? {
        switch type {
        case S_IFREG: nil
        case S_IFDIR: .isFolder
        case S_IFIFO: .isNoFile(kind: "a named pipe")
        case S_IFSOCK: .isNoFile(kind: "a socket")
        default: .isNoFile(kind: "a device")
        }
    }

    /// Tests if a path is the name of a stream that is open already, such as a pipe of the shell.
    package static func namesOpenStream(_ path: String) -> Bool {
        path == "/dev/stdin" || ["/dev/fd/", "/proc/self/fd/"].contains { path.hasPrefix($0) }
    }

    /// Reads the file piece by piece.
    ///
    /// - Parameters:
    ///   - end: How many bytes are read at most.
    ///   - body: Is given the pieces in their order.
    /// - Throws: ``Failure``.
    package borrowing func forEachPiece(
        upTo end: Int = .max, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        var rest = end
        while rest > 0 {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(rest))
            guard let count = OpenFile(descriptor).read(into: room) else { throw .refused(code: errno) }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            guard count == room.count else { return }
            rest -= count
        }
    }

    /// Reads all bytes.
    ///
    /// - Parameter expansion: How many bytes of memory are going to be needed for a byte of the file.
    /// - Returns: The bytes.
    /// - Throws: ``Failure``, also if there is no memory for them.
    package borrowing func bytes(expandedBy expansion: Double = 1) throws(Failure) -> [UInt8] {
        if let shortage = MemoryShortage(of: "it", bytes: expansion * Double(byteCount)) { throw .shortage(shortage) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        let greatest = max(byteCount, Self.longestStream)
        try forEachPiece { (piece) throws(Failure) in
            guard bytes.count + piece.count <= greatest else { throw .refused(code: EFBIG) }
            bytes.append(contentsOf: piece)
        }
        return bytes
    }

    /// Writes what the file holds into another one, which is made where it is missing.
    ///
    /// - Throws: ``Failure``, also if it cannot be written.
    package borrowing func copy(to path: String) throws(Failure) {
        let target = systemOpen(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC)
        guard target >= 0 else { throw .refused(code: errno) }
        do throws(Failure) {
            try forEachPiece { (piece) throws(Failure) in
                guard OpenFile(target).write(piece) == piece.count else { throw .refused(code: errno) }
            }
        } catch {
            close(target)
            throw error
        }
        guard close(target) == 0 else { throw .refused(code: errno) }
    }

    /// Reads a text of UTF-8; what is not is replaced.
    ///
    /// - Throws: ``Failure``.
    package borrowing func text() throws(Failure) -> String {
        String(decoding: try bytes(), as: UTF8.self)
    }
}

/// The call of the operating system, which has the name of a function here.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o666) }

extension InputFile.Failure {
    /// Why a file cannot be read, as the end of a sentence, in the words of the operating system if it was the cause.
    package var words: String {
        switch self {
        case .notFound: String(cString: strerror(ENOENT))
        case .isFolder: "it is a folder"
        case .isNoFile(let kind): "it is \(kind), not a file"
        case .shortage(let shortage): shortage.description
        case .refused(let code): String(cString: strerror(code))
        }
    }

    /// The problem of a file, as a sentence.
    package var sentence: String {
        switch self {
        case .notFound: "the file does not exist"
        case .isFolder: "this is a folder, not a file"
        case .isNoFile(let kind): "this is \(kind), not a file"
        case .shortage, .refused: "the file cannot be read: \(words)"
        }
    }
}
