import Recording

/// What a run records into files: tables with their columns, and what has none.
final class WrittenTables {
    /// The columns by the name of the file; `nil` for what has no columns.
    private(set) var columns: [String: [String]?] = [:]

    /// A destination whose columns are noted.
    func noting(_ destination: TableDestination, as file: String) -> TableDestination {
        TableDestination { columns throws(RecordingError) in
            self.columns[file] = columns
            return try destination.table(columns: columns)
        }
    }

    /// Takes note of a file that has no columns.
    func note(_ file: String) {
        columns[file] = .some(nil)
    }
}
