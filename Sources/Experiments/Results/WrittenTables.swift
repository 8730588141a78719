import Recording

/// The files that a run records: tables with their columns, and those that have none.
package final class WrittenTables {
    /// Where they wait in memory, if they do.
    let held: HeldFiles?

    /// The columns by the name of the file; `nil` for what has no columns.
    private(set) var columns: [String: [String]?] = [:]

    private(set) var contents: [String: TableContents] = [:]

    /// The observation, by the key that stands for its kind in a scenario, that makes tables from now on.
    var observation = ""

    init(holding held: HeldFiles? = nil) { self.held = held }

    /// A destination whose columns are noted.
    ///
    /// - Parameters:
    ///   - destination: The destination.
    ///   - file: The name of the file.
    ///   - part: The table's part of its observation, if that has several.
    /// - Returns: The destination.
    func noting(_ destination: TableDestination, as file: String, part: String? = nil) -> TableDestination {
        TableDestination { [observation] columns throws(RecordingError) in
            self.columns[file] = columns
            self.contents[file] = TableContents(observation: observation, part: part, columns: columns)
            let table = try destination.table(columns: columns)
            try self.held?.keep(recordsOf: table, as: file)
            return table
        }
    }

    /// Takes note of a file that has no columns.
    package func note(_ file: String) {
        columns[file] = .some(nil)
    }

    /// Takes note of a file of records that has no columns, and of who writes them.
    package func note(_ file: String, recordedBy recorder: AnyObject) throws(RecordingError) {
        note(file)
        try held?.keep(recordsOf: recorder, as: file)
    }
}

/// The contents of a table of results.
package struct TableContents: Equatable, Sendable {
    /// The key that stands for the kind of the observation in a scenario, such as `nodes`.
    package let observation: String

    /// The part of the observation, such as `histogram` of `statistics`, if that has several tables.
    package let part: String?

    /// The names of its columns.
    package let columns: [String]
}
