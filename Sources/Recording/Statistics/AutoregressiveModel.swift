/// An autoregressive model of the averages of blocks: each is a sum of those before it, with weights, and of noise.
///
/// The weights are those of the Yule–Walker equations, by Levinson's recursion, which finds them for one term after the other.
///
/// P. J. Brockwell and R. A. Davis, *Time Series: Theory and Methods*, 2nd edition (Springer 1991), sections 5.2 and 8.1–8.2.
struct AutoregressiveModel {
    /// The weights of the averages before, that of the last one first.
    private(set) var weights: [Double] = []

    /// The variance of the noise.
    private(set) var noise: Double

    private let level: BlockingLevel

    /// A model without a term.
    init(of level: BlockingLevel) {
        self.level = level
        noise = level.variance
    }

    /// Adds a term.
    ///
    /// - Returns: Its weight, which is the partial autocorrelation at its lag; `nil` if that is none, so that there is no such model.
    mutating func addTerm() -> Double? {
        let lag = weights.count + 1
        let rest = weights.enumerated().reduce(level.autocovariance(at: lag)) { rest, weight in
            rest - weight.element * level.autocovariance(at: lag - 1 - weight.offset)
        }
        let weight = rest / noise
        guard abs(weight) < 1 else { return nil }
        weights = zip(weights, weights.reversed()).map { $0 - weight * $1 } + [weight]
        noise *= 1 - weight * weight
        return weight
    }
}
