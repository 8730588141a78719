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
        guard archive.isReading else { return }
        // Each pair is in one bin, or in none.
        var rest = pairCount
        for count in counts {
            guard (0...rest).contains(count) else {
                throw .damaged(reason: "a bin of a radial distribution has \(count) of \(pairCount) pairs")
            }
            rest -= count
        }
        select(types)
    }
}

extension StructureFactor: Resumable {
    /// Archives the sums, and moments that were given up with what has been done of them.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&momentCount)
        try archive.count(&particleSum)
        try archive.values(&sums, asMany: "the number of waves of a structure factor")
        try archive.elements(&waiting, atMost: 1 << 20, makeElement: { [] }) { (positions) throws(CheckpointError) in
            try archive.values(&positions)
        }
        guard let first = waiting.first else { return }
        try archive.count(&summedCount, atMost: first.count)
        try archive.values(&amplitudes, asMany: "the number of waves of a structure factor")
    }
}
