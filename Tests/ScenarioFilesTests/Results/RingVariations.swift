/// The courses of nodes on a ring, x′ᵢ = a xᵢ (1 − xᵢ) + c (xᵢ₋₁ + xᵢ₊₁ − 2 xᵢ), with their derivatives by all initial values, by a
/// and by c, by the classical method of Runge and Kutta.
struct RingVariations {
    let a: Double
    let c: Double

    /// The state, and behind it a column of derivatives for each number.
    private(set) var numbers: [Double]
    private let count: Int

    var x: ArraySlice<Double> { numbers[..<count] }

    init(of initial: [Double], a: Double, c: Double, until end: Double) {
        (self.a, self.c, count) = (a, c, initial.count)
        numbers = initial + [Double](repeating: 0, count: count * (count + 2))
        for node in 0..<count { numbers[count * (1 + node) + node] = 1 }
        let stepCount = 500
        let step = end / Double(stepCount)
        func moved(_ rates: [Double], by time: Double) -> [Double] { zip(numbers, rates).map { $0 + time * $1 } }
        for _ in 0..<stepCount {
            let first = rates(of: numbers)
            let second = rates(of: moved(first, by: step / 2))
            let third = rates(of: moved(second, by: step / 2))
            let fourth = rates(of: moved(third, by: step))
            for place in numbers.indices {
                numbers[place] += step / 6 * (first[place] + 2 * second[place] + 2 * third[place] + fourth[place])
            }
        }
    }

    func slopeOfTime(byColumn column: Int) -> Double { -numbers[count * (1 + column)] / rates(of: numbers)[0] }

    private func rates(of numbers: [Double]) -> [Double] {
        let x = numbers[..<count]
        func laplacian(_ node: Int, of column: ArraySlice<Double>) -> Double {
            let start = column.startIndex
            return column[start + (node + 1) % count] + column[start + (node + count - 1) % count]
                - 2 * column[start + node]
        }
        var result = (0..<count).map { a * x[$0] * (1 - x[$0]) + c * laplacian($0, of: x) }
        for column in 0..<count + 2 {
            let tangent = numbers[count * (1 + column)..<count * (2 + column)]
            for node in 0..<count {
                let source = column == count ? x[node] * (1 - x[node]) : column > count ? laplacian(node, of: x) : 0
                result.append(
                    a * (1 - 2 * x[node]) * tangent[tangent.startIndex + node] + c * laplacian(node, of: tangent)
                        + source)
            }
        }
        return result
    }
}
