import ObserverCore

/// The triggers of a simulation, in the order in which they were asked for first.
final class Triggers {
    private let grid: TimeGrid
    private let revision: StateRevision

    @exclusivity(unchecked)
    private var triggers: [Trigger] = []

    /// True if triggers are being added of which the checkpoint that the run goes on from does not know.
    @exclusivity(unchecked)
    var isAddingLater = false

    /// Those that wait for a condition to hold for the first time.
    @exclusivity(unchecked)
    private var waiters: [FirstTime] = []

    init(on grid: TimeGrid, of revision: StateRevision) {
        self.grid = grid
        self.revision = revision
    }

    /// The trigger that fires at the beginning and after each step.
    var clock: Trigger { trigger(every: 1) ?? add(Trigger(eachStepOf: grid)) }

    /// The trigger that fires after each number of steps, if it is there already.
    func trigger(every interval: Int) -> Trigger? { triggers.first { $0.interval == interval } }

    /// Makes a trigger.
    func trigger(_ schedule: Schedule) throws(SimulationError) -> Trigger {
        add(try Trigger(schedule, on: grid, of: revision))
    }

    private func add(_ trigger: Trigger) -> Trigger {
        trigger.isLater = isAddingLater
        triggers.append(trigger)
        return trigger
    }

    /// Calls a closure at the first moment of a trigger at which a condition holds.
    func wait(
        for trigger: Trigger, until condition: @escaping () -> Bool, then fulfill: @escaping (Moment) -> Void
    ) {
        let waiter = FirstTime()
        waiters.append(waiter)
        waiter.observe(trigger) { [unowned self, unowned waiter] (moment: Moment) in
            guard condition() else { return }
            waiters.removeAll { $0 === waiter }
            fulfill(moment)
        }
    }
}

/// Observes the clock, or another trigger, until a condition holds.
private final class FirstTime: Observer {
    let receiver = Receiver()
}

extension Triggers: StepWatcher {
    var name: String { "triggers" }
    var rank: StepRank { .triggers }
    var view: StepView { .moments }

    func beginRun(at instant: ScheduledInstant) {
        for trigger in triggers { trigger.fire(at: instant) }
        // What is answered to that changes the state.
        for trigger in triggers { trigger.noteState(at: instant.moment.time) }
    }

    func finishMoment(at instant: ScheduledInstant) {
        // The others are asked at the steps of the method.
        for trigger in triggers where trigger.condition == nil { trigger.fire(at: instant) }
    }

    func finishRun(at instant: ScheduledInstant) {
        for trigger in triggers { trigger.fireAtEnd(instant) }
    }

    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        let known = archive.isReading ? triggers.filter { !$0.isLater } : triggers
        try archive.expect(known.count, "the number of triggers")
        for trigger in known { try trigger.archiveState(in: archive) }
    }
}

extension Trigger {
    /// Archives when it last fired, and what its schedule remembers.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.moment(&last)
        try schedule.archive(archive)
    }
}
