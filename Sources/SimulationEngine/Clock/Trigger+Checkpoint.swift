extension Trigger {
    /// Archives when it last fired, and what its schedule remembers.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.moment(&last)
        try schedule.archive(archive)
    }
}
