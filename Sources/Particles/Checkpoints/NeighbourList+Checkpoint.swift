import SimulationEngine

extension NeighbourList {
    /// Archives where the particles were when the list was built. In reading it is built there again, which gives the same
    /// list in the same order.
    ///
    /// - Parameters:
    ///   - particles: The particles, wherever they are now.
    ///   - archive: The archive.
    /// - Throws: `CheckpointError`.
    func archiveState(of particles: ParticleColumns, in archive: StateArchive) throws(CheckpointError) {
        var isThere = isBuilt
        try archive.flag(&isThere)
        guard isThere else {
            isBuilt = false
            return
        }
        let count = particles.count
        try archive.expect(isBuilt && !archive.isReading ? rowCount : count, "the number of listed particles")
        var positions = [Double](repeating: 0, count: 3 * count)
        if !archive.isReading { for index in positions.indices { positions[index] = builtAt.start[index] } }
        try archive.values(&positions, asMany: "the number of coordinates of listed particles")
        if archive.isReading { try build(particles, at: positions) }
        try archive.count(&buildCount)
    }

    private func build(_ particles: ParticleColumns, at positions: [Double]) throws(CheckpointError) {
        let isPossible = positions.withUnsafeBufferPointer { positions in
            guard let start = positions.baseAddress else { return false }
            return build(
                ParticleColumns(
                    count: particles.count, box: particles.box, mass: particles.mass, charge: particles.charge,
                    type: particles.type, positions: start))
        }
        guard isPossible else { throw .damaged(reason: "particles were listed at positions that are not possible") }
    }
}
