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

    /// When the last message was sent.
    var last: Moment?

    /// True if the checkpoint that the run goes on from does not know of it.
    var isLater = false

    /// Asks the schedule at the steps of the method, where that is not done at the moments of the grid.
    var condition: TriggerCondition?

    /// Asks it when something is changed from outside, where it is asked at the steps of the method, and these are those of the grid.
    var changes: ChangeCondition?

    init(_ schedule: Schedule, on grid: TimeGrid, of revision: StateRevision) throws(SimulationError) {
        self.schedule = try GridSchedule(schedule.rule, on: grid, of: revision)
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

    /// When the schedule of a trigger is asked.
    public enum Occasions: Sendable {
        /// At the moments of the simulation's grid.
        case moments

        /// At the steps of the method, where the schedule has no rhythm of its own (``Schedule/hasRhythm``); otherwise at the
        /// moments of the grid.
        ///
        /// Where the method has a fixed step, its steps are those of the grid. A method of adaptive step is watched over each
        /// of its own (``OwnSteppingIntegrator``): the time at which the schedule comes to hold inside of a step is located
        /// by bisection to within 10⁻¹² or the rounding of times, and the trigger fires at that time, at which the model is
        /// in its state; it fires again at the end of each step at which the schedule still holds. Jump processes are watched
        /// at each jump (``JumpIntegrator``).
        ///
        /// Of whatever method, a schedule that comes to hold by a change from outside is told at the time of the change, also if it
        /// ceases to hold before the next step is over. What is answered to that is such a change, too.
        ///
        /// ``Simulation/moment`` is then the number of the last whole step of the grid, and the time. What an observer
        /// changes takes effect at that time, and ``Simulation/stop()`` ends the run there.
        case methodSteps
    }

    /// Sends a message if one is due.
    func fire(at instant: ScheduledInstant) {
        guard messenger.observationCount > 0, schedule.isDue(instant) else { return }
        schedule.noteDue()
        last = instant.moment
        send(instant.moment)
    }

    /// Sends the message of a moment at which the schedule is known to be due.
    func fire(asDueAt moment: Moment) {
        guard messenger.observationCount > 0 else { return }
        schedule.noteDue()
        last = moment
        send(moment)
    }

    /// Takes note of the state of a time before it is changed from outside, if it matters what that brings about.
    func noteState(at time: Double) {
        guard messenger.observationCount > 0 else { return }
        condition?.catchUp(at: time)
        changes?.catchUp(at: time)
    }

    /// Sends the message of the end of a run, unless one has been sent at that moment.
    func fireAtEnd(_ instant: ScheduledInstant) {
        guard schedule.asksForEnd, last != instant.moment else { return }
        fire(at: instant)
    }
}
