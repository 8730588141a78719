import SimulationEngine

extension MultipleTauScheme: Resumable {
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        var count = levels.count
        try archive.count(&count, atMost: Int.bitWidth)
        if archive.isReading { levels = [] }
        for number in 0..<count {
            if number == levels.count { levels.append(makeLevel(number)) }
            try levels[number].archiveState(in: archive)
        }
        // Every so many samples of a level make one of the next.
        let counts = levels.map(\.sampleCount)
        guard zip(counts, counts.dropFirst()).allSatisfy({ $0 / ratio == $1 }),
            counts.last.map({ (1..<ratio) ~= $0 }) ?? true
        else { throw .damaged(reason: "levels of a correlation of \(counts) samples do not follow from each other") }
    }
}

extension MultipleTauLevel: Resumable {
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(places.upperBound, "the number of lags of a correlation")
        try archive.expect(componentCount, "the number of components of a correlation")
        try archive.count(&sampleCount)
        try archive.count(&newest, atMost: places.upperBound - 1)
        try archive.memory(of: rows, count: places.upperBound * componentCount)
        try archive.memory(of: sums, count: places.upperBound)
        guard newest == sampleCount % places.upperBound, places.allSatisfy(isPossible) else {
            throw .damaged(reason: "the sums of a correlation are not those of \(sampleCount) samples")
        }
    }

    private func isPossible(at place: Int) -> Bool {
        Kernel.isPossible(sums[place], pairCount: pairCount(at: place), componentCount: componentCount)
    }
}

extension StateArchive {
    /// Archives values in memory, which consist of nothing but their bits and have no gaps.
    fileprivate func memory<Value: BitwiseCopyable>(of start: UnsafeMutablePointer<Value>, count: Int)
        throws(CheckpointError)
    {
        try memory(UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(start: start, count: count)))
    }
}

extension Autocorrelation: Resumable {
    /// Archives the correlator.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try moments.archive(in: archive)
        try archive.value(&origin)
        try scheme.archiveState(in: archive)
    }
}

extension VectorAutocorrelation: Resumable {
    /// Archives the correlator.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try scheme.archiveState(in: archive)
    }
}

extension MeanSquaredDisplacement: Resumable {
    /// Archives the positions that are kept, and the sums.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try scheme.archiveState(in: archive)
    }
}

extension DiffusionCoefficient: Resumable {
    /// Archives the displacements and correlations of all groups, and how they came about.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(groups.count, "the number of groups")
        for group in groups {
            try group.displacement.archiveState(in: archive)
            try group.correlation.archiveState(in: archive)
        }
        try displacementHistory.archive(in: archive)
        try correlationHistory.archive(in: archive)
    }
}

extension PairSumHistory {
    fileprivate mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&spacing)
        try archive.elements(&moments, atMost: Self.capacity - 1, makeElement: { [] }) {
            (sums) throws(CheckpointError) in
            try archive.values(&sums)
        }
        guard spacing >= 1 else { throw .damaged(reason: "sums over pairs are noted every \(spacing) samples") }
    }
}
