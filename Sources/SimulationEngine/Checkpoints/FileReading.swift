#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads files from their beginning to their end, and what a pipe brings.
package enum FileReading {
    private static let pieceSize = 1 << 20

    /// All bytes of a file.
    ///
    /// - Throws: ``DurableFile/Failure``.
    package static func bytes(of path: String) throws(DurableFile.Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        try forEachPiece(of: path) { bytes += $0 }
        return bytes
    }

    /// Hands over the bytes of a file, a piece of a megabyte at most at a time.
    ///
    /// - Throws: ``DurableFile/Failure``.
    package static func forEachPiece(
        of path: String, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(DurableFile.Failure) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw DurableFile.Failure(path: path, code: errno) }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: pieceSize)
        while true {
            let count = read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw DurableFile.Failure(path: path, code: errno) }
            guard count > 0 else { return }
            buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
    }
}
