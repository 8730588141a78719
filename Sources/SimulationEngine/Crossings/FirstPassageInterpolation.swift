/// The polynomials through the last distances from a level, up to four, and the times at which they reach it.
///
/// By Newton's divided differences. What depends on the times of the distances only is computed once for all nodes.
struct FirstPassageInterpolation {
    /// The beginning and the end of the last step.
    private let start: Double
    private let end: Double

    /// The times before the latest.
    private let times: SIMD4<Double>

    /// The differences of times from each to the next, from each to the one after the next, and from the first to the last;
    /// infinite where there are fewer times, so that the coefficients of higher order are 0.
    private let spans: (SIMD4<Double>, SIMD2<Double>, Double)

    /// - Parameter given: The times, two to four, the latest first.
    init(times given: [Double]) {
        (start, end) = (given[1], given[0])
        var times = SIMD4<Double>.zero
        for (index, time) in given.enumerated() { times[index] = time - given[0] }
        let span = { (from: Int, to: Int) in to < given.count ? times[to] - times[from] : .infinity }
        spans = (
            SIMD4(span(0, 1), span(1, 2), span(2, 3), .infinity), SIMD2(span(0, 2), span(1, 3)), span(0, 3)
        )
        self.times = times
    }

    /// The time in the last step at which a node reaches the level.
    ///
    /// - Parameter distances: As many distances as there are times, 0 beyond; below the level at the beginning of the step,
    ///   and not below it at its end.
    /// - Returns: The time.
    func time(of distances: SIMD4<Double>) -> Double {
        // From where a number is infinite there is no way to interpolate: the level is reached when it is seen.
        guard distances[0] != 0, (distances[0] - distances[1]).isFinite else { return end }
        var coefficients = coefficients(of: distances)
        if !coefficients.sum().isFinite { coefficients = chord(of: distances) }
        // The value is below the level at the low end, and not below it at the high end, up to rounding.
        var (low, high) = (start, end)
        var time = min(low + (high - low) * distances[1] / (distances[1] - distances[0]), end)
        while low < high {
            let (value, slope) = valueAndSlope(coefficients, at: time - end)
            if value < 0 { low = time } else { high = time }
            let next = time - value / slope
            // Newton's method where it stays inside, bisection elsewhere.
            let isInside = next > low && next < high
            let better = isInside ? next : low + (high - low) / 2
            if abs(better - time) <= 2 * time.ulp || !isInside && (better <= low || better >= high) { return better }
            time = better
        }
        return time
    }

    private func chord(of distances: SIMD4<Double>) -> SIMD4<Double> {
        SIMD4(distances[0], (distances[1] - distances[0]) / spans.0[0], 0, 0)
    }

    private func coefficients(of distances: SIMD4<Double>) -> SIMD4<Double> {
        let (one, two, three) = spans
        let first = (
            (distances[1] - distances[0]) / one[0], (distances[2] - distances[1]) / one[1],
            (distances[3] - distances[2]) / one[2]
        )
        let second = ((first.1 - first.0) / two[0], (first.2 - first.1) / two[1])
        return SIMD4(distances[0], first.0, second.0, (second.1 - second.0) / three)
    }

    /// By Horner's scheme.
    private func valueAndSlope(_ coefficients: SIMD4<Double>, at time: Double) -> (Double, Double) {
        let distances = SIMD4(repeating: time) - times
        let cubic = coefficients[3]
        let square = cubic * distances[2] + coefficients[2]
        let linear = square * distances[1] + coefficients[1]
        let slope = (cubic * distances[1] + square) * distances[0] + linear
        return (linear * distances[0] + coefficients[0], slope)
    }
}
