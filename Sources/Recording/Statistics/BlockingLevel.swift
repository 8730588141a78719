/// One level of a ``BlockAverage``: the averages of blocks of one length.
struct BlockingLevel {
    /// The moments of the averages.
    var moments = Moments()

    /// The average of the first half of the next block of the level above.
    var half: Double?

    var last = 0.0

    // Of successive averages: means and sum of the products of deviations, updated as the moments are.
    var earlierMean = 0.0
    var laterMean = 0.0
    var products = 0.0

    /// Adds the average of a block.
    ///
    /// - Returns: The average of a block of twice the length if this ends one.
    mutating func add(_ average: Double) -> Double? {
        if moments.count > 0 {
            let deviation = last - earlierMean
            earlierMean += deviation / Double(moments.count)
            laterMean += (average - laterMean) / Double(moments.count)
            products += deviation * (average - laterMean)
        }
        moments.add(average)
        last = average
        guard let first = half else {
            half = average
            return nil
        }
        half = nil
        return first + (average - first) / 2
    }

    /// How many averages there are.
    var count: Int { moments.count }

    /// The squared error of the mean if the averages are independent.
    var squaredError: Double { moments.variance / Double(count) }

    /// The autocovariance of successive averages, Σ(*x*ᵢ − mean)(*x*ᵢ₊₁ − mean) / *n*.
    private var autocovariance: Double {
        let deviations = (earlierMean - moments.mean) * (laterMean - moments.mean)
        return (products + Double(count - 1) * deviations) / Double(count)
    }

    /// How much the level contributes to the statistic that is chi-squared where averages are independent: Jonsson's
    /// *n* ((*n* − 1) σ² / *n*² + γ)² / σ⁴ with the autocovariance γ and σ² = Σ(*x* − mean)² / *n*.
    var correlationStatistic: Double {
        let number = Double(count)
        let variance = moments.variance * (number - 1) / number
        // Averages that are all the same are not correlated.
        guard variance > 0 else { return 0 }
        let correlation = (number - 1) / (number * number) + autocovariance / variance
        return number * correlation * correlation
    }
}
