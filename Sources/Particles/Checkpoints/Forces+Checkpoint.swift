import SimulationEngine

extension ParticleForce {
    /// Archives what the force keeps, which must be `Resumable`.
    public func archiveState(of particles: ParticleColumns, in archive: StateArchive) throws(CheckpointError) {
        try archive.state(of: self, "the force \(Self.self)")
    }
}

extension EwaldSum {
    /// Archives what the pairs keep; the waves follow from the positions alone.
    public func archiveState(of particles: ParticleColumns, in archive: StateArchive) throws(CheckpointError) {
        var arePairs = pairs != nil
        try archive.flag(&arePairs)
        guard arePairs == (pairs != nil) else {
            throw .damaged(reason: "charges act on each other in pairs here, but not in it, or the other way round")
        }
        try pairs?.archiveState(of: particles, in: archive)
    }
}

extension PairForce {
    /// Archives where neighbours were listed, on which the order of sums depends.
    public func archiveState(of particles: ParticleColumns, in archive: StateArchive) throws(CheckpointError) {
        try archive.flag(&isWatched)
        try evaluation.archiveState(of: particles, in: archive)
    }
}

extension PairEvaluation {
    func archiveState(of particles: ParticleColumns, in archive: StateArchive) throws(CheckpointError) {
        try list.archiveState(of: particles, in: archive)
        if archive.isReading { sums = nil }
    }
}
