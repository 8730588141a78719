import CMath

/// An autoregressive model of the averages of blocks, each of which is a sum of the three before it, with weights, and of noise.
///
/// With the weights φ and the variance σ² of the noise of the ``AutoregressiveModel`` the sum of the autocovariances over all lags is
/// σ²/(1 − Σ φ)², which needs no window: of an exponential correlation it is right within 2.5 % for blocks of any length from a quarter
/// of the correlation time on, and so it is for oscillations and sums of several correlations whose times are not much longer.
struct BlockModel {
    private static let order = 3

    /// How many blocks a correlation time has at most.
    private static let greatestTime = 4.0

    /// How many samples a block has.
    let blockLength: Int

    /// The sum of the autocovariances of the samples over all lags.
    let longRunVariance: Double

    /// Twice the inverse of the variance of the logarithm of the sum.
    let degreesOfFreedom: Double

    /// - Returns: `nil` if the blocks are too short for their correlation.
    init?(of level: BlockingLevel, blockLength: Int) {
        guard Self.time(of: level.greatestCorrelation, blockLength: blockLength) <= Self.greatestTime else {
            return nil
        }
        var model = AutoregressiveModel(of: level)
        for _ in 1...Self.order {
            guard model.addTerm() != nil else { return nil }
        }
        let rest = 1 - model.weights.reduce(0, +)
        // 1 for independent blocks, and twice the correlation time in blocks where that is long.
        let persistence = max(1, (2 - rest) / rest)
        guard rest > 0, persistence <= 2 * Self.greatestTime else { return nil }
        self.blockLength = blockLength
        longRunVariance = model.noise / (rest * rest) * Double(blockLength)
        degreesOfFreedom = Double(level.count) / (2 * (persistence + Double(Self.order - 1)) + 1)
    }

    /// Tests if a correlation time, in samples, is in the range of blocks of this length.
    func reaches(_ time: Double) -> Bool { time <= Self.greatestTime * Double(blockLength) }

    /// The correlation time in blocks which a correlation of neighbouring blocks tells.
    ///
    /// An exponential correlation is e⁻ˣ for samples *x* correlation times apart, and (1 − e⁻ˣ)² / (2 (*x* − 1 + e⁻ˣ)) for
    /// the averages of blocks as long as that, which is e^(−*x*/1.6) within 7 % up to *x* = 1.5, and greater beyond.
    static func time(of correlation: Double, blockLength: Int) -> Double {
        guard correlation > 0 else { return 0 }
        return -1 / (log(min(correlation, 0.9999)) * (blockLength == 1 ? 1 : 1.6))
    }
}
