import SimulationEngine

extension LeapProcess {
    /// Archives how many leaps have begun, which random numbers are drawn for, and how many moves have been made.
    mutating func archiveCounts(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&leapCount)
        try archive.count(&moveCount)
    }

    /// Archives the times of the present leap, and the moves of it that have not been made yet.
    mutating func archiveLeap(in archive: StateArchive) throws(CheckpointError) {
        try archive.time(&start)
        try archive.time(&end)
        try archive.time(&intervention)
        for run in 0..<ThreadTeam.runCount(of: vertexCount) {
            let first = moves.pointer + run * ThreadTeam.runLength
            let due = (0..<Int(moveCounts.pointer[run])).map { first[$0] }.filter(\.isDue)
            var (times, vertices) = (due.map(\.time), due.map(\.vertex))
            var (sources, targets) = (due.map(\.source), due.map(\.target))
            try archive.values(&times)
            try archive.values(&vertices)
            try archive.values(&sources)
            try archive.values(&targets)
            guard archive.isReading else { continue }
            let range = run * ThreadTeam.runLength..<min(vertexCount, (run + 1) * ThreadTeam.runLength)
            guard times.count <= range.count,
                [vertices.count, sources.count, targets.count].allSatisfy({ $0 == times.count }),
                vertices.allSatisfy({ range.contains(Int($0)) }),
                (sources + targets).allSatisfy({ Int($0) < table.compartmentCount }),
                times.allSatisfy({ $0 >= 0 && $0.isFinite })
            else { throw .damaged(reason: "there is a move of a vertex, or to a compartment, that there is not") }
            for index in times.indices {
                first[index] = Move(
                    time: times[index], vertex: vertices[index], source: sources[index], target: targets[index],
                    isDue: true)
            }
            moveCounts.pointer[run] = Int32(times.count)
        }
        try archiveSources(in: archive)
        sequence = nil
        if archive.isReading, !pressures.mustBeSummedUp { pressures.sumUp(team) }
    }
}
