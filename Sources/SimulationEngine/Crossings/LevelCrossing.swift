import ObserverCore

/// Sends a ``Crossing`` whenever a number crosses a level, at the time at which it does, inside of steps.
///
///     let sync = try simulation.crossing(of: simulation.quantities.orderParameter, level: 0.9, .upwards)
///     watcher.observe(sync) { crossing in print(crossing.time) }
///
/// ## How a crossing is found
///
/// After each step of the method the number is compared to the level. If it has come to the other side, the time is located
/// by Brent's method (`findRoot`), for which the state inside the step is computed by the integrator itself, by a shorter step from
/// the beginning; the trajectory does not change thereby. Steps are those of the method: of an adaptive one its own, wherever
/// the moments of the simulation lie; of a jump process those from jump to jump, at whose times numbers cross levels. The
/// time is as exact as the method, to within the tolerance.
///
/// A number that crosses the level and comes back within a step is found, too. Over steps that a method has chosen itself, and
/// over the times between jumps, a number that is computed from the state or the time is looked at as closely as it needs,
/// however often it turns, down to 2⁻¹⁴ of the step. What it needs is seen from nine values: a peak so narrow that it shows in
/// none of them is missed. Of a field of a node, explicit methods know the slopes at both ends of each step, which tell whether it
/// may cross the level more often than its ends do (`StepCourse`): then it is looked at in the same way. A field elsewhere (of implicit
/// methods, or where it is no number of the state) is so if it could reach the level at the pace of the last two steps, or is driven.
/// Any number over steps of the grid has to be a smooth function with at most one extremum in the step: if the level could be reached
/// at that pace, the slope at both ends of the step is looked at, and if there is an extremum between them, it is looked for
/// (`findMinimum`).
///
/// Where the number goes back by the hysteresis is found in the same way; over steps of the grid at their ends.
///
/// Where noise moves a field that is watched, its crossings are those of its random path inside of the step, whatever the
/// tolerance (``FieldNoise``): they are not seen by shorter steps.
///
/// Where the integrator does not know the states inside of its steps, as for random motion, the time is
/// interpolated linearly between the ends of the step. The model is then in the state of the end of the step when the
/// crossing is told, and what an observer changes takes effect after the step.
///
/// A number that is put beyond the level from outside has not crossed it: nothing is told. A ``FirstPassages`` tells of a
/// node that has reached its level so.
///
/// A number crosses nothing where it is not finite, and nothing in a step at an end of which it is not, unless it is looked at
/// within the step as closely as it needs.
///
/// ## What observers see and do
///
/// Crossings of one step are told in the order of their times. The model is then in the state of that time, and what an
/// observer changes takes effect there and then: the rest of the step starts from the changed state. Other levels that
/// are reached in that state are told before. If nobody changes anything, the trajectory is, to the last bit, that
/// without observers.
///
/// The state of a crossing lies on the far side of the level, by what the number changes within the tolerance. Whoever
/// answers by sending the number back should put it onto the level, too: otherwise its way back is a crossing of the
/// other direction, and what bounces ever lower ends up on the far side.
///
/// A crossing is watched only while it is observed.
public final class LevelCrossing: ObservableObject {
    /// Carries the crossings.
    public let messenger = Messenger<Crossing>()

    /// The name of the number, for errors.
    public let name: String

    /// The level.
    public let level: Double

    /// Which crossings are told.
    public let directions: CrossingDirections

    /// How far the number must go back beyond the level before another crossing in the same direction counts.
    public let hysteresis: Double

    /// How exactly times are located.
    public let tolerance: Double

    let node: Int?
    let number: () -> Double

    /// Numbers from whose sides of 0 (`SideChanges`) it follows whether the number is above the level, or this itself, less the level;
    /// and the same of where the number goes back far enough for another crossing to count.
    let comparisons: [() -> Double]

    /// Takes note of the time of the state of which the number is asked for in the middle of an advance, where it follows from
    /// the state alone; `nil` if it may change by time, too.
    private let noteStateTime: ((Double) -> Void)?

    /// How the field of the node goes on in the last step, from one distance to another, as far as the method knows.
    let course: (_ start: Double, _ end: Double) -> StepCourse?

    /// Tests if the field of the node follows a function of time.
    let isDriven: () -> Bool

    /// How often the field changes its side in the step that is under way; `nil` if that has not been asked.
    var changes: StepCourse.Changes?

    /// The number less the level, where the step begins.
    @exclusivity(unchecked)
    var origin = (argument: 0.0, value: 0.0)

    /// The same where the search goes on.
    @exclusivity(unchecked)
    var start = (argument: 0.0, value: 0.0)

    /// The same at the end of the step.
    @exclusivity(unchecked)
    var end = (argument: 0.0, value: 0.0)

    /// How far the number has moved in the step before.
    @exclusivity(unchecked)
    var pace = 0.0

    /// True for each direction in which a crossing would count.
    @exclusivity(unchecked)
    var isArmed = (upwards: true, downwards: true)

    /// True if the step ends with a jump.
    var isJump = false

    /// The next crossing that was located, unless the search has to be repeated.
    @exclusivity(unchecked)
    private var located: Located = .unknown

    /// Finds crossings inside of a step that a method has chosen, and between jumps.
    var search: SideChanges

    /// True once it has begun with the step.
    @exclusivity(unchecked)
    var isResolving = false

    /// Where the number has gone back since the last crossing that was told, as far as that was looked for.
    @exclusivity(unchecked)
    var passed: [Sample] = []

    /// A time, and the number less the level at it.
    typealias Sample = (argument: Double, value: Double)

