/// Asks the schedule of a trigger at the steps of the method, and locates the times inside of them at which it comes to hold.
final class TriggerCondition {
    /// How exactly times are located.
    private static let tolerance = 1e-12

    private unowned let trigger: Trigger
    private let schedule: GridSchedule

    /// The moment that belongs to the state that the model is in.
    private let moment: () -> Moment

    /// The beginning of the step, and if the schedule holds there.
    private var origin = Sample(time: 0, holds: false)

    /// The same where the search goes on.
    @exclusivity(unchecked)
    private var start = Sample(time: 0, holds: false)

    /// The same at the end of the step.
    @exclusivity(unchecked)
    private var end = Sample(time: 0, holds: false)

    /// Its coming to hold by a change from outside.
    @exclusivity(unchecked)
    private var rise = RiseByChange()

    /// The next time at which it comes to hold, unless the search has to be repeated.
    private var located: Located = .unknown

    /// Finds when the schedule may come to hold and cease to, where numbers tell.
    private var changes: SideChanges

    /// True if it has begun with the step.
    private var isResolving = false

    /// When it comes to hold next by time alone, as far as that was looked for.
    private var timeOfRise: Double?

    /// True if it is told at the end of the step if it holds there.
    private var isAsked = true

    /// Takes note of the time of the state that is asked for in the middle of an advance.
    private let noteStateTime: (Double) -> Void

    private struct Sample {
        var time: Double
        var holds: Bool
    }

    private enum Located {
        case unknown
        case none
        case at(Double)
    }

    init(of trigger: Trigger, moment: @escaping () -> Moment, noteStateTime: @escaping (Double) -> Void) {
        self.trigger = trigger
        schedule = trigger.schedule
        self.moment = moment
        self.noteStateTime = noteStateTime
        changes = SideChanges(
            ofNumbers: schedule.comparisons?.count ?? 0, by: StepResolution(tellsUnknown: true))
    }

    private var holds: Bool { schedule.holds(at: moment()) }

    /// One of the numbers that the schedule compares, in the state that the model is in.
    private func number(_ comparison: GridSchedule.Comparison) -> Double {
        let value = comparison(moment().time)
        if value.isInfinite { return value < 0 ? -1 : 1 }
        // What stays equal to its limit is away from it.
        return value == 0 ? .leastNormalMagnitude : value
    }
}

extension TriggerCondition: StepWatcher {
    var name: String { "a condition" }
    var rank: StepRank { .conditions }

    func begin(at time: Double) {
        end = Sample(time: time, holds: holds)
        start = end
        rise.noteChange(at: time, end.holds)
    }

    func beginAgain(at time: Double) { begin(at: time) }

    func tellChange() -> Bool {
        guard rise.take() else { return false }
        trigger.fire(asDueAt: moment())
        noteTold(at: end.time)
        return true
    }

    /// The number that it is compared with may be another one now.
    private func noteTold(at time: Double) {
        if schedule.remembers { end.holds = holds }
        start = end
        rise.noteState(at: time, end.holds)
    }

    func beginStep() {
        origin = end
        start = end
        isResolving = false
        located = .unknown
    }

    func noteEnd(at time: Double, by jumps: JumpWatch?) {
        end = Sample(time: time, holds: holds)
        isResolving = false
        located = jumps == nil ? .unknown : .none
        // Between two jumps others may look.
        isAsked = jumps.map { $0.hasNoted || !origin.holds || time == timeOfRise } ?? true
    }

    func next(in interior: StepStates?) throws -> Double? {
        if case .unknown = located { located = try locate(in: interior) }
        guard case .at(let time) = located else { return nil }
        return time
    }

    func tell() {
        guard case .at(let time) = located else { return }
        located = .unknown
        trigger.fire(asDueAt: moment())
        start = Sample(time: time, holds: schedule.remembers ? holds : true)
        rise.noteState(at: time, start.holds)
        guard schedule.remembers else { return }
        // What it is compared with is another now.
        origin = start
        isResolving = false
    }

    func tellReached(at time: Double) {
        guard start.time <= time, !start.holds, holds else { return }
        located = .at(time)
        tell()
    }

    func catchUp(at time: Double) { rise.noteState(at: time, holds) }
    func finishRun(at instant: ScheduledInstant) { catchUp(at: instant.moment.time) }

    func finishStep(at time: Double) {
        if schedule.remembers { end.holds = holds }
        if end.holds, isAsked { trigger.fire(asDueAt: moment()) }
        noteTold(at: time)
    }

