import SimulationEngine

extension VicsekModel: Resumable {
    /// Archives positions and velocities, and where neighbours were listed.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try state.archiveState(in: archive)
        try neighbours.archiveState(at: state, in: archive)
    }
}

extension BoidsModel: Resumable {
    /// Archives positions and velocities, and where neighbours were listed.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try state.archiveState(in: archive)
        try neighbours.archiveState(at: state, in: archive)
    }
}

extension SwarmNeighbours {
    func archiveState(at state: StateVector, in archive: StateArchive) throws(CheckpointError) {
        var failure: CheckpointError?
        withColumns(at: UnsafePointer(state.elements.baseAddress.unsafelyUnwrapped)) { columns in
            do throws(CheckpointError) {
                try list.archiveState(of: columns, in: archive)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}
