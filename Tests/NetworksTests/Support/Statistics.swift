/// Pearson's χ² of counts against expected ones.
func chiSquared(_ counts: [Int], _ expected: [Double]) -> Double {
    zip(counts, expected).reduce(0) { $0 + (Double($1.0) - $1.1) * (Double($1.0) - $1.1) / $1.1 }
}

/// How many standard deviations a number of successes is away from what is expected.
func deviations(_ successes: Int, of trials: Int, probability: Double) -> Double {
    let mean = Double(trials) * probability
    return abs(Double(successes) - mean) / (mean * (1 - probability)).squareRoot()
}