    enum Located {
        case unknown
        case none
        case at(Sample, Crossing.Direction)
    }

    init(
        _ name: String, node: Int?, level: Double, directions: CrossingDirections, hysteresis: Double,
        tolerance: Double, noteStateTime: ((Double) -> Void)? = nil,
        course: @escaping (_ start: Double, _ end: Double) -> StepCourse? = { _, _ in nil },
        isDriven: @escaping () -> Bool = { false }, comparisons: [() -> Double]? = nil, number: @escaping () -> Double
    ) throws(SimulationError) {
        try CrossingChecks.check(level: level, tolerance: tolerance)
        guard hysteresis >= 0, hysteresis.isFinite else {
            throw .invalidCrossing("the hysteresis \(hysteresis) of a crossing must be 0 or greater, and finite")
        }
        self.name = name
        self.node = node
        self.level = level
        self.directions = directions
        self.hysteresis = hysteresis
        self.tolerance = tolerance
        self.noteStateTime = noteStateTime
        self.course = course
        self.isDriven = isDriven
        self.number = number
        let distances = comparisons ?? [{ number() - level }]
        let offsets = hysteresis > 0 ? [hysteresis, -hysteresis] : []
        let turns = offsets.flatMap { offset in distances.map { distance in { distance() + offset } } }
        self.comparisons = distances + turns
        search = SideChanges(ofNumbers: self.comparisons.count, by: StepResolution(level: level))
    }
}

extension LevelCrossing: StepWatcher {
    var rank: StepRank { .crossings }

    func begin(at time: Double) {
        start = (time, number() - level)
        end = start
        pace = 0
        located = .unknown
        isArmed = (true, true)
    }

    func beginAgain(at time: Double) {
        let value = number() - level
        start = (time, value)
        end = start
        located = .unknown
        rearm(by: value)
    }

    func beginStep() {
        origin = end
        start = end
        isResolving = false
        located = .unknown
    }

    func noteEnd(at time: Double, by jumps: JumpWatch?) {
        located = .unknown
        isResolving = false
        changes = nil
        rearm(until: time)
        isJump = jumps.map { !$0.interpolates } ?? false
        // The field of a node that has not jumped is what it was.
        if let jumps, let node, !jumps.hasNoted(node) { end.argument = time } else { end = (time, number() - level) }
    }

    func addNodes(to watch: JumpWatch) {
        if let node {
            watch.watch(node)
        } else if noteStateTime != nil {
            watch.watchAll(silently: self)
        } else {
            watch.watchAll()
        }
    }

    func noteTime() { rearm(until: .infinity) }

    func catchUp(at time: Double) { rearm(until: time) }

    /// The field of a node changes when the node jumps, and what follows from the state alone when any does.
    var dependsOnTime: Bool { node == nil && noteStateTime == nil }

    var isDifferent: Bool {
        let value = number() - level
        return end.value.isFinite && value.isFinite && (value >= 0) != (end.value >= 0)
    }

    func changeByTime(from start: Double, to end: Double, show: (Double) -> Void) throws -> Double? {
        guard end > start else { return nil }
        isResolving = false
        passed.removeAll()
        show(start)
        search.noteStart { comparisons[$0]() }
        show(end)
        search.noteEnd { comparisons[$0]() }
        search.begin(from: start, to: end)
        return try nextChange(after: start, within: 0, show: show) { index, change in
            leastTime(from: change.before.argument, to: change.beyond.argument) { time in
                show(time)
                return change.isPassed(by: comparisons[index]())
            }
        }?.argument
    }

    func finishStep(at time: Double) {
        rearm(until: time)
        pace = abs(end.value - start.value)
        rearm(by: end.value)
    }

    func next(in interior: StepStates?) throws -> Double? {
        if case .unknown = located { located = try locate(in: interior) }
        guard case .at(let sample, _) = located else { return nil }
        return sample.argument
    }

    func tell() {
        guard case .at(let sample, let direction) = located else { return }
        start = sample
        located = .unknown
        rearm(until: sample.argument)
        let counts = directions.contains(direction) && (direction == .upwards ? isArmed.upwards : isArmed.downwards)
        if counts, direction == .upwards { isArmed.upwards = false }
        if counts, direction == .downwards { isArmed.downwards = false }
        rearm(by: sample.value)
        guard counts else { return }
        send(Crossing(time: sample.argument, node: node, direction: direction))
    }

    func tellReached(at time: Double) {
        guard case .at(_, let direction) = located else { return }
        let value = number() - level
        guard (value >= 0) == (direction == .upwards) else { return }
        located = .at((time, value), direction)
        tell()
    }

    /// Forgets what lies later, which is looked for again.
    private func rearm(until time: Double) {
        for sample in passed where sample.argument <= time { rearm(by: sample.value) }
        passed.removeAll(keepingCapacity: true)
    }

    private func rearm(by value: Double) {
        if hysteresis == 0 ? value < 0 : value <= -hysteresis { isArmed.upwards = true }
        if hysteresis == 0 ? value >= 0 : value >= hysteresis { isArmed.downwards = true }
    }
}

extension LevelCrossing: SilentJumpWatcher {
    /// A jump after which the number is where it was is a step in which nothing is found.
    func noteJump(of node: Int, at time: Double) -> JumpInterest {
        noteStateTime?(time)
        // Jumps at the same time are one step.
        if time > end.argument {
            finishStep(at: end.argument)
            beginStep()
        }
        let value = number() - level
        guard start.value.isFinite, value.isFinite, (start.value >= 0) != (value >= 0) else {
            end = (time, value)
            return .none
        }
        end = start
        return .tell
    }
}
