/// Asks the schedule of a trigger at the steps of the method, and locates the times inside of them at which it comes to hold.
final class TriggerCondition {
    /// How exactly times are located.
    private static let tolerance = 1e-12

    private unowned let trigger: Trigger

    /// The moment that belongs to the state that the model is in.
    private let moment: () -> Moment

    /// Whether the schedule holds where the step begins.
    private var origin = Sample(time: 0, holds: false)

    /// The same where the search goes on.
    private var start = Sample(time: 0, holds: false)

    /// The same at the end of the step.
    private var end = Sample(time: 0, holds: false)

    /// Whether it has come to hold by a change from outside.
    private var holdsByChange = false

    /// The next time at which it comes to hold, unless the search has to be repeated.
    private var located: Located = .unknown

    /// Finds when the schedule comes to hold and ceases to, where a number tells.
    private var resolution = StepResolution()

    /// Whether it has begun with the step.
    private var isResolving = false

    private struct Sample {
        var time: Double
        var holds: Bool
    }

    private enum Located {
        case unknown
        case none
        case at(Double)
    }

    init(of trigger: Trigger, moment: @escaping () -> Moment) {
        self.trigger = trigger
        self.moment = moment
    }

    private var holds: Bool { trigger.schedule.isDue(ScheduledInstant(moment: moment(), isEnd: false)) }

    /// The margin by which the schedule holds, or does not, which is less than 0. What is equal to its limit may do either.
    private func margin(_ margin: GridSchedule.Margin, holds: Bool) -> Double {
        let size = abs(margin(ScheduledInstant(moment: moment(), isEnd: false)))
        let least = size.isFinite ? max(size, .leastNormalMagnitude) : 1
        return holds ? least : -least
    }
}

extension TriggerCondition: StepWatcher {
    var name: String { "a condition" }
    var rank: StepRank { .conditions }

    func begin(at time: Double) {
        end = Sample(time: time, holds: holds)
    }

    func beginAgain(at time: Double) {
        let held = end.holds
        begin(at: time)
        holdsByChange = !held && end.holds
    }

    func tellChange() -> Bool {
        guard holdsByChange else { return false }
        holdsByChange = false
        trigger.fire(asDueAt: moment())
        if trigger.schedule.remembers { end.holds = holds }
        return true
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
        start = Sample(time: time, holds: trigger.schedule.remembers ? holds : true)
        guard trigger.schedule.remembers else { return }
        // What it is compared with is another now.
        origin = start
        isResolving = false
    }

    func finishStep(at time: Double) {
        if trigger.schedule.remembers { end.holds = holds }
        guard end.holds else { return }
        trigger.fire(asDueAt: moment())
        if trigger.schedule.remembers { end.holds = holds }
    }

    func addNodes(to watch: JumpWatch) { watch.watchAll() }

    var dependsOnTime: Bool { trigger.schedule.dependsOnTime }
    var isDifferent: Bool { !end.holds && holds }
    func noteTime() { if end.holds { end.holds = holds } }

    func changeByTime(from start: Double, to end: Double, show: (Double) -> Void) throws -> Double? {
        guard let margin = trigger.schedule.margin, end > start else { return nil }
        func number(at time: Double) -> Double {
            show(time)
            return self.margin(margin, holds: holds)
        }
        isResolving = false
        resolution.begin(from: (start, number(at: start)), to: (end, number(at: end)))
        while let change = try resolution.next(of: number(at:)) {
            guard change.beyond.value >= 0 else { continue }
            return leastTime(from: change.before.argument, to: change.beyond.argument) { time in
                show(time)
                return holds
            }
        }
        return nil
    }

    private func locate(in interior: StepStates?) throws -> Located {
        guard let interior, end.time > start.time else { return .none }
        if let margin = trigger.schedule.margin { return try locate(by: margin, in: interior) }
        guard !start.holds else { return .none }
        if trigger.schedule.remembers {
            try interior.show(end.time)
            end.holds = holds
        }
        guard end.holds else { return .none }
        return told(at: try bisect(from: start.time, to: end.time, until: true, in: interior))
    }

    /// The first time at which the schedule comes to hold, however short that lasts.
    private func locate(by margin: GridSchedule.Margin, in interior: StepStates) throws -> Located {
        func number(at time: Double) throws -> Double {
            try interior.show(time)
            return self.margin(margin, holds: holds)
        }
        if !isResolving {
            try interior.show(end.time)
            if trigger.schedule.remembers { end.holds = holds }
            let last = (end.time, self.margin(margin, holds: end.holds))
            try interior.show(origin.time)
            let first = (origin.time, self.margin(margin, holds: origin.holds))
            let isClear = resolution.staysClear(from: first, to: last) { time, polynomial in
                interior.interpolate(time, by: polynomial) ? self.margin(margin, holds: holds) : nil
            }
            guard !isClear else { return .none }
            resolution.begin(from: first, to: last)
            isResolving = true
        }
        while let change = try resolution.next(of: number(at:)) {
            let comesToHold = change.beyond.value >= 0
            guard change.before.argument >= start.time, comesToHold != start.holds else { continue }
            let time = try bisect(
                from: change.before.argument, to: change.beyond.argument, until: comesToHold, in: interior)
            if comesToHold { return told(at: time) }
            start = Sample(time: time, holds: false)
        }
        return .none
    }

    /// By bisection: a truth has no slope that could tell more.
    private func bisect(
        from before: Double, to after: Double, until isHeld: Bool, in interior: StepStates
    ) throws -> Double {
        var (low, high) = (before, after)
        while high - low > Self.tolerance {
            let middle = low + (high - low) / 2
            guard middle > low, middle < high else { break }
            try interior.show(middle)
            if holds == isHeld { high = middle } else { low = middle }
        }
        return high
    }

    /// What comes to hold at the end is told when the step is finished.
    private func told(at time: Double) -> Located { time < end.time ? .at(time) : .none }
}

extension TriggerCondition: Resumable {
    /// Archives whether the schedule held at both ends of the step.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.time(&origin.time)
        try archive.flag(&origin.holds)
        try archive.time(&start.time)
        try archive.flag(&start.holds)
        try archive.time(&end.time)
        try archive.flag(&end.holds)
    }
}
