/// What can be wrong with a simulation, apart from what its integrator or an observer reports.
public enum SimulationError: Error, Equatable, Sendable {
    /// A step must be finite and greater than 0.
    case invalidStep(Double)

    /// A time and the other times have too many digits for a step that divides them all.
    case noCommonStep(Double)

    /// A trigger's interval must be a whole number of steps, at least one.
    case intervalNotOnGrid(interval: Double, step: Double)

    /// An interval in steps must be at least 1.
    case invalidInterval(steps: Int)

    /// A run must end at a whole number of steps.
    case endNotOnGrid(end: Double, step: Double)

    /// A run cannot end before the present time.
    case endInThePast(end: Double, now: Double)

    /// `run` was called by an observer of the same simulation.
    case alreadyRunning
}

extension SimulationError: CustomStringConvertible {
    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .invalidStep(let step):
            "the step is \(step), but must be a finite number greater than 0"
        case .noCommonStep(let time):
            "no step divides the time \(time) and the other times: they have too many digits"
        case .intervalNotOnGrid(let interval, let step):
            "an interval of \(interval) is not one or more whole steps of \(step)"
        case .invalidInterval(let steps):
            "an interval of \(steps) steps is too short: it must be at least 1"
        case .endNotOnGrid(let end, let step):
            "the end \(end) is not a whole multiple of the step \(step)"
        case .endInThePast(let end, let now):
            "the end \(end) lies before the present time \(now)"
        case .alreadyRunning:
            "the simulation is already running: an observer cannot run it"
        }
    }
}
