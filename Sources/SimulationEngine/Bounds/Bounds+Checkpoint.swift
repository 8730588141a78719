extension Bounds {
    /// Archives the last good values.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(field, "the field with bounds")
        // Nodes that have come since values were looked at have none.
        guard concernsAll else { return try archive.values(&values, asMany: "the number of nodes with bounds") }
        try archive.values(&values)
        guard !archive.isReading || values.count <= nodeCount else {
            throw .doesNotMatch(
                what: "the number of nodes with bounds", found: String(values.count), expected: String(nodeCount))
        }
    }
}
