import SimulationEngine

extension IsingModel: Resumable {
    /// Archives the spins, a byte each.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try spins.archiveState(in: archive)
    }
}

extension SpinStore {
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        _ = readBytes()
        try archive.expect(count, "the number of spins")
        let spins = UnsafeMutableBufferPointer(start: bytes, count: count)
        try archive.memory(UnsafeMutableRawBufferPointer(spins))
        guard archive.isReading else { return }
        wordsAreCurrent = false
        guard spins.allSatisfy({ $0 == 1 || $0 == -1 }) else { throw .damaged(reason: "a spin is neither up nor down") }
    }
}

extension SpinSweeps: Resumable {
    /// Archives the number of sweeps, which random numbers are drawn for.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&sweepCount)
    }
}

extension WolffClusters: Resumable {
    /// Archives the number of clusters, which random numbers are drawn for, and that of their spins.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&clusterCount)
        try archive.count(&clusteredSpinCount)
    }
}

extension PottsClusters: Resumable {
    /// Archives the number of clusters, which random numbers are drawn for.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&clusterCount)
    }
}
