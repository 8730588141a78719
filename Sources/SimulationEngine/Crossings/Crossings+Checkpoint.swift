extension StepWatch {
    /// Archives what each of those knows that look at steps, in their order, and the step that is under way.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.flag(&isChanged)
        try archive.time(&end)
        observed.removeAll { !$0.isWanted }
        try archive.expect(observed.count, "the number of observed crossings, passages, conditions, bounds and groups")
        var resumed: [any StepWatcher] = []
        for watcher in observed {
            try archive.expect(watcher.name, "what is watched at the steps of the method")
            var isWatched = watched.contains { $0 === watcher }
            try archive.flag(&isWatched)
            guard isWatched else { continue }
            resumed.append(watcher)
            try archive.state(of: watcher, "the watch for \(watcher.name)")
        }
        guard archive.isReading else { return }
        watched = resumed
        noteResumed()
    }
}

extension LevelCrossing: Resumable {
    /// Archives on which side of the level the number is, how fast it moves, and which crossings count next.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(level, "a level")
        try archive.time(&origin.argument)
        try archive.value(&origin.value)
        try archive.time(&start.argument)
        try archive.value(&start.value)
        try archive.time(&end.argument)
        try archive.value(&end.value)
        try archive.value(&pace)
        try archive.flag(&isArmed.upwards)
        try archive.flag(&isArmed.downwards)
    }
}

extension GroupCrossing: Resumable {
    /// Archives on which side of the level each node is, and the crossings that are told later.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.time(&distances.startTime)
        try archive.time(&distances.endTime)
        try archive.values(&distances.starts, asMany: "the number of nodes that are observed to cross a level")
        try archive.values(&distances.ends, asMany: "the number of nodes that are observed to cross a level")
        try archive.values(&paces, asMany: "the number of nodes that are observed to cross a level")
        let pending = located ?? []
        var (times, positions) = (pending.map(\.time), pending.map(\.position))
        var areUpwards = pending.map { $0.direction == .upwards ? 1 as UInt8 : 0 }
        try archive.values(&times)
        try archive.values(&positions)
        try archive.values(&areUpwards)
        guard times.count == positions.count, times.count == areUpwards.count,
            positions.allSatisfy(nodes.indices.contains), times.allSatisfy({ $0 >= 0 && $0.isFinite })
        else { throw .damaged(reason: "there are no such nodes that are observed to cross a level") }
        located = times.indices.map {
            Located(time: times[$0], direction: areUpwards[$0] == 1 ? .upwards : .downwards, position: positions[$0])
        }
    }
}

extension FirstPassageWatches {
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
        try archive.values(&record.times, asMany: "the number of nodes that are watched for first passages")
        if archive.isReading { record.count = record.times.count { !$0.isNaN } }
        try scan.archiveState(in: archive) { !record.times[$0].isNaN }
    }
}
