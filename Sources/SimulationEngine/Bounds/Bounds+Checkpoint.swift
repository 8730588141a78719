extension Bounds {
    /// Archives the last good values.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(field, "the field with bounds")
        try archive.values(&values, asMany: "the number of nodes with bounds")
    }
}
