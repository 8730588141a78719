/// When something is due in a run: at which of its moments.
///
///     .every(time: 0.5)
///     .at(times: [1, 10, 100])
///     .logarithmic(from: 0.01, perDecade: 10)
///     .every(steps: 10).during(100...200)
///     .when { [unowned simulation] in simulation.quantities.temperature.value > 2 } || .end
///
/// A schedule is a rule about moments, and moments are those of the simulation's grid: intervals and times must be whole
/// numbers of steps, and are computed as such, never summed up. The moment 0 is one like any other: `every` includes it.
/// The last moment of a run is included where the rule includes it, and is only special to ``end``.
///
/// The simulation keeps the closures of its triggers: one that captures the simulation strongly keeps it alive for ever.
///
/// Rules are asked from left to right, and `&&` and `||` ask no further than they must, so that a costly condition is
/// best written last.
public struct Schedule {
    indirect enum Rule {
        case everySteps(Int)
        case everyTime(Double)
        case times([Double])
        case logarithmic(first: Double, perDecade: Int)
        case interval(from: Double, to: Double)
        case start
        case end
        case condition(() -> Bool, comparisons: [() -> Double]?, dependsOnTime: Bool)
        case change(of: () -> Double, band: Double)
        case both(Rule, Rule)
        case either(Rule, Rule)
        case not(Rule)
    }

    let rule: Rule
}

// MARK: - Moments

extension Schedule {
    /// Each step, and the initial state.
    public static var eachStep: Schedule { every(steps: 1) }

    /// Each whole multiple of a number of steps, 0 included.
    public static func every(steps: Int) -> Schedule { Schedule(rule: .everySteps(steps)) }

    /// Each whole multiple of a time, 0 included.
    public static func every(time: Double) -> Schedule { Schedule(rule: .everyTime(time)) }

    /// Given times.
    public static func at(times: [Double]) -> Schedule { Schedule(rule: .times(times)) }

    /// Times that are evenly spaced on a logarithmic axis: first · 10^(k/n) for k = 0, 1, …, each moved to the nearest
    /// step. Where steps are longer than the distance of such times, each step is one.
    ///
    /// - Parameters:
    ///   - first: The first time, greater than 0.
    ///   - perDecade: The number n of times from one power of ten to the next.
    /// - Returns: The schedule.
    public static func logarithmic(from first: Double, perDecade: Int) -> Schedule {
        Schedule(rule: .logarithmic(first: first, perDecade: perDecade))
    }

    /// The initial state at time 0.
    public static var start: Schedule { Schedule(rule: .start) }

    /// The last moment of a run: the one at which it was to end, or at which it was stopped. If the run goes on later,
    /// it has an end again. That a run is going to be stopped is not known before: `!.end` holds at the moment at which
    /// that happens.
    public static var end: Schedule { Schedule(rule: .end) }

    /// Times from a first one to a last one, both included.
    public static func during(_ times: ClosedRange<Double>) -> Schedule {
        Schedule(rule: .interval(from: times.lowerBound, to: times.upperBound))
    }

    /// A time and all that come after it.
    public static func from(time: Double) -> Schedule { Schedule(rule: .interval(from: time, to: .infinity)) }
}

// MARK: - Conditions

extension Schedule {
    /// The moments at which a condition holds, which is asked once a moment at most (``Trigger/Occasions/moments``).
    ///
    /// Asked at the steps of a method, it is found to hold where it does at the end of a step.
    public static func when(_ condition: @escaping () -> Bool) -> Schedule {
        Schedule(rule: .condition(condition, comparisons: nil, dependsOnTime: true))
    }

    /// The moments at which a condition on a number holds, which is asked once a moment at most (``Trigger/Occasions/moments``).
    ///
    ///     .when(margin: { order.value - 0.9 }) { order.value > 0.9 }
    ///
    /// Asked at the steps of a method, or between jumps, it is found to hold however short that lasts, as far as the number tells
    /// (as for ``LevelCrossing``). Where several numbers matter, join a schedule for each: the least of them has corners, near which
    /// short times are missed.
    ///
    /// - Parameters:
    ///   - margin: How far the number is on the side on which the condition holds: less than 0 where it does not.
    ///   - dependsOnTime: True if it may come to hold, or cease to, while the state stays the same. If not, an event of a jump
    ///     process costs no more than asking it.
    ///   - condition: The condition.
    /// - Returns: The schedule.
    public static func when(
        margin: @escaping () -> Double, dependsOnTime: Bool = true, _ condition: @escaping () -> Bool
    ) -> Schedule {
        // What is equal to its limit may do either.
        let comparison = {
            let size = abs(margin())
            let least = size.isFinite ? max(size, .leastNormalMagnitude) : 1
            return condition() ? least : -least
        }
        return when(comparing: [comparison], dependsOnTime: dependsOnTime, condition)
    }

    /// The same of a condition that follows from the sides of 0 on which several numbers lie: less than 0, at least 0, or not a
    /// number.
    package static func when(
        comparing numbers: [() -> Double], dependsOnTime: Bool, _ condition: @escaping () -> Bool
    ) -> Schedule {
        Schedule(rule: .condition(condition, comparisons: numbers, dependsOnTime: dependsOnTime))
    }

    /// The moments at which a number differs from what it was when this was last due by more than a dead band, and the
    /// first moment at which it is asked for, which is once a state at most: it has to follow from the state. Moments at which it
    /// is not a number are passed over. The band is 0 or greater.
    public static func whenChanged(by band: Double, _ number: @escaping () -> Double) -> Schedule {
        Schedule(rule: .change(of: number, band: band))
    }
}

// MARK: - Combining

extension Schedule {
    /// The moments of both schedules.
    public static func && (left: Schedule, right: Schedule) -> Schedule {
        Schedule(rule: .both(left.rule, right.rule))
    }

    /// The moments of either schedule.
    public static func || (left: Schedule, right: Schedule) -> Schedule {
        Schedule(rule: .either(left.rule, right.rule))
    }

    /// All moments of the grid but those of a schedule, which for a rhythm are the more the shorter the step is: combine it with
    /// another rhythm by `&&` where that must not matter. Of ``whenChanged(by:_:)`` these are those at which the number is what it
    /// was, within the dead band, when this was last due, and the first moment, too; moments at which it is not a number are
    /// passed over.
    public static prefix func ! (schedule: Schedule) -> Schedule { Schedule(rule: .not(schedule.rule)) }

    /// The moments of this schedule from a first time to a last one, both included.
    public func during(_ times: ClosedRange<Double>) -> Schedule { .during(times) && self }

    /// The moments of this schedule from a time on, such as after the system has settled.
    public func from(time: Double) -> Schedule { .from(time: time) && self }
}

// MARK: - Rhythm

extension Schedule {
    /// True if the schedule names moments of the grid, by intervals or times, and so is asked at these only; a condition, a
    /// change, a window of time, the beginning and the end do not.
    public var hasRhythm: Bool { rule.hasRhythm }
}

extension Schedule.Rule {
    fileprivate var hasRhythm: Bool {
        switch self {
        case .everySteps, .everyTime, .times, .logarithmic: true
        case .interval, .start, .end, .condition, .change: false
        case .both(let left, let right), .either(let left, let right): left.hasRhythm || right.hasRhythm
        case .not(let rule): rule.hasRhythm
        }
    }
}
