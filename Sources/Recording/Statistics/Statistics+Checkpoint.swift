import GSL
import SimulationEngine

extension Moments {
    /// Writes the numbers to an archive, or takes them from there.
    mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&count)
        try archive.value(&center)
        try archive.value(&rest)
        try archive.value(&squares)
    }
}

extension BlockAverage {
    /// Writes the state to an archive, or takes it from there.
    ///
    /// - Throws: `CheckpointError`.
    public mutating func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.value(&origin)
        try unit.archive(in: archive)
        try archive.elements(&levels, atMost: Int.bitWidth, makeElement: BlockingLevel.init) {
            (level) throws(CheckpointError) in
            try level.archive(in: archive)
        }
        // Each level has the averages of two numbers of the one before it, and the last one has one number.
        let counts = levels.map(\.count)
        guard zip(counts, counts.dropFirst()).allSatisfy({ $0 / 2 == $1 }), counts.last ?? 1 == 1 else {
            throw .damaged(reason: "levels of blocks of \(counts) numbers do not follow from each other")
        }
    }
}

extension DeviationScale {
    fileprivate mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        try archive.value(&exponent)
        try archive.flag(&isChosen)
        guard Self.exponents.contains(exponent) else {
            throw .damaged(reason: "deviations are measured in units of 2 to the power of \(exponent)")
        }
    }
}

extension BlockingLevel {
    fileprivate mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        try moments.archive(in: archive)
        try archive.value(&half, orNew: 0)
        try archive.value(&recent)
        try archive.value(&earlierMeans)
        try archive.value(&laterMeans)
        try archive.value(&products)
        // Every second average waits for its neighbour.
        guard (half == nil) == count.isMultiple(of: 2) else {
            throw .damaged(reason: "a level of blocks has \(count) numbers, and \(half == nil ? "none" : "one") waits")
        }
    }
}

extension QuantileSketch {
    /// Writes the numbers that are kept to an archive, or takes them from there.
    mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&count)
        try archive.value(&minimum)
        try archive.value(&maximum)
        try archive.values(&thinningCounts)
        try archive.elements(&levels, atMost: Int.bitWidth, makeElement: { [] }) { (level) throws(CheckpointError) in
            try archive.values(&level)
        }
        guard isPossible else {
            throw .damaged(reason: "a sketch of the quantiles of \(count) numbers does not keep those that it has to")
        }
    }

    /// True if what is kept follows from how many numbers have come: what comes to a level, and is not kept there, was thinned
    /// out a full level at a time, and half of it has gone on to the next one.
    private var isPossible: Bool {
        guard levels.count == thinningCounts.count, !levels.isEmpty else { return false }
        var arrived = count
        for (level, thinningCount) in zip(levels, thinningCounts) {
            guard level.count <= Self.capacity, !level.contains(where: \.isNaN),
                thinningCount >= 0, thinningCount <= arrived / Self.capacity,
                arrived == thinningCount * Self.capacity + level.count
            else { return false }
            arrived = thinningCount * (Self.capacity / 2)
        }
        return arrived == 0
    }
}

extension PowerSpectrum: Resumable {
    /// Archives the sums, and the segment that is not yet complete.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&segmentCount)
        try archive.values(&segment)
        guard segment.count < segmentLength else {
            throw .damaged(reason: "a segment of a spectrum has \(segment.count) samples of \(segmentLength)")
        }
        try archive.values(&powers, asMany: "the number of frequencies of a spectrum")
    }
}

extension SeriesStatistics: Resumable {
    /// Archives all statistics.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try moments.archiveState(in: archive)
        try blocks.archiveState(in: archive)
        try sketch.archive(in: archive)
        try archive.count(&notANumberCount)
        try archive.count(&infiniteCount)
        try histogram?.archiveState(in: archive)
        try autocorrelation?.archiveState(in: archive)
        try spectrum?.archiveState(in: archive)
    }
}
