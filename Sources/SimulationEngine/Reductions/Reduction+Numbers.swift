extension Reduction {
    /// The reduction of values, as many numbers as there are columns. The values may be put into another order.
    package func numbers(of values: UnsafeMutableBufferPointer<Double>) -> [Double] {
        switch self {
        case .count, .sum: [values.compensatedSum]
        case .mean: [values.mean]
        case .variance: [values.sampleVariance]
        case .standardDeviation: [values.sampleVariance.squareRoot()]
        case .minimum: [values.extreme { $0 < $1 }]
        case .maximum: [values.extreme { $0 > $1 }]
        case .quantiles(let fractions): values.quantiles(fractions)
        case .histogram(let edges): values.histogram(edges: edges)
        }
    }
}

extension UnsafeMutableBufferPointer<Double> {
    fileprivate var compensatedSum: Double {
        var sum = CompensatedSum()
        for value in self { sum.add(value) }
        return sum.value
    }

    fileprivate var mean: Double { compensatedSum / Double(count) }

    fileprivate var sampleVariance: Double {
        guard count >= 2 else { return .nan }
        let mean = mean
        var deviations = CompensatedSum()
        var squares = CompensatedSum()
        for value in self {
            let deviation = value - mean
            deviations.add(deviation)
            squares.add(deviation * deviation)
        }
        // The deviations from the rounded mean do not quite cancel.
        let correction = deviations.value * deviations.value / Double(count)
        return (squares.value - correction) / Double(count - 1)
    }

    @inline(__always)
    fileprivate func extreme(_ precedes: (Double, Double) -> Bool) -> Double {
        var extreme = first ?? .nan
        for value in self { extreme = precedes(value, extreme) || value.isNaN ? value : extreme }
        return extreme
    }

    fileprivate func histogram(edges: [Double]) -> [Double] {
        var counts = [Double](repeating: 0, count: edges.count - 1)
        counts.withUnsafeMutableBufferPointer { counts in
            edges.withUnsafeBufferPointer { edges in
                for value in self where value >= edges[0] && value <= edges[counts.count] {
                    var lower = 0
                    var upper = counts.count
                    while upper - lower > 1 {
                        let middle = (lower + upper) / 2
                        if value >= edges[middle] { lower = middle } else { upper = middle }
                    }
                    counts[lower] += 1
                }
            }
        }
        return counts
    }
}
