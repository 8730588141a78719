import SimulationEngine

extension RadialDistribution: Resumable {
    /// Archives the counts.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&momentCount)
        try archive.count(&pairCount)
        try archive.count(&centerCount)
        try archive.values(&counts, asMany: "the number of bins of a radial distribution")
        var types = types
        try archive.values(&types)
        if archive.isReading { select(types) }
    }
}

extension StructureFactor: Resumable {
    /// Archives the sums.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&momentCount)
        try archive.value(&particleSum)
        try archive.values(&sums, asMany: "the number of waves of a structure factor")
    }
}
