import SimulationEngine

/// A table in a file or on a stream. What a format is, is how values, the ends of rows and texts are written.
protocol FileTable: TableWriter, RecordWriter, Resumable {}

/// Somebody who writes records into a file.
protocol RecordWriter {
    var file: RecordFile { get }
}

extension FileTable {
    /// Where the file lies, or what the stream is, for errors.
    public var name: String { file.name }

    /// Writes the rows of the moment if they go to a stream.
    public func endMoment() throws(RecordingError) { try file.endMoment() }

    /// Writes all rows that have ended.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``. A file is then as before.
    public func flush() throws(RecordingError) { try file.flush() }

    /// Archives how long the file is, after writing what is in memory. See ``FileOpening/resuming``.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) { try file.archiveState(in: archive) }

    /// Leaves a row out that has not one value for each column.
    func checkRow(of valueCount: Int) throws(RecordingError) {
        guard valueCount != columns.count else { return }
        file.dropRecord()
        throw wrongRow(of: valueCount)
    }
}
