import CMath

/// A function of time that a number of a state follows, with its derivative.
final class DrivenMotion {
    let value: (_ time: Double) -> Double
    let derivative: (_ time: Double) -> Double

    /// Tells on which branch the function is; `nil` if it is smooth or that is not known.
    let branches: ((_ time: Double) -> UInt64)?

    /// Tells how far the function neither jumps nor has a kink; `nil` if it does nowhere, or that is not known.
    let smoothStretch: ((_ time: Double, _ end: Double) -> SmoothStretch)?

    /// - Parameters:
    ///   - value: The function.
    ///   - derivative: Its derivative; by differences unless it is given.
    ///   - timeScale: A time that is not much less than that in which the function changes.
    ///   - branches: Tells on which branch the function is.
    ///   - smoothStretch: Tells how far it neither jumps nor has a kink.
    init(
        _ value: @escaping (_ time: Double) -> Double, derivative: ((_ time: Double) -> Double)?, timeScale: Double,
        branches: ((_ time: Double) -> UInt64)? = nil,
        smoothStretch: ((_ time: Double, _ end: Double) -> SmoothStretch)? = nil
    ) {
        self.branches = branches
        self.smoothStretch = smoothStretch
        self.value = value
        self.derivative = derivative ?? { Self.difference(of: value, at: $0, timeScale: timeScale) }
    }

    /// The derivative by central differences of sixth order, from a distance that grows until they differ more from those of
    /// fourth order than less of rounding is left: of a smooth function to 11 digits or more.
    ///
    /// The distances are powers of 2, so that the times are exact.
    ///
    /// B. Fornberg, *Generation of finite difference formulas on arbitrarily spaced grids*, Mathematics of Computation 51
    /// (1988) 699, DOI 10.1090/S0025-5718-1988-0935077-0.
    ///
    /// - Complexity: About 60 calls of the function.
    static func difference(of value: (Double) -> Double, at time: Double, timeScale: Double) -> Double {
        let smallest = max(timeScale * 0x1p-24, time.ulp * 0x1p8)
        var distance = exp2(log2(smallest).rounded(.up))
        var (best, least) = (Double.nan, Double.infinity)
        for _ in 0..<30 {
            func pair(_ multiple: Double) -> (difference: Double, size: Double) {
                let (later, earlier) = (value(time + multiple * distance), value(time - multiple * distance))
                return (later - earlier, max(abs(later), abs(earlier)))
            }
            let (first, second, third) = (pair(1), pair(2), pair(3))
            let fourth = (8 * first.difference - second.difference) / (12 * distance)
            let sixth = (45 * first.difference - 9 * second.difference + third.difference) / (60 * distance)
            let rounding = 4 * Double.ulpOfOne * max(first.size, second.size, third.size) / distance
            let error = rounding + abs(sixth - fourth)
            guard error < least else { break }
            (best, least) = (sixth, error)
            if error == 0 { break }
            distance *= 4
        }
        return best
    }
}
