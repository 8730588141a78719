/// Where a method stalled on a rate that jumps, and that pushes the state back to the jump from both sides: a sliding mode.
///
/// Each of its steps has to find the jump anew, so that the steps are as short as the tolerance is small, however simple the
/// motion along the jump is.
///
/// A. F. Filippov, *Differential Equations with Discontinuous Righthand Sides*, Springer 1988, DOI 10.1007/978-94-015-7793-9.
public struct SlidingStall: Equatable, Sendable {
    /// How many steps the method had taken within one step of the simulation.
    public let steps: Int

    /// The time at which they began.
    public let start: Double

    /// The time to which they should lead.
    public let end: Double

    /// The number whose rate jumps, with its state then. Its value is the rate on one side of the jump.
    public let failure: StateFailure

    /// Its rate on the other side.
    public let otherRate: Double
}

extension SlidingStall {
    var words: String {
        let (low, high) = (min(failure.value, otherRate), max(failure.value, otherRate))
        return "\(steps) steps of the method led from time \(start) only to \(failure.lastTime), not to \(end): the rate of "
            + "\(failure.place) jumps between \(low) and \(high), which pushes the state back to the jump from both sides, so that "
            + "each step has to find it anew; \(failure.last): take 'runge-kutta-4' with a 'step', by which the state stays there "
            + "but for the motion of a step, or let the rate change continuously: 'tanh(x / 0.001)' in place of 'sign(x)'"
    }
}

/// Watches some steps of a method for a number whose rate jumps to and fro while the number stays where it is.
///
/// - Complexity: O(*n*) memory; O(*n*) time a step besides a call of the derivative.
struct SlidingWatch {
    /// The method is watched each time that it has taken so many steps within one step of the simulation.
    static let period = 65_536

    /// For so many steps.
    private static let length = 256

    /// If there is a suspicion, for so many more, within which the jump has to be found.
    private static let lengthOfProof = 64

    /// A number slides if its rate turns at least so often.
    private static let leastTurns = 16

    /// And if it moves from one turn to the next by at most so many times the error that is allowed.
    private static let greatestMove = 1000.0

    typealias Derivative = (UnsafePointer<Double>, UnsafeMutablePointer<Double>) -> Void

    /// What is known of the rate of one number.
    private struct Course {
        /// Its last change was an increase.
        var increased = false

        /// How many changes went against the one before.
        var turns = 0

        /// The sum of the sizes of these changes.
        var jumps = 0.0
    }

    private let start: Double
    private var rates: [Double]
    private var newRates: [Double]
    private var courses: [Course]
    private var steps = 0

    /// The number that seems to slide.
    private var suspect: Int?

    /// Begins to watch after the last step of a trajectory.
    init(_ trajectory: AdaptiveTrajectory, derivative: Derivative) {
        start = trajectory.timeAfter
        rates = [Double](repeating: 0, count: trajectory.dimension)
        newRates = rates
        courses = [Course](repeating: Course(), count: trajectory.dimension)
        if let state = trajectory.after.baseAddress { derivative(state, &rates) }
    }

    enum Verdict {
        case goOn
        case noSlide
        case slide(component: Int, rates: (Double, Double))
    }

    /// Looks at the last step of the trajectory.
    mutating func look(at trajectory: AdaptiveTrajectory, derivative: Derivative) -> Verdict {
        guard let state = trajectory.after.baseAddress else { return .noSlide }
        derivative(state, &newRates)
        swap(&rates, &newRates)
        steps += 1
        if let suspect {
            if hasJumped(suspect), let jump = jump(of: suspect, in: trajectory, derivative: derivative) {
                return .slide(component: suspect, rates: jump)
            }
            return steps < Self.length + Self.lengthOfProof ? .goOn : .noSlide
        }
        for component in courses.indices where hasJumped(component) { note(rates[component] - newRates[component], of: component) }
        guard steps == Self.length else { return .goOn }
        suspect = courses.indices.max { courses[$0].turns < courses[$1].turns }.flatMap {
            stays($0, in: trajectory) ? $0 : nil
        }
        return suspect == nil ? .noSlide : .goOn
    }

    private func hasJumped(_ component: Int) -> Bool {
        let (old, new) = (newRates[component], rates[component])
        return abs(new - old) > 0.1 * max(abs(old), abs(new))
    }

    private mutating func note(_ change: Double, of component: Int) {
        let increases = change > 0
        if increases != courses[component].increased {
            courses[component].turns += 1
            courses[component].jumps += abs(change)
        }
        courses[component].increased = increases
    }

    /// True if the rate of a number turned often, and the number has moved next to nowhere between.
    private func stays(_ component: Int, in trajectory: AdaptiveTrajectory) -> Bool {
        let course = courses[component]
        guard course.turns >= Self.leastTurns else { return false }
        let (turns, duration) = (Double(course.turns), trajectory.timeAfter - start)
        let allowed = trajectory.driver.control.allowedError(of: trajectory.after[component], component: component)
        return course.jumps / turns * (duration / turns) <= Self.greatestMove * allowed
    }

    /// The rates of a number on both sides of a jump between the states before and after the last step, if it is a jump: a
    /// difference that stays however close the states come.
    private func jump(of component: Int, in trajectory: AdaptiveTrajectory, derivative: Derivative) -> (Double, Double)? {
        var (left, right) = (Array(trajectory.before), Array(trajectory.after))
        var rates = [Double](repeating: 0, count: trajectory.dimension)
        func rate(_ state: [Double]) -> Double {
            derivative(state, &rates)
            return rates[component]
        }
        var (leftRate, rightRate) = (rate(left), rate(right))
        let difference = abs(rightRate - leftRate)
        guard difference > 0 else { return nil }
        for _ in 0..<24 {
            let middle = zip(left, right).map { $0 + 0.5 * ($1 - $0) }
            guard middle != left, middle != right else { break }
            let middleRate = rate(middle)
            if abs(middleRate - leftRate) > abs(rightRate - middleRate) {
                (right, rightRate) = (middle, middleRate)
            } else {
                (left, leftRate) = (middle, middleRate)
            }
        }
        return abs(rightRate - leftRate) > 0.5 * difference ? (leftRate, rightRate) : nil
    }
}
