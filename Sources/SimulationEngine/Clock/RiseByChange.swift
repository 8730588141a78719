/// Notices when a change from outside makes a schedule hold.
struct RiseByChange {
    /// A time at which it is known whether the schedule held in the state of that time.
    private var time: Double?
    private var held = false

    /// True if a change has made it hold, and that has not been told.
    private var isPending = false

    /// Takes note of the state of a time, before somebody may change it.
    mutating func noteState(at time: Double, _ holds: Bool) { (self.time, held) = (time, holds) }

    /// Takes note of the changed state of a time. A change of a state that nobody has looked at makes nothing hold.
    mutating func noteChange(at time: Double, _ holds: Bool) {
        isPending = self.time == time && !held && holds
        noteState(at: time, holds)
    }

    /// Tests if there is something to tell, which is told with that.
    mutating func take() -> Bool {
        defer { isPending = false }
        return isPending
    }

    /// Archives what is known of the state before a change. What a change has brought about is told before the run is at rest.
    mutating func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.time(&time)
        try archive.flag(&held)
    }
}

/// Fires a trigger when a change from outside makes its schedule hold, over steps of the grid, at whose ends it is asked besides.
final class ChangeCondition {
    private unowned let trigger: Trigger

    /// The moment that belongs to the state that the model is in.
    private let moment: () -> Moment

    private var rise = RiseByChange()

    init(of trigger: Trigger, moment: @escaping () -> Moment) {
        self.trigger = trigger
        self.moment = moment
    }

    private var holds: Bool { trigger.schedule.holds(at: moment()) }
}

extension ChangeCondition: StepWatcher {
    var name: String { "a condition" }
    var rank: StepRank { .conditions }
    var view: StepView { .ends }

    func begin(at time: Double) { rise.noteChange(at: time, holds) }
    func beginAgain(at time: Double) { begin(at: time) }
    func catchUp(at time: Double) { rise.noteState(at: time, holds) }
    func finishRun(at instant: ScheduledInstant) { catchUp(at: instant.moment.time) }

    func tellChange() -> Bool {
        guard rise.take() else { return false }
        trigger.fire(asDueAt: moment())
        return true
    }

    func archiveState(in archive: StateArchive) throws(CheckpointError) { try rise.archiveState(in: archive) }
}
