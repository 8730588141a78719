/// The limits of splittings, beyond which these are refused with advice.
extension EwaldParameters {
    /// The root mean square error of forces up to which parameters of one's own are taken.
    private static let greatestError = 0.1

    /// How much memory the sum over waves may take.
    private static let greatestByteCount = 0x1p30

    /// The parameters of a splitting for a number of charges, among particles, in a box that is periodic in all directions.
    ///
    /// - Throws: ``EwaldError/inaccurate(pairs:waves:allowed:)`` and ``EwaldError/tooManyWaves(_:advice:)``.
    init(
        _ splitting: EwaldSum.Splitting, box: Box, count: Int, particleCount: Int
    ) throws(EwaldError) {
        let limits = MemoryLimit(periods: box.periods, particleCount: particleCount)
        let allowed: Double
        switch splitting {
        case .accuracy(let accuracy, let cutoff):
            self.init(accuracy: accuracy, cutoff: cutoff, box: box, count: count)
            // Rounding, and where the search for parameters ends.
            allowed = 1.001 * accuracy
        case .parameters(let parameters):
            self = parameters
            allowed = Self.greatestError
        }
        let errors = estimatedErrors(spacing: Self.spacing(of: count, in: box))
        guard (errors.pairs * errors.pairs + errors.waves * errors.waves).squareRoot() <= allowed else {
            let allowed = if case .accuracy(let accuracy, _) = splitting { accuracy } else { Self.greatestError }
            throw .inaccurate(pairs: errors.pairs, waves: errors.waves, allowed: allowed)
        }
        guard limits.hasRoom(for: waveCutoff) else {
            throw .tooManyWaves(
                Self.waveCount(waveCutoff, limits.volume),
                advice: limits.advice(on: splitting, box: box, count: count))
        }
    }

    /// How many waves there is room for.
    private struct MemoryLimit {
        let periods: SIMD3<Double>
        let particleCount: Int

        var volume: Double { periods.x * periods.y * periods.z }

        func hasRoom(for waveCutoff: Double) -> Bool {
            let byteCount = ReciprocalSum.byteCount(
                waves: EwaldParameters.waveCount(waveCutoff, volume), limits: waveCutoff / (2 * Double.pi) * periods,
                particleCount: particleCount)
            return byteCount <= EwaldParameters.greatestByteCount
        }

        /// A splitting near the one that is wanted.
        func advice(on splitting: EwaldSum.Splitting, box: Box, count: Int) -> EwaldError.Advice? {
            switch splitting {
            case .parameters(let parameters):
                var cutoff = parameters.waveCutoff
                while !hasRoom(for: cutoff), cutoff > 0 { cutoff *= 0.95 }
                return cutoff > 2 * Double.pi / periods.max() ? .waveCutoff(cutoff) : nil
            case .accuracy(let accuracy, let cutoff):
                func fits(_ accuracy: Double, _ cutoff: Double?) -> Bool {
                    hasRoom(
                        for: EwaldParameters(accuracy: accuracy, cutoff: cutoff, box: box, count: count).waveCutoff)
                }
                if let cutoff {
                    let greatest = periods.min() / 2
                    let longer = (1...16).map { cutoff + (greatest - cutoff) * Double($0) / 16 }
                    if let fitting = longer.first(where: { fits(accuracy, $0) }) { return .cutoff(fitting) }
                }
                let accuracies = [1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1]
                return accuracies.first { $0 > accuracy && fits($0, cutoff) }.map { .accuracy($0) }
            }
        }
    }
}
