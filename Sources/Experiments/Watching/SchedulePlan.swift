import SimulationEngine

/// When something is due in a run, as far as that is known before there is a simulation.
package struct SchedulePlan<Model: SimulationModel> {
    /// The number of steps from one moment to the next, where that is always the same.
    package let interval: Int?

    private let rule: DueRule<Model>

    /// True if each multiple of the interval is due, and nothing else.
    private var isEven = false

    /// At each multiple of a number of steps.
    static func every(steps: Int) -> SchedulePlan {
        var plan = SchedulePlan(
            rule: .moments(NamedMoments(schedule: .every(steps: steps), count: 0, first: .at(0))),
            interval: steps)
        plan.isEven = true
        return plan
    }

    /// At the beginning.
    package static var start: SchedulePlan {
        SchedulePlan(
            rule: .moments(NamedMoments(schedule: .start, count: 1, isRhythm: false, first: .at(0))),
            interval: nil)
    }

    /// When a rule says so.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - interval: The number of steps from one moment to the next, where that is always the same.
    init(rule: DueRule<Model>, interval: Int?) {
        self.rule = rule
        self.interval = interval
    }

    /// When something is due for the first time.
    var first: FirstDue { rule.first }

    /// True if it waits for moments alone that are its own, and for nothing that has to be watched over the steps of the method.
    var namesMoments: Bool {
        guard !isEven else { return false }
        return rule.parts.watched.map { !$0.asksForMoreThanEnds } ?? true
    }

    /// How many samples are taken in a run at most.
    func greatestSampleCount(in integration: Integration) -> Int {
        if isEven, let interval { return integration.stepCount / interval + 1 }
        return rule.count(amongAsked: integration.stepCount + 1) ?? .max
    }

    /// The trigger that fires when a sample is due, which is asked at the moments of the simulation's grid.
    package func trigger(in simulation: Simulation<Model>) throws -> Trigger {
        if isEven, let interval { return try simulation.every(steps: interval) }
        return try simulation.trigger(rule.schedule(in: simulation))
    }

    /// Does something when it is due, and ends the run with an error if it throws. What has no rhythm is watched over the
    /// steps of the method.
    func watch(_ run: ObservedRun<Model>, _ act: @escaping (Moment) throws -> Void) throws {
        let parts = rule.parts
        guard let watched = parts.watched, watched.asksForMoreThanEnds else {
            return run.at(try trigger(in: run.simulation), act)
        }
        let trigger = try run.simulation.trigger(watched.schedule(in: run.simulation), asked: .methodSteps)
        guard let rhythmic = parts.rhythmic else { return run.at(trigger, act) }
        // An action that is due by its rhythm and by a condition is due once.
        let latest = LatestTime()
        run.keep(condition: latest)
        let actOnce = { (moment: Moment) in
            guard latest.time != moment.time else { return }
            latest.time = moment.time
            try act(moment)
        }
        run.at(try run.simulation.trigger(rhythmic.schedule(in: run.simulation)), actOnce)
        run.at(trigger, actOnce)
    }

    /// The time from one moment to the next, where that is always the same.
    package func interval(on grid: TimeGrid) -> Double? {
        interval.map { grid.time(ofStep: $0) }
    }
}

/// The last time at which something was due.
private final class LatestTime: Resumable {
    var time: Double?

    func archiveState(in archive: StateArchive) throws(CheckpointError) { try archive.value(&time, orNew: 0) }
}
