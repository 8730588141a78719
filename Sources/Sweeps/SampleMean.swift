/// The mean of independent numbers.
struct SampleMean {
    /// The mean; not a number of none.
    let mean: Double

    /// The standard deviation of the numbers, with n − 1 degrees of freedom; `nil` of fewer than two.
    let deviation: Double?

    private let count: Double

    /// - Complexity: O(n).
    init(_ numbers: [Double]) {
        let count = Double(numbers.count)
        let mean = numbers.reduce(0, +) / count
        let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        (self.count, self.mean) = (count, mean)
        deviation = count > 1 ? (squares / (count - 1)).squareRoot() : nil
    }

    /// The standard error of the mean, the deviation divided by the root of the number; `nil` of fewer than two.
    var error: Double? { deviation.map { $0 / count.squareRoot() } }
}
