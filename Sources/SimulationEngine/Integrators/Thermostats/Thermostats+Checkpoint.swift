// The numbers that thermostats add to the state of the model are the model's; noise follows from the seed and the time.

extension LangevinIntegrator: Resumable {
    /// Archives the accelerations, unless they are computed anew.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) { try new.archiveState(in: archive) }
}

extension BrownianIntegrator: Resumable {
    /// Archives the accelerations, unless they are computed anew.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) { try new.archiveState(in: archive) }
}

extension NoseHooverChain {
    /// Archives the accelerations, unless they are computed anew. The chain is part of the model's state.
    public func archiveState(of model: Model, in archive: StateArchive) throws(CheckpointError) {
        guard model.bath.chain.count == chainLength else {
            throw .doesNotMatch(
                what: "the number of links", found: String(model.bath.chain.count), expected: String(chainLength))
        }
        try new.archiveState(in: archive)
    }
}

extension BerendsenThermostat: Resumable {
    /// Archives the accelerations, unless they are computed anew.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) { try new.archiveState(in: archive) }
}

extension TrialState {
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.flag(&areAccelerationsCurrent)
        guard areAccelerationsCurrent else { return }
        var coordinates = count
        let limit = archive.remainingCount / MemoryLayout<Double>.stride
        try archive.count(&coordinates, atMost: archive.isReading ? limit : .max)
        if archive.isReading { makeRoom(for: coordinates) }
        try archive.memory(
            UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(start: accelerations, count: count)))
        // Making room forgets them.
        areAccelerationsCurrent = true
    }
}
