import ObserverCore

/// Takes part in a run: looks at its steps, finds what happens in them, and tells it.
///
/// Whatever watches a simulation is one of these, in one list (``StepWatch``): bounds, crossings, first passages,
/// requirements, events of the model, nodes, groups, quantities, conditions and triggers. Each implements what it needs, and is
/// called in the order of the ranks.
///
/// For each step of the method the calls come in this order. A step is that of the grid where the method has a fixed one, one of
/// the method's own (``OwnSteppingIntegrator``), or the time from one noted jump to the next (``JumpIntegrator``).
///
///     begin for the first step, beginAgain after a change
///     beginStep
///     noteEnd, in the state in which the step has ended
///     next, tell, next, tell, … in the order of the times
///     finishStep
///
/// If somebody changes the state in answer to what is told, `tellReached`, `catchUp`, `beginAgain` and `tellChange` come instead of the
/// rest, and another step begins there; so they do where somebody changes it between two steps. At each moment of the grid, when the state is complete, `finishMoment` comes. A run may be at rest,
/// and be stored, between two of these calls.
protocol StepWatcher: Resumable {
    /// The name in errors.
    var name: String { get }

    /// When its turn comes.
    var rank: StepRank { get }

    /// At what of a step it looks.
    var view: StepView { get }

    // MARK: A step

    /// True if it begins again with the next step when a run is resumed, since nothing of steps is to be kept.
    var beginsAnew: Bool { get }

    /// Forgets what was before; the model is in the state of the time.
    func begin(at time: Double)

    /// Goes on from a state that somebody has changed, before a step or in the middle of one.
    func beginAgain(at time: Double)

    /// Begins a step where the last one ended, or where something was begun.
    func beginStep()

    /// Takes note of the state in which the step has ended: of all of it, or of the nodes that have jumped then.
    func noteEnd(at time: Double, by jumps: JumpWatch?)

    /// The time of the first thing in the step that has not been told; `nil` if there is none.
    ///
    /// - Parameter interior: The states inside of the step, if they are known.
    /// - Returns: The time.
    /// - Throws: Errors of the integrator, or `GSLError` if it cannot be located.
    func next(in interior: StepStates?) throws -> Double?

    /// True if the model has to be in the state of its time when something is told. Otherwise it is in that of the end of the
    /// step, which costs nothing.
    var needsState: Bool { get }

    /// Tells what ``next(in:)`` has found, unless it does not count.
    func tell() throws

    /// Tells what ``next(in:)`` has found, or would, that is reached in the model's state, which is that of a time within the step.
    func tellReached(at time: Double)

    /// Tells of the motion up to a time, in whose state the model is, before somebody changes that.
    func catchUp(at time: Double)

    /// All that was found has been told; the model is in the state of the end.
    func finishStep(at time: Double) throws

    /// Tells what a change from outside has brought about, at the time of the change.
    ///
    /// - Returns: True if there was anything to tell.
    func tellChange() -> Bool

    // MARK: Jumps of single nodes within a step

    /// True if it goes on with the nodes that have jumped alone (``goOn(with:from:in:)``); otherwise it begins again.
    var followsNodes: Bool { get }

    /// Goes on with nodes whose state has jumped at a time within the step. The model is in the state of the end.
    func goOn(with jumped: [Int32], from time: Double, in interior: StepStates?) throws

    /// Tests if it has found something of nodes near a time that has not been told.
    func awaits(_ nodes: [Int32], near time: Double) -> Bool

    // MARK: Jumps

    /// Adds the nodes whose jumps are of interest.
    func addNodes(to watch: JumpWatch)

    /// True if what it tells can come about by time alone, while no node jumps.
    var dependsOnTime: Bool { get }

    /// True if it would have something to tell that it had not at the end of the last step, if a step ended in the state and at
    /// the time that are shown.
    var isDifferent: Bool { get }

    /// The first time at which it would have something to tell that comes about by time alone, as far as it knows of a number by
    /// which that is found; what ``isDifferent`` says of the ends alone is found without.
    ///
    /// - Parameters:
    ///   - start: The time that is shown.
    ///   - end: The time up to which to look.
    ///   - show: Shows a time at which the state is what it is now.
    /// - Returns: The time, which is the least double at which it would.
    /// - Throws: `GSLError` if it cannot be located.
    func changeByTime(from start: Double, to end: Double, show: (Double) -> Void) throws -> Double?

    /// Takes note of a time until which nothing has jumped, and nothing was found.
    func noteTime()

    // MARK: The grid

    /// The first run begins.
    func beginRun(at instant: ScheduledInstant)

    /// A moment of the grid is complete: publishes what has changed, or looks at it.
    func finishMoment(at instant: ScheduledInstant) throws

    /// A run ends.
    func finishRun(at instant: ScheduledInstant)

    /// Sends observers what has changed since this was done last.
    func publish(_ publication: Publication)

    /// Refuses a change from outside: of a node, or of whatever has changed.
    ///
    /// - Throws: Why it cannot be.
    func check(changed node: Int?, after author: String) throws(SimulationError)
}

extension StepWatcher {
    var view: StepView { .inside }
    var beginsAnew: Bool { false }
    func begin(at time: Double) {}
    func beginAgain(at time: Double) {}
    func beginStep() {}
    func noteEnd(at time: Double, by jumps: JumpWatch?) {}
    func next(in interior: StepStates?) throws -> Double? { nil }
    var needsState: Bool { true }
    func tell() throws {}
    func tellReached(at time: Double) {}
    func catchUp(at time: Double) {}
    func finishStep(at time: Double) throws {}
    var followsNodes: Bool { false }
    func goOn(with jumped: [Int32], from time: Double, in interior: StepStates?) throws {}
    func awaits(_ nodes: [Int32], near time: Double) -> Bool { false }
    func addNodes(to watch: JumpWatch) {}
    var dependsOnTime: Bool { false }
    var isDifferent: Bool { false }
    func changeByTime(from start: Double, to end: Double, show: (Double) -> Void) throws -> Double? { nil }
    func tellChange() -> Bool { false }
    func noteTime() {}
    func beginRun(at instant: ScheduledInstant) {}
    func finishMoment(at instant: ScheduledInstant) throws { publish(Publication()) }
    func finishRun(at instant: ScheduledInstant) {}
    func publish(_ publication: Publication) {}
    func check(changed node: Int?, after author: String) throws(SimulationError) {}
}

/// The order of those who watch. What has the same rank is in the order in which it came to be watched.
///
/// At a moment of the grid those are called that come from ``requirements`` on.
enum StepRank: Int {
    case bounds
    case crossings
    case events
    case requirements
    case structure
    case nodes
    case parameters
    case groups
    case conditions
    case quantities
    case triggers
}

/// At what of a step somebody looks.
enum StepView {
    /// At no step of the method, but at moments of the grid.
    case moments

    /// At the end of each step of the grid.
    case ends

    /// At what happens inside of steps, or at the steps of a method that has its own.
    case inside
}

/// A publication of the changes of a step, or of somebody.
struct Publication {
    /// Who has changed it, `nil` for the simulation.
    var author: AnyAuthor?

    /// True if it was changed from outside.
    var isIntervention = false

    /// True if it is published in the middle of a run that publishes the rest at its next moment.
    var isWithinRun = false
}
