import ObserverCore

/// Sends a ``Moment`` whenever it is due, to those who observe it.
///
///     recorder.observe(try simulation.every(time: 100)) { moment in … }
///     recorder.observe(try simulation.trigger(.at(times: [1, 10]) || .end)) { moment in … }
///
/// A trigger fires when the state of its moment is complete and all nodes, groups and quantities have been published.
/// Nobody asks its ``Schedule`` as long as nobody observes it.
///
/// The simulation keeps its triggers, and hands out the same one for the same interval.
public final class Trigger: ObservableObject {
    /// Carries the moments.
    public let messenger = Messenger<Moment>()

    /// The number of steps from one message to the next, where that is all there is to the schedule.
    public let interval: Int?

    let schedule: GridSchedule

    /// The step of the last message.
    var lastStep: Int?

    init(_ schedule: Schedule, on grid: TimeGrid) throws(SimulationError) {
        self.schedule = try GridSchedule(schedule.rule, on: grid)
        switch schedule.rule {
        case .everySteps(let steps): interval = steps
        case .everyTime(let time): interval = grid.steps(in: time)
        default: interval = nil
        }
    }

    /// Creates the trigger of a clock.
    init(eachStepOf grid: TimeGrid) {
        schedule = .eachStep
        interval = 1
    }

    /// Sends a message if one is due.
    func fire(at instant: ScheduledInstant) {
        guard messenger.observationCount > 0, schedule.isDue(instant) else { return }
        schedule.noteDue(instant.moment)
        lastStep = instant.moment.step
        send(instant.moment)
    }

    /// Sends the message of the end of a run, unless one has been sent at that moment.
    func fireAtEnd(_ moment: Moment) {
        guard schedule.asksForEnd, lastStep != moment.step else { return }
        fire(at: ScheduledInstant(moment: moment, isEnd: true))
    }
}
