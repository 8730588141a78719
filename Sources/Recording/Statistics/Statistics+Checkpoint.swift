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
        try archive.value(&unit.exponent)
        try archive.flag(&unit.isChosen)
        try archive.elements(&levels, atMost: Int.bitWidth, makeElement: BlockingLevel.init) {
            (level) throws(CheckpointError) in
            try level.archive(in: archive)
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
        guard levels.count == thinningCounts.count, !levels.isEmpty, levels.allSatisfy({ $0.count <= Self.capacity })
        else {
            throw .damaged(reason: "a sketch of quantiles has \(levels.count) levels")
        }
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
