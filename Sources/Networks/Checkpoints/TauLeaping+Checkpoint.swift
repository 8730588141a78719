import SimulationEngine

extension TauLeapingIntegrator {
    /// Archives the moves of the present leap that have not been made yet, and the number of leaps, which random numbers are
    /// drawn for.
    public func archiveState(of model: CompartmentModel<State>, in archive: StateArchive) throws(CheckpointError) {
        var exists = process != nil
        try archive.flag(&exists)
        guard exists else { return }
        // Of the moves in an earlier graph none is made.
        var isBehind = process?.revision != model.network.revision
        try archive.flag(&isBehind)
        let known = archive.isReading ? nil : process
        var process = known ?? LeapProcess(model, length: length, key: key, team: team)
        try archive.count(&process.leapCount)
        try archive.count(&process.moveCount)
        if !isBehind { try process.archiveLeap(in: archive) }
        try archive.flag(&isCurrent)
        if isBehind { isCurrent = false }
        self.process = process
    }
}

extension LeapProcess {
    /// Archives when the present leap ends, and what happens until then.
    mutating func archiveLeap(in archive: StateArchive) throws(CheckpointError) {
        try archive.value(&end)
        for run in 0..<ThreadTeam.runCount(of: vertexCount) {
            let first = run * ThreadTeam.runLength
            var count = Int(moveCounts.pointer[run])
            try archive.count(&count, atMost: min(ThreadTeam.runLength, vertexCount - first))
            moveCounts.pointer[run] = Int32(count)
            for index in first..<first + count { try archiveMove(&moves.pointer[index], in: archive) }
        }
        // Sums of weights are made anew for each leap; those of neighbours are whole numbers, and so exact.
        if archive.isReading, !pressures.mustBeSummedUp { pressures.sumUp(team) }
    }

    private func archiveMove(_ move: inout Move, in archive: StateArchive) throws(CheckpointError) {
        try archive.value(&move.time)
        try archive.value(&move.vertex)
        try archive.value(&move.target)
        try archive.flag(&move.isDue)
        guard (0..<vertexCount).contains(Int(move.vertex)), Int(move.target) < table.compartmentCount else {
            throw .damaged(reason: "vertex \(move.vertex) moves to a compartment that there is not")
        }
    }
}
