#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file with a checkpoint, which is there as a whole or not at all, whenever the program or the machine stops.
///
/// It is written beside its place, to disk, and then renamed, so that a checkpoint that was there before remains until the
/// new one is complete.
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
        let partPath = path + ".part"
        let file = open(partPath, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard file >= 0 else { throw failure(partPath) }
        do throws(CheckpointError) {
            try write(bytes, to: file, partPath)
            guard fsync(file) == 0 else { throw failure(partPath) }
        } catch {
            close(file)
            unlink(partPath)
            throw error
        }
        guard close(file) == 0, rename(partPath, path) == 0 else {
            let error = failure(path)
            unlink(partPath)
            throw error
        }
        synchronizeFolder()
    }

    /// Reads the bytes of the file.
    ///
    /// - Throws: ``CheckpointError/file(path:reason:)``.
    public func read() throws(CheckpointError) -> [UInt8] {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            #if canImport(Glibc)
                let count = Glibc.read(file, &buffer, buffer.count)
            #else
                let count = Darwin.read(file, &buffer, buffer.count)
            #endif
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(path) }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    private func write(_ bytes: [UInt8], to file: Int32, _ partPath: String) throws(CheckpointError) {
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
                #if canImport(Glibc)
                    return Glibc.write(file, rest.baseAddress, rest.count)
                #else
                    return Darwin.write(file, rest.baseAddress, rest.count)
                #endif
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(partPath) }
            start += count
        }
    }

    /// Has the new name of the file reach the disk, too. File systems that cannot do so lose the new file at worst, and have
    /// the old one.
    private func synchronizeFolder() {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private func failure(_ path: String) -> CheckpointError {
        .file(path: path, reason: String(cString: strerror(errno)))
    }
}
