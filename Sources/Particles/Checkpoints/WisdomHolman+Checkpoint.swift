import SimulationEngine

extension WisdomHolman: Resumable {
    /// Archives the accelerations, unless they are computed anew.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.flag(&isCurrent)
        if isCurrent { try archive.values(&accelerations, asMany: "the number of accelerations") }
    }
}
