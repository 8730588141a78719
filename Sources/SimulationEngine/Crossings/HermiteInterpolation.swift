/// The polynomial through given values and slopes of a function, by Newton's divided differences.
///
/// J. Stoer and R. Bulirsch, *Introduction to Numerical Analysis*, 3rd edition, Springer 2002, section 2.1,
/// DOI 10.1007/978-0-387-21738-3.
struct HermiteInterpolation {
    /// The most values and slopes.
    static let capacity = 16

    private var places = SIMD16<Double>.zero

    /// The values, and then the coefficients.
    private var coefficients = SIMD16<Double>.zero

    /// The slopes of those that have one.
    private var slopes = SIMD16<Double>.zero

    private(set) var count = 0

    /// Adds a value at a place, and the slope there if it is known. All places differ.
    mutating func add(_ value: Double, slope: Double? = nil, at place: Double) {
        append(value, slope ?? 0, place)
        if let slope { append(value, slope, place) }
    }

    private mutating func append(_ value: Double, _ slope: Double, _ place: Double) {
        places[count] = place
        coefficients[count] = value
        slopes[count] = slope
        count += 1
    }

    /// Forms the coefficients once all values are there.
    mutating func finish() {
        var order = 1
        while order < count {
            var index = count - 1
            while index >= order {
                let span = places[index] - places[index - order]
                // Places that stand twice stand side by side.
                coefficients[index] =
                    span == 0 ? slopes[index] : (coefficients[index] - coefficients[index - 1]) / span
                index -= 1
            }
            order += 1
        }
    }

    /// The value and the slope at a place, by Horner's scheme.
    func valueAndSlope(at place: Double) -> (value: Double, slope: Double) {
        var (value, slope) = (0.0, 0.0)
        var index = count - 1
        while index >= 0 {
            let distance = place - places[index]
            slope = slope * distance + value
            value = value * distance + coefficients[index]
            index -= 1
        }
        return (value, slope)
    }

    /// An estimate of the error between two places of which values and slopes were added first, if there are two values more:
    /// the sizes of the last terms decrease like those of the terms that are left out.
    func estimatedError(between start: Double, and end: Double) -> Double {
        let length = abs(end - start)
        let bump = length * length * length * length / 16
        let farther = max(abs(places[4] - start), abs(places[4] - end))
        let (last, lastButOne) = (abs(coefficients[5]) * bump * farther, abs(coefficients[4]) * bump)
        return last * min(1, max(0.02, last / lastButOne))
    }

    /// Where the polynomial rises through 0.
    ///
    /// - Parameters:
    ///   - low: A place at which the function is below 0.
    ///   - high: A later one at which it is not.
    /// - Returns: The place: by Newton's method where it stays between them, by bisection elsewhere.
    func root(from low: Double, to high: Double) -> Double {
        var (low, high) = (low, high)
        var place = low + (high - low) / 2
        while low < high {
            let (value, slope) = valueAndSlope(at: place)
            if value < 0 { low = place } else { high = place }
            let next = place - value / slope
            let isInside = next > low && next < high
            let better = isInside ? next : low + (high - low) / 2
            let reach = 2 * max(abs(place).ulp, (high - low).ulp)
            if abs(better - place) <= reach || !isInside && (better <= low || better >= high) { return better }
            place = better
        }
        return place
    }

    /// The places between two others at which the polynomial turns, in order.
    func turns(from start: Double, to end: Double) -> [Double] {
        guard count > 2 else { return [] }
        return bernsteinForm(from: start, to: end).derivative.signChanges.map { start + $0 * (end - start) }
    }

    /// The same polynomial with a range as that from 0 to 1.
    private func bernsteinForm(from start: Double, to end: Double) -> BernsteinForm {
        var powers = SIMD16<Double>.zero
        for index in (0..<count).reversed() {
            // Times the distance from the place, plus the coefficient, as in Horner's scheme.
            let distance = start - places[index]
            for power in stride(from: count - 1, to: 0, by: -1) {
                powers[power] = powers[power] * distance + powers[power - 1] * (end - start)
            }
            powers[0] = powers[0] * distance + coefficients[index]
        }
        return BernsteinForm(powers: powers, degree: count - 1)
    }

    /// The first place at which the polynomial rises through 0.
    ///
    /// - Parameters:
    ///   - start: A place at which it is below 0.
    ///   - end: A later one.
    /// - Returns: The place, `nil` if there is none; and how far from 0 it stays at least where it turns before.
    func firstRise(from start: Double, to end: Double) -> (place: Double?, clearance: Double) {
        var low = start
        var clearance = Double.infinity
        for turn in turns(from: start, to: end) {
            let value = valueAndSlope(at: turn).value
            clearance = min(clearance, abs(value))
            if value >= 0 { return (root(from: low, to: turn), clearance) }
            low = turn
        }
        return (valueAndSlope(at: end).value >= 0 ? root(from: low, to: end) : nil, clearance)
    }
}
