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

    /// The first place at which the polynomial rises through 0, as seen from sixteen parts in which it has one top at most.
    ///
    /// - Parameters:
    ///   - start: A place at which it is below 0.
    ///   - end: A later one.
    /// - Returns: The place; `nil` if there is none.
    func firstRise(from start: Double, to end: Double) -> Double? {
        let parts = 16
        var (low, risesBefore) = (start, valueAndSlope(at: start).slope > 0)
        for part in 1...parts {
            let high = part == parts ? end : start + Double(part) / Double(parts) * (end - start)
            let (value, slope) = valueAndSlope(at: high)
            if value >= 0 { return root(from: low, to: high) }
            if risesBefore, slope < 0 {
                let top = self.top(from: low, to: high)
                if valueAndSlope(at: top).value >= 0 { return root(from: low, to: top) }
            }
            (low, risesBefore) = (high, slope > 0)
        }
        return nil
    }

    /// The place between two others at which the polynomial is highest, if it rises at the first and falls at the second.
    func top(from low: Double, to high: Double) -> Double {
        var (low, high) = (low, high)
        while true {
            let middle = low + (high - low) / 2
            guard middle > low, middle < high else { return middle }
            if valueAndSlope(at: middle).slope > 0 { low = middle } else { high = middle }
        }
    }
}
