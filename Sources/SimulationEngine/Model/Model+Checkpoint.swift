extension StateVector: Resumable {
    /// Archives the numbers of nodes, and which of them are held. There may be another number of nodes. The tail is archived by
    /// whose it is.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(columnCount, "the number of columns of the state")
        var rows = rowCount
        let rowLength = max(1, columnCount) * MemoryLayout<Double>.stride
        try archive.count(&rows, atMost: archive.isReading ? archive.remainingCount / rowLength : .max)
        while rowCount < rows { appendRow([Double](repeating: 0, count: columnCount)) }
        while rowCount > rows { removeLastRow() }
        try archive.memory(UnsafeMutableRawBufferPointer(columns))
        guard columns.allSatisfy(\.isFinite) else { throw .damaged(reason: "a number of the state is not finite") }
        try held.archive(in: archive)
        guard held.values.allSatisfy(\.isFinite), held.components.allSatisfy(columns.indices.contains) else {
            throw .damaged(reason: "a number is held that there is not")
        }
    }
}

extension Resumable where Self: DifferentialEquations {
    /// Archives the state. Implement this for a model that keeps something else, too.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try state.archiveState(in: archive)
    }
}

extension Resumable where Self: ThermalEquations {
    /// Archives the state, and the part of the thermostat. Implement this for a model that keeps something else, too.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try state.archiveState(in: archive)
        try bath.archive(in: archive)
    }
}

extension HeatBath {
    /// Archives the part of a thermostat in the state of a model.
    public mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        try archive.flag(&exchangesMomentum)
        try archive.value(&energy)
        var positions = chain.map(\.position)
        var velocities = chain.map(\.velocity)
        try archive.values(&positions, asMany: "the number of links of the thermostat")
        try archive.values(&velocities, asMany: "the number of links of the thermostat")
        // Its energy is not finite at temperature 0.
        guard (positions + velocities).allSatisfy(\.isFinite) else {
            throw .damaged(reason: "a number of the thermostat is not finite")
        }
        chain = zip(positions, velocities).map { Link(position: $0, velocity: $1) }
    }
}
