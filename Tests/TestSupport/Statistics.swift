/// Pearson's χ² of counts against expected ones.
public func chiSquared(_ counts: [Int], _ expected: [Double]) -> Double {
    zip(counts, expected).reduce(0) { $0 + (Double($1.0) - $1.1) * (Double($1.0) - $1.1) / $1.1 }
}

/// How many standard deviations a number of successes is away from what is expected.
public func deviations(_ successes: Int, of trials: Int, probability: Double) -> Double {
    let mean = Double(trials) * probability
    return abs(Double(successes) - mean) / (mean * (1 - probability)).squareRoot()
}

/// Whether Pearson's χ² of counts against probabilities is less than what chance exceeds with a probability of 0.001.
/// What is expected less than five times is taken together.
///
/// The quantile is that of E. B. Wilson and M. M. Hilferty, PNAS 17 (1931) 684, DOI 10.1073/pnas.17.12.684.
public func agree(_ counts: [Int], _ probabilities: [Double]) -> Bool {
    let total = Double(counts.reduce(0, +))
    var rare = (count: 0, expected: 0.0)
    var kept: [(count: Int, expected: Double)] = []
    for (count, probability) in zip(counts, probabilities) {
        if probability * total < 5 {
            rare.count += count
            rare.expected += probability * total
        } else {
            kept.append((count, probability * total))
        }
    }
    // What cannot be must not be.
    if rare.expected < 1e-6, rare.count > 0 { return false }
    if rare.expected >= 5 { kept.append(rare) }
    let freedom = 2 / (9 * Double(kept.count - 1))
    let root = 1 - freedom + 3.0902 * freedom.squareRoot()
    return chiSquared(kept.map(\.count), kept.map(\.expected)) < Double(kept.count - 1) * root * root * root
}
