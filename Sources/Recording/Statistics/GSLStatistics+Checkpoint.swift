import GSL
import SimulationEngine

extension Histogram: Resumable {
    /// Archives all counts.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(binCount, "the number of bins")
        try forEachStateRegion { (region) throws(CheckpointError) in try archive.memory(region) }
    }
}

extension Histogram2D: Resumable {
    /// Archives all counts.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(binCounts.x, "the number of bins in the first dimension")
        try archive.expect(binCounts.y, "the number of bins in the second dimension")
        try forEachStateRegion { (region) throws(CheckpointError) in try archive.memory(region) }
    }
}

extension RunningQuantile: Resumable {
    /// Archives the markers.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try forEachStateRegion { (region) throws(CheckpointError) in try archive.memory(region) }
    }
}

extension RunningStatistics: Resumable {
    /// Archives the moments and extremes.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try forEachStateRegion { (region) throws(CheckpointError) in try archive.memory(region) }
    }
}
