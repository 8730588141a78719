/// Functions of additions, multiplications and divisions alone, which are the same bits on every processor. Those of the
/// system's library are not: it has versions with and without fused multiplication and addition, and takes what it finds.
///
/// They are for tables and for numbers that are needed once for each particle, but for ``quickExponential(_:)``, which is for
/// loops over pairs.
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

    /// e to a power, as ``exponential(_:)``, in about the time that the system's library needs: the polynomial of degree 13 by
    /// Estrin's scheme, without divisions, conditions and calls, so that loops of it become loops of vectors.
    @inline(__always)
    static func quickExponential(_ x: Double) -> Double {
        // A sum this large has no digits behind the point, and its last bits are the whole number.
        let shifted = x * 1.442_695_040_888_963_4 + 0x1.8p52
        let steps = shifted - 0x1.8p52
        let y = (x - steps * 0x1.62E4_2FEEp-1) - steps * 0x1.A39E_F357_93C7_6p-33
        let (y2, y4) = (y * y, (y * y) * (y * y))
        let low = (1 + y) + y2 * (0.5 + y * (1 / 6.0))
        let middle = (1 / 24.0 + y * (1 / 120.0)) + y2 * (1 / 720.0 + y * (1 / 5040.0))
        let high = (1 / 40_320.0 + y * (1 / 362_880.0)) + y2 * (1 / 3_628_800.0 + y * (1 / 39_916_800.0))
        let highest = 1 / 479_001_600.0 + y * (1 / 6_227_020_800.0)
        let sum = (low + y4 * middle) + (y4 * y4) * (high + y4 * highest)
        let power = sum * Double(bitPattern: (shifted.bitPattern &+ 1023) << 52)
        return abs(steps) < 1000 ? power : x.isNaN ? x : x < 0 ? 0 : .infinity
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
