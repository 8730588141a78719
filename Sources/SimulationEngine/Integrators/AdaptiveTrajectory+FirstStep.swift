import CMath
import GSL

extension AdaptiveTrajectory {
    /// A first step from the sizes of the state and of its first two derivatives, each measured in the error that is
    /// allowed. It depends on nothing else: not on when the state is looked at, nor on how long the run is.
    ///
    /// E. Hairer, S. P. Nørsett and G. Wanner, *Solving Ordinary Differential Equations I*, 2nd edition, Springer 1993,
    /// section II.4, DOI 10.1007/978-3-540-78862-1.
    ///
    /// - Parameters:
    ///   - time: The time at the beginning.
    ///   - state: The state at the beginning.
    ///   - derivative: Computes the derivative of the second argument at the first one into the third.
    /// - Returns: The length of the step.
    /// - Throws: Errors of the derivative.
    /// - Complexity: O(*n*) besides two calls of the derivative.
    func firstStep(
        at time: Double, of state: States,
        derivative: (Double, UnsafePointer<Double>, UnsafeMutablePointer<Double>) throws -> Void
    ) rethrows -> Double {
        try withUnsafeTemporaryAllocation(of: Double.self, capacity: 3 * dimension) { memory in
            guard let y = state.baseAddress, let trial = memory.baseAddress else { return 1 }
            return try firstStep(
                at: time, of: y, trial: trial, trial + dimension, trial + 2 * dimension, derivative: derivative)
        }
    }

    private func firstStep(
        at time: Double, of y: UnsafePointer<Double>, trial: UnsafeMutablePointer<Double>,
        _ slope: UnsafeMutablePointer<Double>, _ trialSlope: UnsafeMutablePointer<Double>,
        derivative: (Double, UnsafePointer<Double>, UnsafeMutablePointer<Double>) throws -> Void
    ) rethrows -> Double {
        try derivative(time, y, slope)
        let size = norm(relativeTo: y) { y[$0] }
        let speed = norm(relativeTo: y) { slope[$0] }
        let ratio = size / speed
        let guess = size > 1e-5 && speed > 1e-5 && ratio > 0 && ratio.isFinite ? 0.01 * ratio : 1e-6

        // The second derivative follows from an explicit Euler step.
        for index in 0..<dimension { trial[index] = y[index] + guess * slope[index] }
        try derivative(time + guess, trial, trialSlope)
        let bend = norm(relativeTo: y) { trialSlope[$0] - slope[$0] } / guess
        let fastest = max(speed, bend)
        let order = Double(driver.stepper.order ?? 1)
        let step = fastest > 1e-15 ? pow(0.01 / fastest, 1 / (order + 1)) : max(1e-6, 1e-3 * guess)
        let chosen = min(100 * guess, step.isFinite && step > 0 ? step : guess)
        // A shorter step would not move the time.
        return max(chosen, 4 * time.ulp)
    }

    /// The root of the mean square of some numbers, each divided by the error that is allowed in its component.
    private func norm(relativeTo state: UnsafePointer<Double>, _ number: (Int) -> Double) -> Double {
        let control = driver.control
        var sum = 0.0
        for index in 0..<dimension {
            let ratio = number(index) / control.allowedError(of: state[index], component: index)
            sum += ratio * ratio
        }
        return (sum / Double(dimension)).squareRoot()
    }
}
