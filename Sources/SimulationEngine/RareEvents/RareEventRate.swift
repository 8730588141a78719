/// The rate of a rare event, with the errors that follow from independent runs.
public struct RareEventRate: Equatable, Sendable {
    /// A number with its standard error.
    public struct Estimate: Equatable, Sendable {
        /// The number.
        public let value: Double

        /// Its standard error.
        public let error: Double
    }

    /// How often the event happens, in units of 1/time.
    public let rate: Estimate

    /// How often the first level is reached from the region, in units of 1/time.
    public let flux: Estimate

    /// From each level but the last the part of the branches that reach the next one.
    public let probabilities: [Estimate]

    /// The time that was simulated, of all walks together.
    public let simulatedTime: Double

    /// The place among the levels of the first one that no branch has reached, whose rate is 0; `nil` if all were reached.
    public var firstUnreached: Int? { probabilities.firstIndex { $0.value == 0 }.map { $0 + 1 } }

    /// The mean time until the event; infinite if it was never reached.
    public var meanTime: Estimate {
        Estimate(value: 1 / rate.value, error: rate.error / (rate.value * rate.value))
    }

    /// How many times as long a simulation would have to be that waits for events, for the same relative error: a number of n of them
    /// is known to 1/√n. Not a number if the event was never reached.
    public var gain: Double {
        let relativeError = rate.error / rate.value
        return meanTime.value / (relativeError * relativeError) / simulatedTime
    }

    init(of runs: [ForwardFluxRun], _ plan: ForwardFlux) {
        let passages = Double(plan.passages)
        let times = runs.map(\.firstTime)
        rate = Self.ratio(of: runs.map { $0.parts.reduce(passages, *) }, to: times)
        flux = Self.ratio(of: runs.map { _ in passages }, to: times)
        probabilities = (0..<plan.levels.count - 1).map { level in
            Self.ratio(of: runs.map { $0.parts[level] }, to: runs.map { _ in 1 })
        }
        simulatedTime = runs.reduce(0) { $0 + $1.time }
    }

    /// The ratio of two means, with its error to first order in those of the means.
    private static func ratio(of numerators: [Double], to denominators: [Double]) -> Estimate {
        let count = Double(numerators.count)
        let mean = denominators.reduce(0, +) / count
        let value = numerators.reduce(0, +) / count / mean
        let squares = zip(numerators, denominators).reduce(0) { sum, pair in
            let residual = pair.0 - value * pair.1
            return sum + residual * residual
        }
        return Estimate(value: value, error: (squares / (count * (count - 1))).squareRoot() / mean)
    }
}

/// Why a rate cannot be sampled.
public enum RareEventError: Error, Equatable, Sendable {
    /// The levels do not lead away from the start one after the other.
    case invalidLevels

    /// A number of the plan is too small.
    case invalidCount(String, Int, least: Int)

    /// There would be more walks than there is luck.
    case tooManyWalks

    /// The number of the initial state is not in the region.
    case beginsOutside(Double)

    /// Of so many walks of a pilot that have reached a level none has come farther.
    case noWayOn(from: Double, walks: Int)

    /// A pilot has placed as many levels as make sense.
    case tooManyLevels(Int, reached: Double)

    /// A walk has come to none of its levels.
    case neverArrives(number: Double, steps: Int)
}

extension RareEventError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .invalidLevels:
            "the levels must be finite numbers that lead away from the start, each farther than the one before"
        case .invalidCount(let name, let count, let least): "'\(name)' is \(count), but must be at least \(least)"
        case .tooManyWalks: "there are more walks than 2³², for which there is luck: use fewer runs, branches or levels"
        case .beginsOutside(let number):
            "the number is \(number) in the initial state, which is beyond the start, behind which a run must begin"
        case .noWayOn(let level, 0):
            "no walk has reached \(level) again, where a level was placed since a walk had come so far: take more branches"
        case .noWayOn(let level, let walks):
            "none of \(walks) walks that have reached \(level) has come farther on the way to the last level, which may be one that cannot "
                + "be reached, or take more branches"
        case .tooManyLevels(let count, let reached):
            "\(count) levels have led as far as \(reached), and not to the last one, which may be one that cannot be reached"
        case .neverArrives(let number, let steps):
            "after \(steps) steps a walk has come neither to its next level nor back to the start: the number is \(number); "
                + "levels that are nearer to each other may be reached, or the patience be greater"
        }
    }
}
