import SimulationEngine

extension ParticleSystem: Resumable {
    /// Archives positions and velocities, what particles are (since some may have come), the thermostat's part, and what
    /// forces keep. Which particles are there, the simulation archives.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        // As the next step would.
        if !archive.isReading { followRemovals() }
        let known = (masses: masses, charges: charges, types: typeColumn)
        try state.archiveState(in: archive)
        try bath.archive(in: archive)
        try archive.values(&masses)
        try archive.values(&charges)
        try archive.values(&typeColumn)
        try archiveNames(in: archive)
        guard [masses.count, charges.count, typeColumn.count, members.nodeCount].allSatisfy({ $0 == nodeCount }) else {
            throw .damaged(reason: "there are \(nodeCount) particles, but not as many masses, charges and types")
        }
        if archive.isReading {
            try check(since: known)
            try followChanges(since: known.masses.count)
        }
        try archiveForces(in: archive)
    }

    /// Refuses particles whose mass, charge or type has changed, and impossible ones among those that have come.
    private func check(
        since known: (masses: [Double], charges: [Double], types: [Int32])
    ) throws(CheckpointError) {
        guard masses.starts(with: known.masses), charges.starts(with: known.charges),
            typeColumn.starts(with: known.types)
        else { throw .damaged(reason: "a particle has another mass, charge or type than at the beginning") }
        for particle in known.masses.count..<nodeCount {
            let (mass, charge, type) = (masses[particle], charges[particle], typeColumn[particle])
            guard mass.isFinite, mass >= 0, charge.isFinite, type >= 0 else {
                throw .damaged(
                    reason: "particle \(particle) has the mass \(mass), the charge \(charge) and the type \(type)")
            }
        }
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
    private func followChanges(since count: Int) throws(CheckpointError) {
        isBehind = false
        guard count != nodeCount || !members.isComplete else { return }
        noteRemaining()
        for force in forces {
            do throws(ParticleError) {
                try prepare(force)
            } catch .unknownType(let type, let particle, _) {
                throw .damaged(reason: "particle \(particle) is of type \(type), which is unknown")
            } catch {
                // They acted on these particles when the checkpoint was stored, however close these are now.
            }
        }
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
