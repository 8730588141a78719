/// Files of records that wait in memory together: once one of them no longer does, all are there.
package final class DeferredFiles {
    private var files: [String: RecordFile] = [:]
    private var areDeferred = true

    /// Is called before the files are made.
    private let prepare: () throws(RecordingError) -> Void

    /// - Parameter prepare: Makes ready what they lie in. If it throws, they go on to wait.
    package init(preparing prepare: @escaping () throws(RecordingError) -> Void) { self.prepare = prepare }

    /// Adds the file that somebody writes; of others than tables in files and trajectories there is none.
    ///
    /// - Throws: ``RecordingError`` if the others are made already, and this one cannot be.
    package func add(_ writer: AnyObject, as name: String) throws(RecordingError) {
        guard let file = (writer as? any RecordWriter)?.file else { return }
        guard areDeferred else { return try file.create() }
        files[name] = file
        file.whenDue = { [unowned self] () throws(RecordingError) in try create() }
        // Its first record may be long.
        try file.flush()
    }

    /// Makes the files, and writes their records.
    ///
    /// - Throws: ``RecordingError``.
    package func create() throws(RecordingError) {
        guard areDeferred else { return }
        try prepare()
        for (name, file) in files.sorted(by: { $0.key < $1.key }) {
            try file.create()
            files[name] = nil
        }
        areDeferred = false
    }

    /// The names of the files; none once they are made.
    package var names: [String] { Array(files.keys) }

    /// The bytes that a file will hold which is still deferred; `nil` if there is none of that name.
    package func bytes(of name: String) -> [UInt8]? { files[name].map { Array($0.text.bytes[..<$0.endOfRecords]) } }
}
