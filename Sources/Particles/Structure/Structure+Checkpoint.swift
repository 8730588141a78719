import SimulationEngine

extension RadialDistribution: Resumable {
    /// Archives the counts.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&momentCount)
        try archive.values(&counts, asMany: "the number of bins of a radial distribution")
    }
}

extension StructureFactor: Resumable {
    /// Archives the sums.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&momentCount)
        try archive.values(&sums, asMany: "the number of waves of a structure factor")
    }
}
