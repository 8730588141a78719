/// The states between the ends of an adaptive method's last step, by polynomials through what is known.
///
/// The cubic polynomial has the values and slopes of both ends of the step (L. F. Shampine, *Math. Comp.* 46, 1986, 135–150,
/// DOI 10.1090/S0025-5718-1986-0815836-9); the quartic one also leads through the state before the step that came before. What they
/// differ by is the error of the cubic one, to leading order.
final class StepInterpolation {
    typealias States = UnsafeMutableBufferPointer<Double>

    /// Computes the slopes of a state at a time.
    typealias Rates = (_ time: Double, _ state: UnsafePointer<Double>, _ rates: UnsafeMutablePointer<Double>) -> Void

    private let dimension: Int

    /// By how much the cubic polynomial misses the state before the step that came before.
    private var misses: [Double] = []

    /// True if these are known for the last step.
    private var isKnown = false

    /// The slopes at both ends of a step, of a method that does not compute them.
    private var computedSlopes: (start: States, end: States)?

    /// The time of those at the end; NaN if they are not known.
    private var slopesTime = Double.nan

    init(dimension: Int) {
        self.dimension = dimension
    }

    deinit {
        computedSlopes?.start.deallocate()
        computedSlopes?.end.deallocate()
    }
}

extension StepInterpolation {
    /// The states are others.
    func forget() {
        isKnown = false
        slopesTime = .nan
    }

    /// Another step has been taken.
    func noteStep() { isKnown = false }

    /// Puts the interpolated state of a time into memory.
    ///
    /// - Parameters:
    ///   - time: A time within the last step of the trajectory.
    ///   - polynomial: By which polynomial.
    ///   - trajectory: The trajectory, which has taken two steps or more since it began.
    ///   - target: Memory for as many numbers as the trajectory has.
    ///   - rates: Computes slopes where the method does not know them.
    func interpolate(
        _ time: Double, by polynomial: StepPolynomial, on trajectory: AdaptiveTrajectory, into target: States,
        rates: Rates
    ) {
        let step = CubicStep(
            from: (trajectory.timeBefore, trajectory.before), to: (trajectory.timeAfter, trajectory.after),
            slopes: slopes(on: trajectory, rates))
        if !isKnown { findMisses(of: trajectory.earlier, at: trajectory.timeEarlier, step) }
        isKnown = true
        let weights = step.weights(at: time)
        let bump = polynomial == .quartic ? weights.bump / step.weights(at: trajectory.timeEarlier).bump : 0
        misses.withUnsafeBufferPointer { misses in
            for i in 0..<dimension { target[i] = step.value(i, weights) + bump * misses[i] }
        }
    }

    private func findMisses(of earlier: States, at time: Double, _ step: CubicStep) {
        if misses.isEmpty { misses = [Double](repeating: 0, count: dimension) }
        let weights = step.weights(at: time)
        misses.withUnsafeMutableBufferPointer { misses in
            for i in 0..<dimension { misses[i] = earlier[i] - step.value(i, weights) }
        }
    }

    private func slopes(on trajectory: AdaptiveTrajectory, _ rates: Rates) -> StepSlopes {
        if trajectory.knowsSlopes, let known = trajectory.driver.lastSlopes { return known }
        var slopes = computedSlopes ?? (.allocate(capacity: dimension), .allocate(capacity: dimension))
        defer { computedSlopes = slopes }
        // Buffers are those that memory was allocated for.
        func compute(_ time: Double, _ state: States, _ target: States) {
            rates(time, UnsafePointer(state.baseAddress.unsafelyUnwrapped), target.baseAddress.unsafelyUnwrapped)
        }
        if !isKnown {
            if slopesTime == trajectory.timeBefore {
                swap(&slopes.start, &slopes.end)
            } else {
                compute(trajectory.timeBefore, trajectory.before, slopes.start)
            }
            compute(trajectory.timeAfter, trajectory.after, slopes.end)
            slopesTime = trajectory.timeAfter
        }
        return (
            UnsafePointer(slopes.start.baseAddress.unsafelyUnwrapped),
            UnsafePointer(slopes.end.baseAddress.unsafelyUnwrapped)
        )
    }
}

/// The cubic polynomials through the values and slopes of both ends of a step.
struct CubicStep {
    private let (before, after): (UnsafeMutableBufferPointer<Double>, UnsafeMutableBufferPointer<Double>)
    private let slopes: StepSlopes
    private let (start, length): (Double, Double)

    typealias End = (time: Double, state: UnsafeMutableBufferPointer<Double>)

    init(from start: End, to end: End, slopes: StepSlopes) {
        (before, after, self.slopes) = (start.state, end.state, slopes)
        (self.start, length) = (start.time, end.time - start.time)
    }

    /// The weights of the known values and slopes at a time, and of the polynomial that vanishes at both ends with its slope.
    struct Weights {
        let before, after, startSlope, endSlope, bump: Double
    }

    func weights(at time: Double) -> Weights {
        let part = (time - start) / length
        let rest = 1 - part
        return Weights(
            before: (1 + 2 * part) * rest * rest, after: (1 + 2 * rest) * part * part,
            startSlope: length * part * rest * rest, endSlope: -length * part * part * rest,
            bump: part * part * rest * rest)
    }

    @inline(__always)
    func value(_ index: Int, _ weights: Weights) -> Double {
        weights.before * before[index] + weights.after * after[index] + weights.startSlope * slopes.start[index]
            + weights.endSlope * slopes.end[index]
    }
}
