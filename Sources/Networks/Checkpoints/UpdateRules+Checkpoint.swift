import SimulationEngine

extension VertexStates: Resumable {
    /// Archives the states. Whether the model can have them is not known here.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(count, "the number of vertices")
        let bytes = UnsafeMutableRawBufferPointer(elements)
        try archive.memory(bytes)
        guard archive.isReading else { return }
        if State.self == Bool.self, let other = bytes.first(where: { $0 > 1 }) {
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            throw .damaged(reason: "\(other) stands where the state of a vertex should")
        }
        for (vertex, state) in elements.enumerated() where State(number: state.number) != state {
            throw .damaged(reason: "the state of vertex \(vertex) is \(state)")
        }
    }
}

extension UpdateRuleModel {
    /// Archives the states, and finds out whether the model can have them, as when they are set.
    func archiveStates(in archive: StateArchive) throws(CheckpointError) {
        // One that the model has made itself is possible.
        let known = states.elements.first
        try states.archiveState(in: archive)
        guard archive.isReading, let known else { return }
        for vertex in states.elements.indices {
            let state = states[vertex]
            states[vertex] = known
            setNodeState(state, at: vertex)
            guard states[vertex] == state else {
                throw .damaged(reason: "vertex \(vertex) cannot be in state \(state)")
            }
        }
    }
}

extension Resumable where Self: UpdateRuleModel {
    /// Archives the states. Implement this for a model that keeps something else, too.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archiveStates(in: archive)
    }
}

extension PottsModel: Resumable {}

extension FormulaRule: Resumable {
    /// Archives the states, and what moves keep.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archiveStates(in: archive)
        try moves?.archiveState(in: archive)
    }
}

extension SchellingModel: Resumable {
    /// Archives who lives where, and the vacant places in the order in which they are drawn from.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archiveStates(in: archive)
        try archive.flag(&isVacantKnown)
        try archive.values(&vacant)
        guard archive.isReading else { return }
        guard vacant.allSatisfy({ (0..<states.count).contains(Int($0)) }) else {
            throw .damaged(reason: "a place is vacant that there is not")
        }
        guard !isVacantKnown || vacant.sorted().map(Int.init) == states.elements.indices.filter({ states[$0] == 0 })
        else {
            throw .damaged(reason: "other places are known to be vacant than are")
        }
    }
}

extension SpikingNeurons: Resumable {
    /// Archives the voltages, the spikes that are on their way, how long neurons rest, and how often they have fired.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archiveStates(in: archive)
        let rowCount = parameters.delaySteps + 1
        try archive.count(&readRow, atMost: rowCount - 1)
        try archive.count(&writtenRow, atMost: rowCount - 1)
        try archive.flags(
            UnsafeMutableBufferPointer(start: spikes.pointer, count: rowCount * states.count),
            "the number of neurons times that of delays")
        try archive.memory(
            UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(start: resting.pointer, count: states.count)))
        try archive.memory(
            UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(start: counts.pointer, count: states.count)))
        for vertex in 0..<states.count where !isPossible(restOf: vertex) {
            throw .damaged(reason: "neuron \(vertex) cannot rest that long, or have fired that often")
        }
    }
}

extension RuleSteps: Resumable {
    /// Archives the number of steps, which random numbers are drawn for.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&stepCount)
    }
}

extension RuleSweeps: Resumable {
    /// Archives the number of sweeps, which random numbers are drawn for.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&sweepCount)
    }
}
