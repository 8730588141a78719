#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that is there as a whole or not at all, whenever the program or the machine stops.
///
/// It is written beside its place, to disk, and then renamed, so that a file that was there before remains until the new
/// one is complete. What a program that was killed has left beside the place is overwritten by the next one.
package struct DurableFile {
    /// An error code of the operating system, and the path of the file at which it arose.
    package struct Failure: Error {
        package let path: String
        package let code: Int32

        package init(path: String, code: Int32) {
            self.path = path
            self.code = code
        }
    }

    private let path: String

    /// The name of a file until it is complete.
    package static func partName(of name: String) -> String { name + ".part" }

    /// Names a file, which need not be there.
    package init(path: String) {
        self.path = path
    }

    /// Writes the bytes of the file.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - synchronizes: True if they are on the disk before they take their place. Otherwise the file is there as a whole or not at
    ///     all whenever the program stops, but not whenever the machine does.
    /// - Throws: ``Failure``; what was there before is there still.
    package func write(_ bytes: [UInt8], synchronizing synchronizes: Bool = true) throws(Failure) {
        let partPath = Self.partName(of: path)
        let file = open(partPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw Failure(path: partPath, code: errno) }
        do throws(Failure) {
            guard bytes.withUnsafeBytes({ OpenFile(file).write($0) }) == bytes.count else {
                throw Failure(path: partPath, code: errno)
            }
            guard !synchronizes || OpenFile(file).synchronize() else { throw Failure(path: partPath, code: errno) }
        } catch {
            close(file)
            unlink(partPath)
            throw error
        }
        guard close(file) == 0, rename(partPath, path) == 0 else {
            let failure = Failure(path: path, code: errno)
            unlink(partPath)
            throw failure
        }
        if synchronizes { try? Self.synchronize(Self.folder(of: path)) }
    }

    /// Has a file or a folder reach the disk as it is. File systems that cannot do so with a folder lose a new name in it at
    /// worst, and have the old one.
    package static func synchronize(_ path: String) throws(Failure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(path: path, code: errno) }
        defer { close(descriptor) }
        guard OpenFile(descriptor).synchronize() || errno == EINVAL else { throw Failure(path: path, code: errno) }
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    }
}
