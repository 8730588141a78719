/// The decimal number with the fewest digits that reads back as a double, and of those the nearest to it: Schubfach.
///
/// R. Giulietti, *The Schubfach way to render doubles* (2020), which is also the way of Java's `Double.toString`.
/// Decimals of two lengths are looked at: of the shorter ones at most one, and of the longer ones at least one, lie in
/// the interval that reads back as the double. The choice is made by arithmetic, for branches could not be predicted.
struct ShortestDecimal {
    /// The digits, up to 17, which may end in zeros.
    let digits: UInt64

    /// The power of ten by which they are multiplied.
    let exponent: Int

    /// The decimal of a double that is finite and not zero, without its sign.
    @inline(__always)
    init(_ number: Double, _ powers: PowersOfTen) {
        let fraction = number.significandBitPattern
        let biasedExponent = Int(number.exponentBitPattern)
        // The number is significand · 2^power.
        let significand = biasedExponent == 0 ? fraction : fraction | 1 << 52
        let power = max(biasedExponent, 1) &- 1075
        if power <= 0, power > -53, significand & ((1 &<< UInt64(-power)) &- 1) == 0 {
            self.init(digits: significand &>> UInt64(-power), exponent: 0)
        } else {
            let isPowerOfTwo = fraction == 0 && biasedExponent > 1
            self.init(significand: significand, power: power, isPowerOfTwo: isPowerOfTwo, powers)
        }
    }

    private init(digits: UInt64, exponent: Int) {
        (self.digits, self.exponent) = (digits, exponent)
    }

    @inline(__always)
    private init(significand: UInt64, power: Int, isPowerOfTwo: Bool, _ powers: PowersOfTen) {
        // ⌊log₁₀ of 2^power⌋, or of ¾ · 2^power: below a power of two the doubles are closer to each other.
        exponent = (power &* 1_262_611 &- (isPowerOfTwo ? 524_031 : 0)) &>> 22
        let scale = powers[-exponent]
        let shift = UInt64(truncatingIfNeeded: power &+ (-exponent &* 1_741_647) &>> 19 &+ 1)
        // Four times the number and the ends of the interval, in units of the last digit. The ends belong to the
        // interval if the significand is even.
        let quadruple = significand &<< 2
        let value = Self.roundedToOdd(scale, quadruple &<< shift)
        let below = Self.roundedToOdd(scale, (quadruple &- 2 &+ Self.bit(isPowerOfTwo)) &<< shift)
        let above = Self.roundedToOdd(scale, (quadruple &+ 2) &<< shift)
        let lower = below &+ significand & 1
        let upper = above &- significand & 1

        let longer = value &>> 2
        let isInside = Self.bit(lower <= 4 &* longer)
        let isNextInside = Self.bit(4 &* longer &+ 4 <= upper)
        // At half way the even one is nearer.
        let isNextNearer = Self.bit(value &+ longer & 1 > 4 &* longer &+ 2)
        let isNext = isNextInside & (isInside ^ 1 | isNextNearer)

        let shorter = longer / 10
        let isShorterInside = Self.bit(lower <= 40 &* shorter)
        let isNextShorterInside = Self.bit(40 &* shorter &+ 40 <= upper)
        let isShorter = (isShorterInside ^ isNextShorterInside) & Self.bit(longer >= 10)

        let short = (shorter &+ isNextShorterInside) &* 10
        let long = longer &+ isNext
        digits = long ^ (long ^ short) & (0 &- isShorter)
    }

    /// The upper 64 bits of a product of 192, with the last one set if there is more.
    @inline(__always)
    private static func roundedToOdd(_ scale: PowersOfTen.Power, _ number: UInt64) -> UInt64 {
        let rest = scale.low.multipliedFullWidth(by: number).high
        let product = scale.high.multipliedFullWidth(by: number)
        let (low, overflow) = product.low.addingReportingOverflow(rest)
        return (product.high &+ bit(overflow)) | bit(low > 1)
    }

    @inline(__always)
    private static func bit(_ condition: Bool) -> UInt64 {
        condition ? 1 : 0
    }
}
