import ScenarioFiles
import SimulationEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The directory of a sweep while one process at a time writes down what the sweep is (`flock`): those that begin together write the
/// same files.
final class SweepLock {
    private let descriptor: Int32

    /// Creates the directory where it is missing, and waits until nobody else writes there.
    ///
    /// - Throws: ``SweepError/file(path:reason:)``.
    init(creating path: String) throws(SweepError) {
        do {
            try FileSystem.createFolder(path)
        } catch {
            throw .file(path: path, reason: error.reason)
        }
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.refused(path) }
        while flock(descriptor, LOCK_EX) != 0 {
            // It is closed with the object.
            guard errno == EINTR else { throw Self.refused(path) }
        }
    }

    private static func refused(_ path: String) -> SweepError {
        .file(path: path, reason: DurableFile.Failure(path: path, code: errno).reason)
    }

    deinit {
        // Also where a child that was just forked has it, too.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
