import SimulationEngine

extension VertexStates: Resumable {
    /// Archives the states.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.expect(count, "the number of vertices")
        try archive.memory(UnsafeMutableRawBufferPointer(elements))
    }
}

extension Resumable where Self: UpdateRuleModel {
    /// Archives the states. Implement this for a model that keeps something else, too.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try states.archiveState(in: archive)
    }
}

// Models that are nothing but their states and parameters.

extension BooleanNetwork: Resumable {}
extension DeffuantModel: Resumable {}
extension ElementaryAutomaton: Resumable {}
extension HegselmannKrauseModel: Resumable {}
extension LifeLikeAutomaton: Resumable {}
extension MajorityModel: Resumable {}
extension PageRank: Resumable {}
extension PottsModel: Resumable {}
extension RandomWalks: Resumable {}
extension SznajdModel: Resumable {}
extension ThresholdCascadeModel: Resumable {}
extension VoterModel: Resumable {}

extension SchellingModel: Resumable {
    /// Archives who lives where, and the vacant places in the order in which they are drawn from.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try states.archiveState(in: archive)
        try archive.flag(&isVacantKnown)
        try archive.values(&vacant)
        guard vacant.allSatisfy({ (0..<states.count).contains(Int($0)) }) else {
            throw .damaged(reason: "a place is vacant that there is not")
        }
    }
}

extension SpikingNeurons: Resumable {
    /// Archives the voltages, the spikes that are on their way, how long neurons rest, and how often they have fired.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try states.archiveState(in: archive)
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
