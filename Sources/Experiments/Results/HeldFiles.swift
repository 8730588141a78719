import Recording

/// The files of a run that wait in memory for whoever puts them elsewhere once it has ended, such as into an archive.
///
/// They are written into its directory where a table becomes larger than what is written at a time, for a checkpoint, and where the
/// run does not come to its end: from then on it is a run like any other. Until then there need be none.
package final class HeldFiles {
    /// True as long as nothing is in the directory.
    private(set) var areHeld = true

    /// That of the run once its files are in the directory.
    private(set) var lock: RunLock?

    private let directory: ResultDirectory
    private var files: [String: [UInt8]] = [:]
    private lazy var records = DeferredFiles { [unowned self] () throws(RecordingError) in try store() }

    /// - Parameter path: The directory of the run.
    package init(of path: String) {
        var directory = ResultDirectory(of: path, opening: .new)
        directory.isDurable = false
        self.directory = directory
    }

    /// All files of the run, by their names; `nil` if they are in its directory, where it may have begun.
    package var contents: [String: [UInt8]]? {
        guard areHeld, !files.isEmpty else { return nil }
        return records.names.reduce(into: files) { files, name in files[name] = bytes(of: name) }
    }

    /// A file; `nil` if there is none of that name here.
    func bytes(of name: String) -> [UInt8]? { files[name] ?? records.bytes(of: name) }

    /// Keeps a file.
    func keep(_ bytes: [UInt8], as name: String) { files[name] = bytes }

    /// Keeps the records that somebody writes into a file.
    func keep(recordsOf writer: AnyObject, as name: String) throws(RecordingError) {
        try records.add(writer, as: name)
    }

    /// Writes all files into the directory, and from then on each as soon as it is there.
    ///
    /// - Throws: ``RecordingError``.
    func settle() throws(RecordingError) { try records.create() }

    /// Begins the run in its directory, as one begins that is not held.
    private func store() throws(RecordingError) {
        do throws(ResultError) {
            if lock == nil {
                _ = try ResultDirectory(creating: directory.path)
                lock = try RunLock(beginningIn: directory)
            }
            for (name, bytes) in files { try directory.write(name) { bytes } }
        } catch {
            guard case .cannotCreate(let path, let reason) = error else {
                throw .cannotCreate(path: directory.path, reason: "\(error)")
            }
            throw .cannotCreate(path: path, reason: reason)
        }
        (areHeld, files) = (false, [:])
    }
}
