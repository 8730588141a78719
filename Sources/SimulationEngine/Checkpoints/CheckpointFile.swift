#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file with a checkpoint, which is there as a whole or not at all, whenever the program or the machine stops.
///
/// A checkpoint that was there before remains until the new one is complete.
public struct CheckpointFile: Sendable {
    /// Where it is.
    public let path: String

    /// Names a file, which need not be there.
    public init(path: String) {
        self.path = path
    }

    /// Writes the bytes of a checkpoint.
    ///
    /// - Throws: ``CheckpointError/file(path:reason:)``; what was there before is there still.
    public func write(_ bytes: [UInt8]) throws(CheckpointError) {
        do throws(DurableFile.Failure) {
            try DurableFile(path: path).write(bytes)
        } catch {
            throw failure(error.path, code: error.code)
        }
    }

    /// Reads the bytes of the file.
    ///
    /// - Throws: ``CheckpointError/file(path:reason:)``.
    public func read() throws(CheckpointError) -> [UInt8] {
        do throws(InputFile.Failure) {
            return try InputFile(path).bytes()
        } catch {
            throw .file(path: path, reason: error.words)
        }
    }

    private func failure(_ path: String, code: Int32) -> CheckpointError {
        .file(path: path, reason: String(cString: strerror(code)))
    }
}
