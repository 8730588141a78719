import GSL
import SimulationEngine

extension Histogram: Resumable {
    /// Archives all counts.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(binCount, "the number of bins")
        try forEachStateRegion { (region) throws(CheckpointError) in try archive.memory(region) }
        guard isPossible else { throw .damaged(reason: "a histogram cannot have the counts that it has") }
    }
}

extension RunningStatistics: Resumable {
    /// Archives the moments and extremes.
    package func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try forEachStateRegion { (region) throws(CheckpointError) in try archive.memory(region) }
        guard isPossible else { throw .damaged(reason: "the moments of numbers cannot have the counts that it has") }
    }
}
