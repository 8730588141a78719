import GSL
import ObserverCore

/// Sends a ``Crossing`` whenever a number crosses a level, at the time at which it does, inside of steps.
///
///     let sync = try simulation.crossing(of: { $0.quantities.orderParameter.value }, level: 0.9, .upwards)
///     watcher.observe(sync) { crossing in print(crossing.time) }
///
/// ## How a crossing is found
///
/// After each step the number is compared to the level. If it has come to the other side, the time is located by Brent's
/// method (`findRoot`), for which the state inside the step is computed by the integrator itself, by a shorter step from
/// the beginning; the trajectory does not change thereby. The time is as exact as the method, to within the tolerance.
///
/// A number that crosses the level and comes back within a step is found, too, where it is a smooth function with at
/// most one extremum in the step: if the level could be reached at the pace of the last two steps, the slope at both
/// ends of the step is looked at, and if there is an extremum between them, it is looked for (`findMinimum`).
///
/// Where the integrator does not know the states inside of its steps, as for random or event-driven motion, the time is
/// interpolated linearly between the ends of the step.
///
/// ## What observers see and do
///
/// Crossings of one step are told in the order of their times. The model is then in the state of that time, and what an
/// observer changes takes effect there and then: the rest of the step starts from the changed state. If nobody changes
/// anything, the trajectory is, to the last bit, that without observers.
///
/// A crossing is watched only while it is observed.
public final class LevelCrossing: ObservableObject {
    /// Carries the crossings.
    public let messenger = Messenger<Crossing>()

    /// What the number is, for errors.
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
    private let number: () -> Double

    /// The number less the level, where the search begins.
    private var start = (argument: 0.0, value: 0.0)

    /// The same at the end of the step.
    private var end = (argument: 0.0, value: 0.0)

    /// How far the number has moved in the step before.
    private var pace = 0.0

    /// Whether a crossing would count.
    private var isArmed = (upwards: true, downwards: true)

    /// The next crossing that was located, unless the search has to be repeated.
    private var located: Located = .unknown

    /// A time, and the number less the level at it.
    private typealias Sample = (argument: Double, value: Double)

    private enum Located {
        case unknown
        case none
        case at(Double, Crossing.Direction)
    }

    init(
        _ name: String, node: Int?, level: Double, directions: CrossingDirections, hysteresis: Double,
        tolerance: Double, number: @escaping () -> Double
    ) throws(SimulationError) {
        guard level.isFinite else { throw .invalidCrossing("the level \(level) of a crossing is not finite") }
        guard hysteresis >= 0, hysteresis.isFinite else {
            throw .invalidCrossing("the hysteresis \(hysteresis) of a crossing must be 0 or greater, and finite")
        }
        guard tolerance > 0 else {
            throw .invalidCrossing("the tolerance \(tolerance) of a crossing must be greater than 0")
        }
        self.name = name
        self.node = node
        self.level = level
        self.directions = directions
        self.hysteresis = hysteresis
        self.tolerance = tolerance
        self.number = number
    }
}

extension LevelCrossing: CrossingDetector {
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
        located = .unknown
        rearm(by: value)
    }

    func beginStep() {
        start = end
        located = .unknown
    }

    func noteEnd(at time: Double) {
        let value = number() - level
        end = (time, value)
        located = .unknown
    }

    func finishStep() {
        pace = abs(end.value - start.value)
        rearm(by: end.value)
    }

    func next(in interior: StepStates?) throws -> Double? {
        if case .unknown = located { located = try locate(in: interior) }
        guard case .at(let time, _) = located else { return nil }
        return time
    }

    func tell() {
        guard case .at(let time, let direction) = located else { return }
        // The number is just beyond the level, whatever rounding makes of it.
        start = (time, direction == .upwards ? 0 : -Double.leastNonzeroMagnitude)
        located = .unknown
        let isArmed = direction == .upwards ? isArmed.upwards : isArmed.downwards
        guard directions.contains(direction), isArmed else { return }
        if direction == .upwards { self.isArmed.upwards = false } else { self.isArmed.downwards = false }
        rearm(by: start.value)
        send(Crossing(time: time, node: node, direction: direction))
    }

    private func rearm(by value: Double) {
        if hysteresis == 0 ? value < 0 : value <= -hysteresis { isArmed.upwards = true }
        if hysteresis == 0 ? value >= 0 : value >= hysteresis { isArmed.downwards = true }
    }
}

// MARK: - Locating

extension LevelCrossing {
    private func locate(in interior: StepStates?) throws -> Located {
        guard end.argument > start.argument else { return .none }
        if (start.value >= 0) != (end.value >= 0) {
            return .at(try root(from: start, to: end, in: interior), end.value >= 0 ? .upwards : .downwards)
        }
        guard let interior, let turn = try turn(in: interior) else { return .none }
        return .at(try root(from: start, to: turn, in: interior), turn.value >= 0 ? .upwards : .downwards)
    }

    private func root(
        from start: Sample, to end: Sample, in interior: StepStates?
    ) throws -> Double {
        guard let interior else {
            return start.argument + (end.argument - start.argument) * start.value / (start.value - end.value)
        }
        return try findRoot(between: start, and: end, tolerance: tolerance) {
            try interior.show($0)
            return number() - level
        }
    }

    /// A time inside the step at which the number is on the other side of the level although it is not at its ends.
    private func turn(in interior: StepStates) throws -> Sample? {
        let reach = pace + abs(end.value - start.value)
        guard min(abs(start.value), abs(end.value)) <= 2 * reach else { return nil }
        let sign = start.value >= 0 ? 1.0 : -1.0
        let distance = { [number, level] (time: Double) in
            try interior.show(time)
            return sign * (number() - level)
        }
        let (first, last) = (sign * start.value, sign * end.value)
        let offset = (end.argument - start.argument) * 0x1p-10
        let early = (start.argument + offset, try distance(start.argument + offset))
        guard early.1 < first else { return nil }
        let late = (end.argument - offset, try distance(end.argument - offset))
        guard late.1 < last else { return nil }
        let guess = early.1 < late.1 ? early : late
        let least = try findMinimum(
            between: (start.argument, first), guess: guess, and: (end.argument, last),
            tolerance: 1e-9 * (end.argument - start.argument), until: { $0 < 0 }, of: distance)
        return least.value < 0 ? (least.argument, sign * least.value) : nil
    }
}
