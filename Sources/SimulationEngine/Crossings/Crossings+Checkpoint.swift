extension CrossingSearch {
    /// Archives what each observed detector knows, in the order in which they were first observed.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.flag(&isChanged)
        try archive.expect(observed.count, "the number of observed crossings")
        var resumed: [any CrossingDetector] = []
        for detector in observed {
            try archive.expect(detector.name, "what is observed to cross a level")
            var isWatched = watched.contains { $0 === detector }
            try archive.flag(&isWatched)
            guard isWatched else { continue }
            resumed.append(detector)
            try archive.state(of: detector, "the crossing of \(detector.name)")
        }
        if archive.isReading { watched = resumed }
    }
}

extension LevelCrossing: Resumable {
    /// Archives on which side of the level the number is, how fast it moves, and which crossings count next.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(level, "a level")
        try archive.value(&end.argument)
        try archive.value(&end.value)
        try archive.value(&pace)
        try archive.flag(&isArmed.upwards)
        try archive.flag(&isArmed.downwards)
    }
}

extension GroupCrossing: Resumable {
    /// Archives on which side of the level each node is.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.value(&endTime)
        try archive.values(&ends, asMany: "the number of nodes that are observed to cross a level")
    }
}

extension PassageWatches {
    /// Archives the watches that somebody holds or observes, in the order in which they were made.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        let living = watches.compactMap(\.passages)
        try archive.flag(&isChanged)
        try archive.expect(living.count, "the number of watches for first passages")
        for passages in living { try archive.state(of: passages, "a watch for first passages") }
    }
}

extension FirstPassages: Resumable {
    /// Archives who has passed, and the last values of all.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(level, "the level of first passages")
        try archive.values(&times, asMany: "the number of nodes that are watched for first passages")
        if archive.isReading { count = times.count { !$0.isNaN } }
        try scan.archiveState(in: archive) { !times[$0].isNaN }
    }
}
