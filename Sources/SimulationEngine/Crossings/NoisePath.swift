import GSL

/// The random path of a number inside of a step between its known ends, less a level.
///
/// The path is halved again and again: the middle of a part is drawn from its law given the ends of the part, with random
/// numbers that are keyed by the node, the field, the time at which the step begins, and the place of the part. So there is one
/// path, of which only what is asked for is computed. A part is left alone if it reaches the level with a probability below
/// 10⁻¹⁵, and not halved any more at a length of 2⁻³⁰ steps.
///
/// The middle of a Brownian bridge of length δ is normal with the variance σ²δ/4. That of the integral of a Brownian motion,
/// given value and velocity at both ends, is that of their cubic polynomial, with the independent variances σ²δ³/192 of the
/// value and σ²δ/16 of the velocity.
///
/// A. N. Borodin and P. Salminen, *Handbook of Brownian Motion – Facts and Formulae*, 2nd edition, Birkhäuser 2002,
/// DOI 10.1007/978-3-0348-8163-0.
///
/// - Complexity: A question costs O(1) numbers where the level is far, and some hundred where it is reached.
struct NoisePath {
    /// The distances from a level at the ends of a step, and its times.
    struct Ends {
        let start: Double
        let end: Double
        let startTime: Double
        let endTime: Double
    }

    private enum Law {
        case value
        case velocity
    }

    /// A point of the path. Times and velocities are in units of the step.
    private struct Point {
        let time: Double
        let value: Double
        let velocity: Double
    }

    /// A part of the path: the number of its place among those of the same length, counted from the power of 2 that tells the
    /// length.
    private struct Part {
        let start: Point
        let end: Point
        let place: UInt64
        var length: Double { end.time - start.time }
    }

    /// The target of a search: a point at or beyond a level, on one side of it.
    private struct Target {
        let level: Double
        let isAbove: Bool
        let after: Double

        func isReached(by value: Double) -> Bool { isAbove ? value >= level : value < level }
        func isReached(by point: Point) -> Bool { isReached(by: point.value) }

        /// How far the value is away.
        func distance(of value: Double) -> Double { isAbove ? level - value : value - level }
    }

    private static let leastPlace: UInt64 = 1 << 30

    /// How many standard deviations are as good as never exceeded by the greatest value of a path.
    private static let farDeviations = 9.0

    /// −ln 10⁻¹⁶, for the probability exp(−2αβ/σ²δ) that a bridge reaches a level at the distances α and β from its ends.
    private static let farExponent = 36.8

    private let law: Law

    /// The variance σ² in units of the step.
    private let variance: Double
    private let whole: Part
    private let startTime: Double
    private let step: Double
    private let key: Philox4x64.Key
    private let counter: (node: UInt64, step: UInt64, field: UInt64)

    /// - Returns: `nil` without noise.
    init?(_ noise: StepNoise, _ ends: Ends, key: Philox4x64.Key, node: Int, field: Int) {
        step = ends.endTime - ends.startTime
        startTime = ends.startTime
        var velocities = (0.0, 0.0)
        switch noise {
        case .none: return nil
        case .ofValue(let variance):
            law = .value
            self.variance = variance * step
        case .ofVelocity(let variance, let startVelocity, let endVelocity):
            law = .velocity
            self.variance = variance * step * step * step
            velocities = (startVelocity * step, endVelocity * step)
        }
        guard variance > 0, variance.isFinite, ends.start.isFinite, ends.end.isFinite else { return nil }
        whole = Part(
            start: Point(time: 0, value: ends.start, velocity: velocities.0),
            end: Point(time: 1, value: ends.end, velocity: velocities.1), place: 1)
        self.key = key
        counter = (
            UInt64(bitPattern: Int64(node)), UInt64(bitPattern: Int64(RandomStreams.stepNumber(at: startTime))),
            UInt64(bitPattern: Int64(field))
        )
    }

    /// True if the value itself is pushed by noise, so that where it crosses a level, it crosses it infinitely often.
    var isRough: Bool { law == .value }

    /// A point at which the path reaches a level.
    struct Hit {
        /// Where it is, as a part of the step.
        let part: Double

        /// The velocity there, in units of time, where the path has one.
        let velocity: Double?
    }

    /// The time of a point.
    func time(of hit: Hit) -> Double { startTime + hit.part * step }
}

// MARK: - Questions

