import SimulationEngine

extension ParticleSystem: Resumable {
    /// Archives positions and velocities, what particles are (since some may have come), the thermostat's part, and what
    /// forces keep. Which particles are there, the simulation archives.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        // As the next step would.
        if !archive.isReading { followRemovals() }
        let count = nodeCount
        try state.archiveState(in: archive)
        try bath.archive(in: archive)
        try archive.values(&masses)
        try archive.values(&charges)
        try archive.values(&typeColumn)
        try archiveNames(in: archive)
        guard [masses.count, charges.count, typeColumn.count, members.nodeCount].allSatisfy({ $0 == nodeCount }) else {
            throw .damaged(reason: "there are \(nodeCount) particles, but not as many masses, charges and types")
        }
        if archive.isReading { followChanges(since: count) }
        try archiveForces(in: archive)
    }

    private func archiveNames(in archive: StateArchive) throws(CheckpointError) {
        guard var names = nodeNames else { return }
        var count = names.count
        try archive.count(&count, atMost: nodeCount)
        for index in 0..<count {
            if index == names.count { names.append("") }
            try archive.text(&names[index])
        }
        nodeNames = names
    }

    /// Has forces prepare for particles that have come or gone, of which they take the rest from the archive.
    private func followChanges(since count: Int) {
        isBehind = false
        guard count != nodeCount || !members.isComplete else { return }
        // They acted on these particles when the checkpoint was stored.
        try? prepareForces()
    }

    private func archiveForces(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(forces.count, "the number of forces")
        var failure: CheckpointError?
        withColumns { columns in
            do throws(CheckpointError) {
                for force in forces {
                    try archive.section("force") { () throws(CheckpointError) in
                        try force.archiveState(of: columns, in: archive)
                    }
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}
