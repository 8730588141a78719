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
        // The slopes of a step that is under way are not known any more when it is resumed.
        var code = changes?.rawValue ?? StepCourse.Changes.allCases.count
        try archive.count(&code, atMost: StepCourse.Changes.allCases.count)
        changes = StepCourse.Changes(rawValue: code)
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
        try CrossingBracket.archive(&brackets, ofNodeCount: nodes.count, in: archive)
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
