#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file `unfinished` in a directory of results: it is there from the beginning of a run until its end, and locked
/// for as long as a program carries it on (`flock`).
package final class RunLock {
    package static let fileName = "unfinished"

    private static let contents = "This run has not ended. To go on with it: observatory resume DIRECTORY\n"

    private let path: String
    private let descriptor: Int32

    /// Begins a run.
    ///
    /// - Throws: ``ResultError``, also if another run has begun in the directory meanwhile.
    package init(beginningIn directory: ResultDirectory) throws(ResultError) {
        path = directory.path(of: Self.fileName)
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .cannotCreate(path: path, reason: reason(ofCode: errno)) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw errno == EWOULDBLOCK
                ? .exists(path: directory.path) : .cannotCreate(path: path, reason: reason(ofCode: errno))
        }
        guard ResultDirectory.isFree(directory.path) else { throw .exists(path: directory.path) }
        guard writeContents() else { throw .cannotCreate(path: path, reason: reason(ofCode: errno)) }
    }

    /// Takes over a run that has not ended. Where the file is missing, which somebody must have removed, it is made anew:
    /// only a ``ResultManifest`` says that a run has ended.
    ///
    /// - Throws: ``ResumptionError/hasEnded(path:)``, ``ResumptionError/goesOn(path:)``.
    package init(takingOver directory: ResultDirectory) throws(ResumptionError) {
        path = directory.path(of: Self.fileName)
        guard !ResultManifest.exists(in: directory) else {
            descriptor = -1
            Self.tidy(directory)
            throw .hasEnded(path: directory.path)
        }
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .cannotOpen(path: path, reason: reason(ofCode: errno)) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .goesOn(path: directory.path) }
        // It may have ended while this was opening the file.
        guard !ResultManifest.exists(in: directory) else {
            unlink(path)
            throw .hasEnded(path: directory.path)
        }
        _ = writeContents()
    }

    /// Removes what a run has left behind that was killed after it had said that it has ended.
    private static func tidy(_ directory: ResultDirectory) {
        let descriptor = open(directory.path(of: fileName), O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
        CheckpointStore(directory: directory).removeLast()
        directory.removeParts()
        unlink(directory.path(of: fileName))
    }

    private func writeContents() -> Bool {
        let bytes = Array(Self.contents.utf8)
        return pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
    }

    deinit {
        guard descriptor >= 0 else { return }
        // Closing alone would leave it locked as long as a child that was just forked has it, too.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// The run has ended.
    func runHasEnded() {
        unlink(path)
    }
}
