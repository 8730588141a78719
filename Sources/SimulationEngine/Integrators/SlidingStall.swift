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
        return
            "\(steps) steps of the method led from time \(start) only to \(failure.lastTime), not to \(end): the rate of "
            + "\(failure.place) jumps between \(low) and \(high), which pushes the state back to the jump from both sides, so that "
            + "each step has to find it anew; \(failure.last): take 'runge-kutta-4' with a 'step', by which the state stays there "
            + "but for the motion of a step, or let the rate change continuously: 'tanh(x / 0.001)' in place of 'sign(x)'"
    }
}

/// A jump of a rate, with the rates on both sides of it.
struct RateJump {
    let component: Int
    let rates: (Double, Double)
}

extension AdaptiveTrajectory {
    /// The jump to which the equations bring the state back from both sides of it, if there is one as near as some of the last steps
    /// were long.
    ///
    /// The state is followed in the direction of its rates. If these jump there, those behind the jump are followed, too: where the state
    /// is held, they lead back through it. States after steps tell less, since all of them may be on one side.
    ///
    /// - Parameter derivative: Computes the derivative of the first argument at the present time into the second.
    /// - Returns: The jump; `nil` if there is none, or the equations lead through it.
    /// - Complexity: O(*n*) besides 29 calls of the derivative.
    func jumpThatHolds(derivative: (UnsafePointer<Double>, UnsafeMutablePointer<Double>) -> Void) -> RateJump? {
        func rates(_ state: [Double]) -> [Double] {
            var rates = [Double](repeating: 0, count: dimension)
            derivative(state, &rates)
            return rates
        }
        let reach = 32 * (timeAfter - timeBefore)
        var near = Array(after)
        var nearRates = rates(near)
        var far = zip(near, nearRates).map { $0 + reach * $1 }
        var farRates = rates(far)
        func change(_ component: Int) -> Double { abs(farRates[component] - nearRates[component]) }
        let allowed = near.indices.map { driver.control.allowedError(of: near[$0], component: $0) }
        guard let component = near.indices.max(by: { change($0) * allowed[$1] < change($1) * allowed[$0] }) else {
            return nil
        }
        let difference = change(component)
        guard difference > 0 else { return nil }
        for _ in 0..<24 {
            let middle = zip(near, far).map { $0 + 0.5 * ($1 - $0) }
            guard middle != near, middle != far else { break }
            let middleRates = rates(middle)
            if abs(middleRates[component] - nearRates[component]) > abs(farRates[component] - middleRates[component]) {
                (far, farRates) = (middle, middleRates)
            } else {
                (near, nearRates) = (middle, middleRates)
            }
        }
        // A change that is none of a jump is divided with the distance, and one at a pole grows.
        guard change(component) > 0.5 * difference, change(component) < 2 * difference else { return nil }
        let back = rates(zip(far, farRates).map { $0 + reach * $1 })[component]
        guard abs(back - nearRates[component]) < abs(back - farRates[component]) else { return nil }
        return RateJump(component: component, rates: (nearRates[component], farRates[component]))
    }
}
