import CMath
import GSL

/// Where an explicit method stalled on a stiff system, and on what.
public struct StiffnessStall: Equatable, Sendable {
    /// How many steps the method had taken within one step of the simulation.
    public let steps: Int

    /// The time at which they began.
    public let start: Double

    /// The time to which they led.
    public let time: Double

    /// The time to which they should lead.
    public let end: Double

    /// The mean length of these steps.
    public let stepLength: Double

    /// The rate of the fastest decay in the system, an estimate: stability keeps steps of the order of its inverse.
    public let decayRate: Double

    /// How many numbers the state has.
    public let dimension: Int
}

extension StiffnessStall {
    var shownRate: String { Self.twoDigits(decayRate) }
    var shownLength: String { Self.twoDigits(stepLength) }

    /// The advice on what helps. Implicit methods work with a full Jacobian, which large systems have no room for; what stability
    /// demands is then cheapest with the method of fixed step, which is stable up to 2.785 over the rate and shares its work
    /// among threads.
    var advice: String {
        guard dimension > ODEDriver.maximumDenseDimension else {
            return "take an implicit method, 'msbdf', 'bsimp' or 'rk4imp'"
        }
        return "implicit methods are for at most \(ODEDriver.maximumDenseDimension) numbers, "
            + "and the state has \(dimension): "
            + "take 'runge-kutta-4' with a 'step' of at most \(Self.twoDigits(2.5 / decayRate)), which is stable, and several "
            + "'threads', or a model without the fastest decay"
    }

    private static func twoDigits(_ number: Double) -> String {
        let power = pow(10, log10(number).rounded(.down) - 1)
        return "\(power < 1 ? (number / power).rounded() / (1 / power).rounded() : (number / power).rounded() * power)"
    }
}

extension AdaptiveTrajectory {
    /// The rate of the fastest decay about the present state, by power iteration on differences of the derivative.
    ///
    /// To be asked between steps, whose memory this uses.
    ///
    /// - Parameter derivative: Computes the derivative of the first argument at the present time into the second.
    /// - Returns: The rate; `nil` if what dominates is no decay.
    /// - Complexity: O(*n*) besides 51 calls of the derivative.
    func dominantDecay(derivative: (UnsafePointer<Double>, UnsafeMutablePointer<Double>) -> Void) -> Double? {
        guard let state = after.baseAddress, let trial = spare.baseAddress else { return nil }
        let size = max(1e-6, root { state[$0] * state[$0] })
        let move = 1e-7 * size
        var slope = [Double](repeating: 0, count: dimension)
        var trialSlope = slope
        // Any direction that has a part of every mode.
        var direction = (0..<dimension).map { (index: Int) in 1 + Double(index % 7) / 8 }
        var rate: Double?
        derivative(state, &slope)
        for _ in 0..<50 {
            let length = root { direction[$0] * direction[$0] }
            guard length > 0, length.isFinite else { return nil }
            for index in 0..<dimension {
                direction[index] /= length
                trial[index] = state[index] + move * direction[index]
            }
            derivative(trial, &trialSlope)
            let change = (0..<dimension).map { (trialSlope[$0] - slope[$0]) / move }
            let quotient = (0..<dimension).reduce(0) { $0 + direction[$1] * change[$1] }
            let speed = root { change[$0] * change[$0] }
            rate = quotient < -0.5 * speed ? speed : nil
            direction = change
        }
        return rate
    }

    private func root(_ square: (Int) -> Double) -> Double {
        (0..<dimension).reduce(0) { $0 + square($1) }.squareRoot()
    }
}
