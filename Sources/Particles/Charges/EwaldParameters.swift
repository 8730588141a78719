/// How Ewald's sum is split, and where its two parts end.
public struct EwaldParameters: Equatable, Sendable {
    /// The inverse length α: what is near is summed up over pairs, with erfc(α r) / r, and the rest over waves.
    public var damping: Double

    /// The distance up to which pairs are summed up.
    public var cutoff: Double

    /// The magnitude up to which wave vectors are summed over.
    public var waveCutoff: Double

    /// Creates parameters.
    public init(damping: Double, cutoff: Double, waveCutoff: Double) {
        self.damping = damping
        self.cutoff = cutoff
        self.waveCutoff = waveCutoff
    }

    /// The root mean square errors of forces that are to be expected, in units of *k* ⟨*q*²⟩ / *a*², the force of two typical
    /// charges at the distance *a* = (*V* / *n*)^(1/3), where there are *n* charges in the volume *V*:
    ///
    ///     pairs: 2 √(a / r₍c₎) exp(−α² r₍c₎²)        waves: 2 α √(2 a / k₍c₎) exp(−k₍c₎² / 4 α²)
    ///
    /// for charges that are placed at random. J. Kolafa and J. W. Perram, Molecular Simulation 9 (1992) 351, DOI
    /// 10.1080/08927029208049126.
    public func estimatedErrors(spacing a: Double) -> (pairs: Double, waves: Double) {
        let (x, s) = (damping * cutoff, waveCutoff / (2 * damping))
        return (
            pairs: 2 * (a / cutoff).squareRoot() * PortableFunctions.exponential(-x * x),
            waves: 2 * (damping * a / s).squareRoot() * PortableFunctions.exponential(-s * s)
        )
    }

    /// The parameters with which both errors are as wanted, and the expected time of a step is least.
    ///
    /// - Parameters:
    ///   - accuracy: The root mean square error of forces, in the units of ``estimatedErrors(spacing:)``.
    ///   - cutoff: The distance up to which pairs are summed up, if that is given.
    ///   - box: A box that is periodic in all directions.
    ///   - count: The number of charges.
    init(accuracy: Double, cutoff: Double?, box: Box, count: Int) {
        let volume = box.periods.x * box.periods.y * box.periods.z
        let spacing = Self.spacing(of: count, in: box)
        let greatest = box.periods.min() / 2
        let steps = 64
        let cutoffs = cutoff.map { [$0] } ?? (1...steps).map { greatest * Double($0) / Double(steps) }
        var best = EwaldParameters(damping: 1, cutoff: greatest, waveCutoff: 1)
        var least = Double.infinity
        for cutoff in cutoffs {
            let candidate = EwaldParameters(accuracy: accuracy, cutoff: cutoff, spacing: spacing)
            let waves = EwaldParameters.waveCount(candidate.waveCutoff, volume)
            // Neighbours are listed up to 1.12 cutoffs.
            let reach = 1.12 * cutoff / spacing
            let time = Self.timeOfNeighbour * 4 / 3 * Double.pi * reach * reach * reach + waves
            if time < least { (best, least) = (candidate, time) }
        }
        self = best
        // The longest waves at least.
        waveCutoff = max(waveCutoff, 2 * Double.pi / box.periods.min())
    }

    /// How much longer a neighbour takes than a wave: measured with the kernels, from 7 with the narrowest instructions to 13
    /// with the widest ones. The least time depends little on it, and parameters must not depend on the processor.
    private static let timeOfNeighbour = 10.0

    /// The parameters with a cutoff.
    private init(accuracy: Double, cutoff: Double, spacing: Double) {
        let part = accuracy / 2.0.squareRoot()
        let x = root { 2 * (spacing / cutoff).squareRoot() * PortableFunctions.exponential(-$0 * $0) > part }
        let damping = x / cutoff
        let s = root { 2 * (damping * spacing / $0).squareRoot() * PortableFunctions.exponential(-$0 * $0) > part }
        self.init(damping: damping, cutoff: cutoff, waveCutoff: 2 * damping * s)
    }

    /// The edge of a cube with the volume of a charge.
    static func spacing(of count: Int, in box: Box) -> Double {
        cubeRoot(box.periods.x * box.periods.y * box.periods.z / Double(count))
    }

    /// About how many wave vectors there are in half of a sphere.
    static func waveCount(_ cutoff: Double, _ volume: Double) -> Double {
        volume * cutoff * cutoff * cutoff / (12 * Double.pi * Double.pi)
    }
}

/// Where a falling function of numbers from 0.1 to 6.4 is no longer greater than something.
private func root(_ isGreater: (Double) -> Bool) -> Double {
    var (lower, upper) = (0.1, 6.4)
    for _ in 0..<50 {
        let middle = (lower + upper) / 2
        if isGreater(middle) { lower = middle } else { upper = middle }
    }
    return upper
}

/// The cube root of a positive number, by Newton's method: the same bits on every processor.
private func cubeRoot(_ x: Double) -> Double {
    var root = Double(sign: .plus, exponent: Int(x.exponent) / 3 + 1, significand: 1)
    for _ in 0..<60 { root = (2 * root + x / (root * root)) / 3 }
    return root
}
