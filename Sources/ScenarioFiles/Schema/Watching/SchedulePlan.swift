import SimulationEngine

/// When something is due in a run, as far as that is known before there is a simulation.
struct SchedulePlan<Model: SimulationModel> {
    /// The number of steps from one moment to the next, where that is always the same.
    let interval: Int?

    private let makeTrigger: (Simulation<Model>) throws -> Trigger

    /// At each multiple of a number of steps.
    static func every(steps: Int) -> SchedulePlan {
        SchedulePlan(interval: steps) { try $0.every(steps: steps) }
    }

    /// At the beginning.
    static var start: SchedulePlan { SchedulePlan(interval: nil) { try $0.trigger(.start) } }

    /// When a rule says so, which has an interval if it is always the same.
    static func rule(_ rule: DueRule<Model>, interval: Int?) -> SchedulePlan {
        SchedulePlan(interval: interval) { try $0.trigger(rule.schedule(in: $0)) }
    }

    private init(interval: Int?, makeTrigger: @escaping (Simulation<Model>) throws -> Trigger) {
        self.interval = interval
        self.makeTrigger = makeTrigger
    }

    func trigger(in simulation: Simulation<Model>) throws -> Trigger {
        try makeTrigger(simulation)
    }

    /// The time from one moment to the next, where that is always the same.
    func interval(on grid: TimeGrid) -> Double? {
        interval.map { grid.time(ofStep: $0) }
    }
}
