import SimulationEngine

extension TableRecorder where Self: Resumable {
    /// Archives the table, which is all that the recorder keeps.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.state(of: table, "a table of the type \(type(of: table))")
    }
}

extension CrossingRecorder: Resumable {}
extension EdgeChangeRecorder: Resumable {}
extension GroupChangeRecorder: Resumable {}
extension InterventionRecorder: Resumable {}
extension MeasureRecorder: Resumable {}
extension NodeRecorder: Resumable {}
extension PopulationRecorder: Resumable {}
extension QuantityRecorder: Resumable {}

extension NodeCorrelationRecorder: Resumable {
    /// Archives the correlations and the table.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.state(of: table, "a table of the type \(type(of: table))")
        try function.archiveState(in: archive)
    }
}

extension StatisticsRecorder: Resumable {
    /// Archives the statistics and the tables.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        for table in [table] + parts.map(\.table) {
            try archive.state(of: table, "a table of the type \(type(of: table))")
        }
        try statistics.archiveState(in: archive)
    }
}

extension SummaryRecorder: Resumable {
    /// Archives what is summed up, and the table.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.state(of: table, "a table of the type \(type(of: table))")
        guard let state else { throw .notResumable(what: "what the table \(table.columns) sums up") }
        try state.archiveState(in: archive)
    }
}

extension XYZRecorder: Resumable {
    /// Archives how long the file is, after writing what is in memory.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try file.archiveState(in: archive)
    }
}
