extension Trigger {
    /// Archives when it last fired, and what its schedule remembers.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.value(&last, orNew: Moment(step: 0, time: 0))
        try schedule.archive(archive)
    }
}
