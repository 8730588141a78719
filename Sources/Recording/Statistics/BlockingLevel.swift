/// One level of a ``BlockAverage``: the averages of blocks of one length, with their autocovariance at lags from 1 to 8.
struct BlockingLevel {
    /// The greatest lag, in blocks.
    static let lagCount = 8

    /// The moments of the averages.
    var moments = Moments()

    /// The average of the first half of the next block of the level above.
    var half: Double?

    /// The last averages, the newest first.
    var recent = SIMD8<Double>.zero

    // Of the pairs of averages at each lag: their means and the sum of the products of deviations, updated as the moments are.
    var earlierMeans = SIMD8<Double>.zero
    var laterMeans = SIMD8<Double>.zero
    var products = SIMD8<Double>.zero

    /// Adds the average of a block.
    ///
    /// - Returns: The average of a block of twice the length if this ends one.
    mutating func add(_ average: Double) -> Double? {
        addPairs(with: average)
        moments.add(average)
        recent = SIMD8(
            average, recent[0], recent[1], recent[2], recent[3], recent[4], recent[5], recent[6])
        guard let first = half else {
            half = average
            return nil
        }
        half = nil
        return first + (average - first) / 2
    }

    private mutating func addPairs(with average: Double) {
        for lag in 0..<min(moments.count, Self.lagCount) {
            let part = 1 / Double(moments.count - lag)
            let deviation = recent[lag] - earlierMeans[lag]
            earlierMeans[lag] += deviation * part
            laterMeans[lag] += (average - laterMeans[lag]) * part
            products[lag] += deviation * (average - laterMeans[lag])
        }
    }

    /// Multiplies all averages by a number.
    mutating func scale(by factor: Double) {
        moments.scale(by: factor)
        half = half.map { $0 * factor }
        recent *= factor
        earlierMeans *= factor
        laterMeans *= factor
        products = products * factor * factor
    }

    /// How many averages there are.
    var count: Int { moments.count }

    /// Σ(*x* − mean)² / *n*.
    var variance: Double { moments.variance * Double(count - 1) / Double(count) }

    /// The covariance of averages and those a number of blocks after them, with means of their own.
    func autocovariance(at lag: Int) -> Double { products[lag - 1] / Double(count - lag) }

    /// The greatest magnitude of the autocorrelation at lags from 1 on.
    var greatestCorrelation: Double {
        (1...Self.lagCount).reduce(0) { max($0, abs(autocovariance(at: $1))) } / variance
    }
}
