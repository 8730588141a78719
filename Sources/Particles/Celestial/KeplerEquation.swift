import CMath

/// Kepler's equation, M = E − e sin E on ellipses and M = e sinh H − H on hyperbolas.
///
/// Both are written as (1 − e) E + e (E − sin E) and so on, of which the second part is a series where E is small: so the
/// equation is right to rounding also where e is nearly 1. It is solved by Newton's method within brackets that shrink.
enum KeplerEquation {
    /// E, for an eccentricity from 0 to less than 1.
    static func eccentricAnomaly(meanAnomaly: Double, eccentricity e: Double) -> Double {
        let reduced = meanAnomaly.remainder(dividingBy: 2 * .pi)
        let anomaly = root(of: abs(reduced), from: abs(reduced), to: min(.pi, abs(reduced) / (1 - e))) { anomaly in
            let half = sin(anomaly / 2)
            return ((1 - e) * anomaly + e * excess(anomaly, sign: -1), (1 - e) + 2 * e * half * half)
        }
        return reduced < 0 ? -anomaly : anomaly
    }

    /// H, for an eccentricity greater than 1.
    static func hyperbolicAnomaly(meanAnomaly: Double, eccentricity e: Double) -> Double {
        let size = abs(meanAnomaly)
        // e sinh H − H is at least (e − 1) sinh H, and at least (e − 1) H.
        let upper = min(size / (e - 1), asinh(size / (e - 1)))
        let anomaly = root(of: size, from: 0, to: upper) { anomaly in
            let half = sinh(anomaly / 2)
            return ((e - 1) * anomaly + e * excess(anomaly, sign: 1), (e - 1) + 2 * e * half * half)
        }
        return meanAnomaly < 0 ? -anomaly : anomaly
    }

    /// x − sin x with the sign −1, sinh x − x with the sign 1, for numbers that are not negative.
    private static func excess(_ x: Double, sign: Double) -> Double {
        guard x < 1 else { return sign < 0 ? x - sin(x) : sinh(x) - x }
        // x³/3! ± x⁵/5! + …
        var (term, sum) = (x * x * x / 6, 0.0)
        for n in stride(from: 4.0, through: 22, by: 2) {
            sum += term
            term *= sign * x * x / (n * (n + 1))
        }
        return sum
    }

    /// Where a function that grows is a value, between two numbers.
    private static func root(
        of value: Double, from lower: Double, to upper: Double, _ function: (Double) -> (value: Double, slope: Double)
    ) -> Double {
        var (lower, upper) = (lower, max(lower, upper))
        var x = upper
        for _ in 0..<200 {
            let (height, slope) = function(x)
            if height == value { return x }
            if height < value { lower = x } else { upper = x }
            let step = x - (height - value) / slope
            let next = step > lower && step < upper ? step : (lower + upper) / 2
            if next == x { return x }
            x = next
        }
        return x
    }
}
