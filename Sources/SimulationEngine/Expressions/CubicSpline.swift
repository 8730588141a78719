/// The natural cubic spline through points: between each two a polynomial of third degree, with continuous first and second
/// derivatives, of which the second is 0 at both ends. Of a smooth function it is off by *h*⁴ where points are *h* apart, by *h*² near ends
/// where the second derivative of the function is not 0; its derivative by a power less (C. de Boor, *A Practical Guide to Splines*,
/// Springer 1978, chapter IV).
struct CubicSpline: Hashable, Sendable {
    /// How many points there are, where, and the coefficients of each polynomial, as the kernel `ek_run` reads them.
    let numbers: [Double]

    /// The spline through at least two points, in ascending order of their places; `nil` if it is beyond the range of numbers.
    init?(_ points: [(x: Double, y: Double)]) {
        let widths = zip(points, points.dropFirst()).map { $1.x - $0.x }
        let slopes = zip(points.indices, widths).map { (points[$0 + 1].y - points[$0].y) / $1 }
        let curvatures = Self.curvatures(widths, slopes)
        var numbers = [Double(points.count)] + points.map(\.x)
        for (index, width) in widths.enumerated() {
            let (left, right) = (curvatures[index], curvatures[index + 1])
            numbers += [
                points[index].y, slopes[index] - width * (2 * left + right) / 6, left / 2, (right - left) / (6 * width),
            ]
        }
        guard numbers.allSatisfy(\.isFinite) else { return nil }
        self.numbers = numbers
    }

    /// The second derivatives at the points: the solution of hᵢ₋₁ mᵢ₋₁ + 2 (hᵢ₋₁ + hᵢ) mᵢ + hᵢ mᵢ₊₁ = 6 (sᵢ − sᵢ₋₁) by elimination, without
    /// a function of a library, so that the bits are the same on all processors.
    private static func curvatures(_ widths: [Double], _ slopes: [Double]) -> [Double] {
        var (factors, values) = ([0.0], [0.0])
        for index in widths.indices.dropFirst() {
            let pivot = 2 * (widths[index - 1] + widths[index]) - widths[index - 1] * factors[index - 1]
            factors.append(widths[index] / pivot)
            values.append((6 * (slopes[index] - slopes[index - 1]) - widths[index - 1] * values[index - 1]) / pivot)
        }
        var curvatures = [Double](repeating: 0, count: widths.count + 1)
        for index in widths.indices.dropFirst().reversed() {
            curvatures[index] = values[index] - factors[index] * curvatures[index + 1]
        }
        return curvatures
    }
}

extension CubicSpline {
    /// The range of the derivative of an order of numbers in a range; all numbers where one of them may be outside of the points.
    ///
    /// - Complexity: O(k + log n) for k pieces that they lie in.
    func range(of x: NumberRange, order: NumberRange) -> NumberRange {
        let count = Int(numbers[0])
        func knot(_ index: Int) -> Double { numbers[1 + index] }
        guard order.isSingle, x.low >= knot(0), x.high <= knot(count - 1) else { return .all }
        var (first, end) = (0, count - 1)
        while end - first > 1 {
            let middle = (first + end) / 2
            if x.low < knot(middle) { end = middle } else { first = middle }
        }
        var range: NumberRange?
        for piece in first..<count - 1 {
            guard piece == first || knot(piece) <= x.high else { break }
            let within = NumberRange(max(x.low, knot(piece)), min(x.high, knot(piece + 1)))
            let distance = NumberRange.result(of: .subtract, within, NumberRange(knot(piece)), within)
            let coefficients = Array(numbers[1 + count + 4 * piece..<1 + count + 4 * (piece + 1)])
            let values = Self.polynomial(Self.derivative(coefficients, Int(order.low)), distance)
            range = range?.union(values) ?? values
        }
        return range ?? .all
    }

    /// The coefficients of a derivative of a polynomial, from that of 0 on.
    private static func derivative(_ coefficients: [Double], _ order: Int) -> [Double] {
        guard order > 0 else { return coefficients }
        return derivative(coefficients.enumerated().dropFirst().map { Double($0.offset) * $0.element }, order - 1)
    }

    private static func polynomial(_ coefficients: [Double], _ x: NumberRange) -> NumberRange {
        coefficients.dropLast().reversed().reduce(NumberRange(coefficients.last ?? 0)) {
            .result(of: .multiplyAdd, $0, x, NumberRange($1))
        }
    }
}