extension NoisePath {
    /// The first point, as a part of the step, at which the path reaches a level.
    ///
    /// - Parameters:
    ///   - part: Where the search begins: only what is later is found, or the point itself if the path crosses the level there.
    ///   - level: The level.
    ///   - isAbove: True if it is reached from below, false if fallen short of.
    /// - Returns: The point; `nil` if there is none.
    func first(after part: Double = 0, reaching level: Double, fromBelow isAbove: Bool) -> Hit? {
        first(Target(level: level, isAbove: isAbove, after: part), in: whole)
    }

    /// The last point at which the path comes back from beyond a level that it does not reach at the end.
    func lastReturn(from level: Double, fromBelow isAbove: Bool) -> Hit? {
        last(Target(level: level, isAbove: isAbove, after: 0), in: whole)
    }

    private func first(_ target: Target, in part: Part) -> Hit? {
        guard part.end.time > target.after, mayReach(target, part) else { return nil }
        if part.start.time > target.after, target.isReached(by: part.start) { return hit(at: part.start.time, part) }
        guard part.place < Self.leastPlace else {
            return target.isReached(by: part.end)
                ? hit(at: max(crossing(of: target.level, in: part), target.after), part) : nil
        }
        let halves = halves(of: part)
        return first(target, in: halves.0) ?? first(target, in: halves.1)
    }

    private func last(_ target: Target, in part: Part) -> Hit? {
        guard !target.isReached(by: part.end) else { return hit(at: part.end.time, part) }
        guard mayReach(target, part) else { return nil }
        guard part.place < Self.leastPlace else {
            return target.isReached(by: part.start) ? hit(at: crossing(of: target.level, in: part), part) : nil
        }
        let halves = halves(of: part)
        return last(target, in: halves.1) ?? last(target, in: halves.0)
    }

    private func hit(at time: Double, _ part: Part) -> Hit {
        Hit(part: time, velocity: isRough ? nil : part.end.velocity / step)
    }

    /// By the line through the ends.
    private func crossing(of level: Double, in part: Part) -> Double {
        let (start, end) = (part.start.value - level, part.end.value - level)
        guard start != end else { return part.end.time }
        return part.start.time + part.length * min(max(start / (start - end), 0), 1)
    }

    /// Tests if a part may be beyond a level anywhere.
    private func mayReach(_ target: Target, _ part: Part) -> Bool {
        guard !target.isReached(by: part.start), !target.isReached(by: part.end) else { return true }
        let (first, last) = (target.distance(of: part.start.value), target.distance(of: part.end.value))
        switch law {
        case .value: return 2 * first * last <= Self.farExponent * variance * part.length
        case .velocity:
            // A cubic polynomial is within the bounds of Bézier's control points.
            let third = (target.isAbove ? part.length : -part.length) / 3
            let least = min(
                min(first, last), min(first - third * part.start.velocity, last + third * part.end.velocity))
            return least <= Self.farDeviations * deviation(of: part.length)
        }
    }

    /// The standard deviation of the value in the middle of a part.
    private func deviation(of length: Double) -> Double {
        switch law {
        case .value: (variance * length).squareRoot() / 2
        case .velocity: (variance * length / 192).squareRoot() * length
        }
    }

    private func halves(of part: Part) -> (Part, Part) {
        // A stream of its own for each part, with 2²⁰ blocks for what few deviates need.
        var words = RandomWords(key: key, counter: (part.place << 20, counter.node, counter.step, counter.field))
        let (a, b, length) = (part.start, part.end, part.length)
        var value = (a.value + b.value) / 2 + deviation(of: length) * Ziggurat.shared.deviate(from: &words)
        var velocity = 0.0
        if law == .velocity {
            value += length * (a.velocity - b.velocity) / 8
            velocity =
                1.5 * (b.value - a.value) / length - (a.velocity + b.velocity) / 4
                + (variance * length).squareRoot() / 4 * Ziggurat.shared.deviate(from: &words)
        }
        let middle = Point(time: (a.time + b.time) / 2, value: value, velocity: velocity)
        return (
            Part(start: a, end: middle, place: 2 * part.place), Part(start: middle, end: b, place: 2 * part.place + 1)
        )
    }
}

// MARK: - How far noise reaches

extension NoisePath {
    /// The product of the distances from a level at both ends of a step beyond which it is as good as never reached in between.
    static func reach(of noise: StepNoise, in step: Double) -> Double {
        switch noise {
        case .none: return 0
        case .ofValue(let variance): return farExponent / 2 * variance * step
        case .ofVelocity(let variance, let startVelocity, let endVelocity):
            let way = step * max(abs(startVelocity), abs(endVelocity))
            let nearer = way / 3 + farDeviations * (variance * step / 192).squareRoot() * step
            // The farther end is no farther from the nearer one than a few times what the velocities say.
            return nearer * (nearer + 2 * way)
        }
    }
}
