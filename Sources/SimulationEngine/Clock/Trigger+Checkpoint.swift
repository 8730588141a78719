extension Trigger {
    /// Archives when it last fired, and what its schedule remembers.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.value(&lastStep, orNew: 0)
        try schedule.archive(archive)
    }
}
