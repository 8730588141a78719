/// Looks at a quantity that must not change, at moments of the grid or after the steps of a method that has its own.
final class QuantityRequirementSteps {
    private let requirement: QuantityRequirement

    /// The moment that belongs to the state that the model is in.
    private let moment: () -> Moment

    let view: StepView

    /// The end of the step, if the quantity is too far away then.
    private var time: Double?

    init(of requirement: QuantityRequirement, in view: StepView, moment: @escaping () -> Moment) {
        self.requirement = requirement
        self.view = view
        self.moment = moment
    }
}

extension QuantityRequirementSteps: StepWatcher {
    var name: String { requirement.name }
    var rank: StepRank { view == .inside ? .bounds : .requirements }

    func begin(at time: Double) { self.time = nil }
    func beginAgain(at time: Double) { self.time = nil }
    func beginStep() { time = nil }
    func noteEnd(at time: Double, by jumps: JumpWatch?) { self.time = requirement.isBroken ? time : nil }
    func next(in interior: StepStates?) throws -> Double? { time }
    func tell() throws { try requirement.check(at: moment()) }
    func addNodes(to watch: JumpWatch) { watch.watchAll() }
    func finishMoment(at instant: ScheduledInstant) throws { try requirement.check(at: instant.moment) }
}

extension QuantityRequirementSteps: Resumable {
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try requirement.archiveState(in: archive)
        try archive.time(&time)
    }
}
