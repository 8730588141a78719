import GSL

/// The mean of a correlated series with its error, by blocking, without keeping the series.
///
/// Blocks of 1, 2, 4, … samples are averaged. As they become longer than the correlation, the error that follows from
/// their variance as if they were independent grows to its true value, the plateau: H. Flyvbjerg and H. G. Petersen,
/// *Error estimates on averages of correlated data*, J. Chem. Phys. 91 (1989),
/// [doi:10.1063/1.457480](https://doi.org/10.1063/1.457480).
///
/// The plateau is chosen automatically, as the shortest blocks for which it cannot be rejected, at a level of 1 %, that
/// they and all longer ones are independent: M. Jonsson, *Standard error estimation by an automated blocking method*,
/// Phys. Rev. E 98 (2018), [doi:10.1103/PhysRevE.98.043304](https://doi.org/10.1103/PhysRevE.98.043304). If there are
/// fewer than ``minimumBlockCount`` of these blocks, the series is too short for an error, and there is none.
///
/// Samples must be taken at equal intervals. The series must be stationary: cut off its beginning.
public struct BlockAverage: Sendable {
    /// With how many blocks an error is told at least; its own relative error is then about 13 %.
    public static let minimumBlockCount = 32

    /// The greatest probability with which independent blocks are taken for correlated ones, and longer ones are chosen.
    public static let significance = 0.01

    /// Of the deviations from the first sample, so that a large mean costs no digits.
    var levels: [BlockingLevel] = []
    var origin = 0.0

    /// The average of no samples.
    public init() {}

    /// Adds a sample.
    ///
    /// - Complexity: O(1) on average, O(log *n*) at worst; memory O(log *n*).
    public mutating func add(_ sample: Double) {
        if levels.isEmpty { origin = sample.isFinite ? sample : 0 }
        var average = sample - origin
        var level = 0
        while true {
            if level == levels.count { levels.append(BlockingLevel()) }
            guard let next = levels[level].add(average) else { return }
            average = next
            level += 1
        }
    }

    /// How many samples were added.
    public var count: Int { levels.first?.count ?? 0 }

    /// The mean of all samples, not a number if there are none.
    public var mean: Double { origin + (levels.first?.moments.mean ?? .nan) }

    /// The variance of the samples, not a number if there are fewer than two.
    public var variance: Double { levels.first?.moments.variance ?? .nan }

    /// What follows from the blocks of each length, the shortest first, as long as there are two of them.
    ///
    /// - Complexity: O(log *n*).
    public var estimates: [BlockEstimate] {
        levels.enumerated().filter { $0.element.count >= 2 }.map { Self.estimate(level: $0.offset, $0.element) }
    }

    /// The estimate on the plateau, `nil` if the series is too short.
    ///
    /// - Complexity: O(log² *n*).
    public var plateau: BlockEstimate? {
        let levels = levels.filter { $0.count >= 2 }
        for (index, level) in levels.enumerated() {
            guard level.count >= Self.minimumBlockCount else { return nil }
            let rest = levels[index...]
            let statistic = rest.reduce(0) { $0 + $1.correlationStatistic }
            let limit = ChiSquared.upperQuantile(Self.significance, degreesOfFreedom: Double(rest.count))
            if statistic < limit { return Self.estimate(level: index, level) }
        }
        return nil
    }

    /// The error of the mean, one standard deviation, `nil` if the series is too short.
    public var standardError: Double? { plateau?.standardError }

    /// By what the number of samples is to be divided to have that of independent ones, 1 + 2 Σ ρ(*k*) with the
    /// autocorrelation ρ at lags *k* from 1 on; `nil` if the series is too short, or constant.
    public var statisticalInefficiency: Double? {
        guard let error = standardError, variance > 0 else { return nil }
        return error * error * Double(count) / variance
    }

    /// The integrated autocorrelation time ½ + Σ ρ(*k*) in sampling intervals, half the ``statisticalInefficiency``: ½
    /// for independent samples, and τ for an autocorrelation exp(−*k*/τ) with a large τ.
    public var integratedAutocorrelationTime: Double? { statisticalInefficiency.map { $0 / 2 } }

    /// Whether the mean is known to a relative error of one standard deviation.
    ///
    /// Asked again and again while a series grows, it becomes true somewhat early, when the estimate of the error
    /// happens to be low.
    ///
    /// - Parameter relativeError: The largest standard error that is allowed, in units of the magnitude of the mean.
    /// - Returns: Whether the error is known and not larger.
    public func isConverged(relativeError: Double) -> Bool {
        guard let error = standardError else { return false }
        return error <= relativeError * mean.magnitude
    }

    private static func estimate(level: Int, _ blocks: BlockingLevel) -> BlockEstimate {
        let error = blocks.squaredError.squareRoot()
        return BlockEstimate(
            blockLength: 1 << level, blockCount: blocks.count, standardError: error,
            errorOfStandardError: error / (2 * Double(blocks.count - 1)).squareRoot())
    }
}
