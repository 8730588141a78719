/// Looks at each step of the method, finds what happens in it, and tells it.
///
/// A step is that of the grid where the method has a fixed one, one of the method's own (``OwnSteppingIntegrator``), or the
/// time from one noted jump to the next (``JumpIntegrator``). For each step the calls come in this order:
///
///     begin for the first step, beginAgain after a change
///     beginStep
///     noteEnd, in the state in which the step has ended
///     next, tell, next, tell, … in the order of the times
///     finishStep
///
/// If somebody changes the state in answer to what is told, `tellReached` and `beginAgain` come instead of the rest, and
/// another step begins there. A run
/// may be at rest, and be stored, between two of these calls.
protocol StepWatcher: Resumable {
    /// What is watched, for errors.
    var name: String { get }

    /// When it finishes a step.
    var rank: StepRank { get }

    /// Whether the model has to be in the state of its time when something is told. Otherwise it is in that of the end of the
    /// step, which costs nothing.
    var needsState: Bool { get }

    /// Whether anybody still asks for it.
    var isWanted: Bool { get }

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
    /// - Throws: What the integrator throws, or `GSLError` if it cannot be located.
    func next(in interior: StepStates?) throws -> Double?

    /// Tells what ``next(in:)`` has found, unless it does not count.
    func tell() throws

    /// Tells the crossings that ``next(in:)`` has found whose levels are reached in the model's state, which is that of
    /// a time within the step.
    func tellReached(at time: Double)

    /// All that was found has been told; the model is in the state of the end.
    func finishStep() throws

    /// Adds the nodes whose jumps are of interest.
    func addNodes(to watch: JumpWatch)

    /// Whether what it tells can come about by time alone, while no node jumps.
    var dependsOnTime: Bool { get }

    /// Whether it would have something to tell that it had not at the end of the last step, if a step ended in the state and at
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

    /// Tells what a change from outside has brought about, where the next jump may never come.
    ///
    /// - Returns: Whether there was anything to tell.
    func tellChange() -> Bool

    /// Takes note of a time until which nothing has jumped, and nothing was found.
    func noteTime()
}

extension StepWatcher {
    var needsState: Bool { true }
    var isWanted: Bool { true }
    func tellReached(at time: Double) {}
    var dependsOnTime: Bool { false }
    var isDifferent: Bool { false }
    func changeByTime(from start: Double, to end: Double, show: (Double) -> Void) throws -> Double? { nil }
    func tellChange() -> Bool { false }
    func noteTime() {}
}

/// The order in which a step is finished. What has the same rank is in the order in which it came to be watched.
enum StepRank: Int {
    case bounds
    case crossings
    case groups
    case conditions
}
