#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension BlockAverage {
    /// How many correlation times a window has. What lies beyond is e⁻⁴ = 2 % of an exponential correlation.
    private static let windowInTimes = 4.0

    /// How many degrees of freedom a window may leave that is longer than correlations ask for.
    private static let sufficientDegreesOfFreedom = 80.0

    /// How many degrees of freedom must be left when the window that correlations ask for has been rounded up to whole blocks.
    private static let degreesOfFreedomOfBlocks = 28.0

    /// How many blocks there must be for their correlation to be known.
    private static let leastBlockCount = 96

    /// The ``longRunVariance`` in the unit in which deviations are summed up.
    var scaledLongRunVariance: LongRunVariance? {
        // Of fewer samples, nothing slower than them is seen.
        guard count >= 2 * Self.leastBlockCount, let window = window else { return nil }
        let margin = Double(count) / (2 * window.asked * Self.minimumDegreesOfFreedom)
        guard margin >= 1 else { return nil }
        for (number, level) in levels.enumerated().dropFirst(window.level) {
            let lags = max(1, Int((window.length / Double(1 << number) - 0.5).rounded(.up)))
            guard lags <= BlockingLevel.lagCount else { continue }
            // Half of the window is on either side, of whose lags there are 2 · lags + 1.
            let width = Double(2 * lags + 1)
            let freedom = Double(level.count) / width
            guard freedom >= Self.degreesOfFreedomOfBlocks else { return nil }
            let sum = (1...lags).reduce(level.variance) { $0 + 2 * level.autocovariance(at: $1) }
            // Deviations from the mean of the series lack its own error (Wolff, equation 49).
            let value = sum / (1 - width / Double(level.count)) * Double(1 << number)
            guard value > 0 else { return nil }
            return LongRunVariance(
                value: value, window: width / 2 * Double(1 << number), degreesOfFreedom: freedom, margin: margin)
        }
        return nil
    }

    /// The length of the window in samples, the length that correlations ask for, and the level of the shortest blocks whose
    /// correlation ends within the lags; `nil` if there are too few of them.
    private var window: (length: Double, asked: Double, level: Int)? {
        let number = Double(count)
        let affordable = min(number / (2 * Self.sufficientDegreesOfFreedom), number.squareRoot())
        var asked = 0.0
        var first: Int?
        for (number, level) in levels.enumerated() where level.count >= Self.leastBlockCount {
            guard level.variance > 0 else { break }
            var correlation = level.greatestCorrelation
            if first == nil {
                let blocks = Self.windowLength(of: correlation, isOfSamples: number == 0)
                guard blocks <= Double(BlockingLevel.lagCount) + 0.5 else { continue }
                first = number
            } else {
                // Two standard errors of the correlation of independent blocks.
                correlation -= 2 / Double(level.count).squareRoot()
                guard correlation > 0 else { continue }
            }
            asked = max(asked, Self.windowLength(of: correlation, isOfSamples: number == 0) * Double(1 << number))
        }
        return first.map { (max(affordable, asked), asked, $0) }
    }

    /// The window in blocks which a correlation of neighbouring blocks asks for.
    ///
    /// An exponential correlation is e⁻ˣ for samples *x* correlation times apart, and (1 − e⁻ˣ)² / (2 (*x* − 1 + e⁻ˣ)) for
    /// the averages of blocks as long as that, which is e^(−*x*/1.6) within 7 % up to *x* = 1.5, and greater beyond.
    private static func windowLength(of correlation: Double, isOfSamples: Bool) -> Double {
        let times = -log(min(max(correlation, 1e-9), 0.9999)) * (isOfSamples ? 1 : 1.6)
        return windowInTimes / times
    }
}
