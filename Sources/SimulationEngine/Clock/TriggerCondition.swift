/// Asks the schedule of a trigger at the steps of the method, and locates the times inside of them at which it comes to hold.
final class TriggerCondition {
    /// How exactly times are located.
    private static let tolerance = 1e-12

    private unowned let trigger: Trigger

    /// The moment that belongs to the state that the model is in.
    private let moment: () -> Moment

    /// Whether the schedule holds where the search begins.
    private var start = Sample(time: 0, holds: false)

    /// The same at the end of the step.
    private var end = Sample(time: 0, holds: false)

    /// Whether it has come to hold by a change from outside.
    private var holdsByChange = false

    /// The next time at which it comes to hold, unless the search has to be repeated.
    private var located: Located = .unknown

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
        start = end
        located = .unknown
    }

    func noteEnd(at time: Double, by jumps: JumpWatch?) {
        end = Sample(time: time, holds: holds)
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
    }

    func finishStep() {
        if trigger.schedule.remembers { end.holds = holds }
        guard end.holds else { return }
        trigger.fire(asDueAt: moment())
        if trigger.schedule.remembers { end.holds = holds }
    }

    func addNodes(to watch: JumpWatch) { watch.watchAll() }

    var dependsOnTime: Bool { true }
    var isDifferent: Bool { !end.holds && holds }
    func noteTime() { if end.holds { end.holds = holds } }

    /// By bisection: a truth has no slope that could tell more.
    private func locate(in interior: StepStates?) throws -> Located {
        guard let interior, !start.holds, end.time > start.time else { return .none }
        if trigger.schedule.remembers {
            try interior.show(end.time)
            end.holds = holds
        }
        guard end.holds else { return .none }
        var (low, high) = (start.time, end.time)
        while high - low > Self.tolerance {
            let middle = low + (high - low) / 2
            guard middle > low, middle < high else { break }
            try interior.show(middle)
            if holds { high = middle } else { low = middle }
        }
        // What comes to hold at the end is told when the step is finished.
        return high < end.time ? .at(high) : .none
    }
}

extension TriggerCondition: Resumable {
    /// Archives whether the schedule held at both ends of the step.
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.time(&start.time)
        try archive.flag(&start.holds)
        try archive.time(&end.time)
        try archive.flag(&end.holds)
    }
}
