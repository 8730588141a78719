import Foundation

/// The file `unfinished` in a directory of results: it is there from the beginning of a run until its end, and locked
/// for as long as a program carries it on (`flock`).
final class RunLock {
    static let fileName = "unfinished"

    private static let contents = "This run has not ended. To go on with it: observatory resume DIRECTORY\n"

    private let path: String
    private let descriptor: Int32

    /// Begins a run.
    init(beginningIn directory: ResultDirectory) throws(ResultError) {
        path = directory.path(of: Self.fileName)
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw .cannotCreate(path: path, reason: reason(ofCode: errno))
        }
        let bytes = Array(Self.contents.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else {
            throw .cannotCreate(path: path, reason: reason(ofCode: errno))
        }
    }

    /// Takes over a run that has not ended.
    ///
    /// - Throws: ``ResumptionError/hasEnded(path:)``, ``ResumptionError/goesOn(path:)``.
    init(takingOver directory: ResultDirectory) throws(ResumptionError) {
        path = directory.path(of: Self.fileName)
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            throw code == ENOENT
                ? .hasEnded(path: directory.path) : .cannotOpen(path: path, reason: reason(ofCode: code))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .goesOn(path: directory.path) }
        var status = stat()
        // It may have ended, and removed the file, while this was opening it.
        guard fstat(descriptor, &status) == 0, status.st_nlink > 0 else { throw .hasEnded(path: directory.path) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The run has ended.
    func runHasEnded() {
        unlink(path)
    }
}

/// Why a run cannot go on.
public enum ResumptionError: Error, Equatable, Sendable {
    /// There is no directory of results of that name.
    case noResults(path: String)

    /// The run has ended: there is nothing left to do.
    case hasEnded(path: String)

    /// Another process carries the run on.
    case goesOn(path: String)

    /// A file of the directory cannot be opened.
    case cannotOpen(path: String, reason: String)

    /// Whether something is missing, or cannot be read.
    public var isAboutReading: Bool {
        switch self {
        case .noResults, .cannotOpen: true
        case .hasEnded, .goesOn: false
        }
    }
}

extension ResumptionError: CustomStringConvertible {
    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .noResults(let path):
            "there are no results in '\(path)': name the directory that a run has written, with its 'scenario.yml'"
        case .hasEnded(let path): "the run in '\(path)' has ended: there is nothing left to do"
        case .goesOn(let path): "the run in '\(path)' is going on: another process carries it on"
        case .cannotOpen(let path, let reason): "'\(path)' cannot be opened: \(reason)"
        }
    }
}
