/// Functions of additions, multiplications and divisions alone, which are the same bits on every processor. Those of the
/// system's library are not: it has versions with and without fused multiplication and addition, and takes what it finds.
///
/// They are for tables and for numbers that are needed once for each particle, not for loops over pairs.
enum PortableFunctions {
    /// e to a power from −690 to 690, to three units in the last place; 0 or infinite far outside of that.
    static func exponential(_ x: Double) -> Double {
        let steps = (x / 0.693_147_180_559_945_3).rounded()
        guard abs(steps) < 1000 else { return x < 0 ? 0 : .infinity }
        // ln 2 in two parts, of which the first one times a whole number is exact.
        let rest = (x - steps * 0x1.62E4_2FEEp-1) - steps * 0x1.A39E_F357_93C7_6p-33
        var sum = 1.0
        for n in stride(from: 17.0, through: 1, by: -1) { sum = 1 + rest * sum / n }
        return sum * Double(sign: .plus, exponent: Int(steps), significand: 1)
    }

    /// The complementary error function of a number that is not negative, to 5 · 10⁻¹⁶, and from 2 on to 1 + x² times
    /// that of itself.
    static func complementaryError(_ x: Double) -> Double {
        let gauss = exponential(-x * x) / Double.pi.squareRoot()
        if x < 2 {
            // 2 exp(−x²) / √π · Σ 2ⁿ x²ⁿ⁺¹ / (1 · 3 ⋯ (2n + 1)), all terms of which have one sign.
            var sum = 1.0
            for n in stride(from: 60.0, through: 1, by: -1) { sum = 1 + 2 * x * x / (2 * n + 1) * sum }
            return 1 - 2 * gauss * x * sum
        }
        // exp(−x²) / √π / (x + ½ / (x + 1 / (x + 1½ / (x + …
        var fraction = x
        for n in stride(from: 150.0, through: 1, by: -1) { fraction = x + n / 2 / fraction }
        return gauss / fraction
    }

    /// Sine and cosine of a number of turns from 0 to 1, to 2 · 10⁻¹⁶.
    static func sineAndCosine(ofTurns turns: Double) -> (sine: Double, cosine: Double) {
        let quarters = (4 * turns).rounded()
        let angle = (turns - quarters / 4) * (2 * Double.pi)
        let square = angle * angle
        var (sine, cosine) = (1.0, 1.0)
        for n in stride(from: 18.0, through: 2, by: -2) {
            sine = 1 - square / (n * (n + 1)) * sine
            cosine = 1 - square / (n * (n - 1)) * cosine
        }
        sine *= angle
        return switch quarters {
        case 1: (cosine, -sine)
        case 2: (-sine, -cosine)
        case 3: (-cosine, sine)
        default: (sine, cosine)
        }
    }
}

/// The complementary error function and the Gaussian under it, by polynomials of degree 8 about the middles of intervals of
/// 1/32: Taylor's, whose coefficients are those of Hermite's polynomials.
///
/// Both are right to 5 · 10⁻¹⁶. The Gaussian is the derivative of the polynomials, so that forces are those of the energies
/// that are tabulated. From 6.5 on both are taken as 0: they are below 10⁻¹⁸.
///
/// Derivatives and recurrence: NIST Digital Library of Mathematical Functions, 7.10.1 and 18.9.1.
final class ErrorFunctionTable {
    private static let degree = 8
    private static let intervalsPerUnit = 32.0
    private static let end = 6.5

    private let coefficients: UnsafeMutablePointer<Double>

    init() {
        let count = Int(Self.end * Self.intervalsPerUnit)
        coefficients = .allocate(capacity: count * (Self.degree + 1))
        for interval in 0..<count {
            let middle = (Double(interval) + 0.5) / Self.intervalsPerUnit
            let row = coefficients + interval * (Self.degree + 1)
            row.initialize(to: PortableFunctions.complementaryError(middle))
            // The n-th derivative is −2 / √π · (−1)ⁿ⁻¹ Hₙ₋₁(x) exp(−x²).
            var factor = -2 / Double.pi.squareRoot() * PortableFunctions.exponential(-middle * middle)
            var (hermite, previous) = (1.0, 0.0)
            for n in 1...Self.degree {
                factor /= Double(n)
                (row + n).initialize(to: factor * hermite)
                factor = -factor
                (hermite, previous) = (2 * middle * hermite - 2 * Double(n - 1) * previous, hermite)
            }
        }
    }

    deinit {
        coefficients.deallocate()
    }

    /// erfc(x) and 2 exp(−x²) / √π for a number that is not negative.
    @inline(__always)
    func values(at x: Double) -> (complement: Double, gauss: Double) {
        guard x < Self.end else { return (0, 0) }
        let interval = Int(x * Self.intervalsPerUnit)
        let offset = x - (Double(interval) + 0.5) / Self.intervalsPerUnit
        let row = coefficients + interval * (Self.degree + 1)
        var (value, slope) = (row[Self.degree], 0.0)
        for n in stride(from: Self.degree - 1, through: 0, by: -1) {
            slope = slope * offset + value
            value = value * offset + row[n]
        }
        return (value, -slope)
    }
}

// What it holds is never written to once it is made.
extension ErrorFunctionTable: @unchecked Sendable {}
