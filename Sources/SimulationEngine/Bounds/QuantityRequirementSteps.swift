/// Looks at a quantity that must not change after the steps of a method that are not those of the grid.
final class QuantityRequirementSteps {
    private let requirement: QuantityRequirement

    /// The moment that belongs to the state that the model is in.
    private let moment: () -> Moment

    /// The end of the step, if the quantity is too far away then.
    private var time: Double?

    init(of requirement: QuantityRequirement, moment: @escaping () -> Moment) {
        self.requirement = requirement
        self.moment = moment
    }
}

extension QuantityRequirementSteps: StepWatcher {
    var name: String { requirement.name }
    var rank: StepRank { .bounds }

    func begin(at time: Double) { self.time = nil }
    func beginAgain(at time: Double) { self.time = nil }
    func beginStep() { time = nil }
    func noteEnd(at time: Double, by jumps: JumpWatch?) { self.time = requirement.isBroken ? time : nil }
    func next(in interior: StepStates?) throws -> Double? { time }
    func tell() throws { try requirement.check(at: moment()) }
    func finishStep() {}
    func addNodes(to watch: JumpWatch) { watch.watchAll() }
}

extension QuantityRequirementSteps: Resumable {
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try requirement.archiveState(in: archive)
        try archive.time(&time)
    }
}