    func addNodes(to watch: JumpWatch) {
        if schedule.followsFromState { watch.watchAll(silently: self) } else { watch.watchAll() }
    }

    var dependsOnTime: Bool { schedule.dependsOnTime }
    var isDifferent: Bool { !end.holds && holds }
    func noteTime() { if end.holds { end.holds = holds } }

    func changeByTime(from start: Double, to end: Double, show: (Double) -> Void) throws -> Double? {
        timeOfRise = nil
        guard let comparisons = schedule.comparisons, end > start else { return nil }
        isResolving = false
        show(end)
        changes.noteEnd { self.number(comparisons[$0]) }
        show(start)
        changes.noteStart { self.number(comparisons[$0]) }
        changes.begin(from: start, to: end)
        var held = holds
        func number(_ index: Int, at time: Double) -> Double {
            show(time)
            return self.number(comparisons[index])
        }
        while let time = try changes.next(
            of: number,
            locatedBy: { index, change in
                leastTime(from: change.before.argument, to: change.beyond.argument) {
                    change.isPassed(by: number(index, at: $0))
                }
            })
        {
            show(time)
            if holds, !held {
                timeOfRise = time
                break
            }
            held = holds
        }
        return timeOfRise
    }

    private func locate(in interior: StepStates?) throws -> Located {
        guard let interior, end.time > start.time else { return .none }
        if let comparisons = schedule.comparisons { return try locate(by: comparisons, in: interior) }
        guard !start.holds else { return .none }
        if schedule.remembers {
            try interior.show(end.time)
            end.holds = holds
        }
        guard end.holds else { return .none }
        let time = try bisect(from: start.time, to: end.time) { time in
            try interior.show(time)
            return holds
        }
        return told(at: time)
    }

    /// The first time at which the schedule comes to hold, however short that lasts.
    private func locate(by comparisons: [GridSchedule.Comparison], in interior: StepStates) throws -> Located {
        if !isResolving { try beginResolving(comparisons, in: interior) }
        func number(_ index: Int, at time: Double) throws -> Double {
            try interior.show(time)
            return self.number(comparisons[index])
        }
        while let time = try changes.next(
            of: number,
            locatedBy: { index, change in
                try bisect(from: change.before.argument, to: change.beyond.argument) {
                    change.isPassed(by: try number(index, at: $0))
                }
            })
        {
            // Not one that has been told, before the search had to be repeated.
            guard time > start.time else { continue }
            try interior.show(time)
            guard holds != start.holds else { continue }
            if holds { return told(at: time) }
            start = Sample(time: time, holds: false)
        }
        return .none
    }

    private func beginResolving(_ comparisons: [GridSchedule.Comparison], in interior: StepStates) throws {
        try interior.show(end.time)
        if schedule.remembers { end.holds = holds }
        changes.noteEnd { number(comparisons[$0]) }
        try interior.show(origin.time)
        changes.noteStart { number(comparisons[$0]) }
        changes.begin(
            from: origin.time, to: end.time, of: { number(comparisons[$0]) }
        ) {
            interior.interpolate($0, by: $1)
        }
        isResolving = true
    }

    /// By bisection: a truth has no slope that could tell more.
    private func bisect(from before: Double, to after: Double, at hasCome: (Double) throws -> Bool) throws -> Double {
        var (low, high) = (before, after)
        while high - low > Self.tolerance {
            let middle = low + (high - low) / 2
            guard middle > low, middle < high else { break }
            if try hasCome(middle) { high = middle } else { low = middle }
        }
        return high
    }

    /// A condition that comes to hold at the end is told when the step is finished.
    private func told(at time: Double) -> Located { time < end.time ? .at(time) : .none }
}

extension TriggerCondition: SilentJumpWatcher {
    /// A jump after which the schedule does not hold is a step in which nothing is found.
    func noteJump(of node: Int, at time: Double) -> JumpInterest {
        noteStateTime(time)
        // What follows from the state is the same at any moment.
        if schedule.holds(at: Moment(step: 0, time: time)) { return .tell }
        end = Sample(time: time, holds: false)
        noteTold(at: time)
        return .none
    }
}

extension TriggerCondition: Resumable {
    /// Archives whether the schedule held at both ends of the step, and before a change.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.time(&origin.time)
        try archive.flag(&origin.holds)
        try archive.time(&start.time)
        try archive.flag(&start.holds)
        try archive.time(&end.time)
        try archive.flag(&end.holds)
        try rise.archiveState(in: archive)
    }
}
