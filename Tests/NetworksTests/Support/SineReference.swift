/// What the kernels in C compute for one phase, operation by operation.
enum SineReference {
    /// Sine and cosine.
    static func sines(of phase: Double) -> SIMD2<Double> {
        let (r, low, quadrant) = reduce(phase)
        let z = r * r
        let sine = r - ((z * (0.5 * low - z * r * sinePolynomial(z)) - low) + z * r * 0x1.5555555555549p-3)
        let half = 0.5 * z
        let w = 1 - half
        let cosine = w + (((1 - w) - half) + (z * (z * cosinePolynomial(z)) - r * low))
        let (a, b) = quadrant & 1 == 0 ? (sine, cosine) : (cosine, sine)
        return SIMD2(quadrant & 2 == 0 ? a : -a, (quadrant &+ 1) & 2 == 0 ? b : -b)
    }

    private static func sinePolynomial(_ z: Double) -> Double {
        var p = 0x1.5d932ef453135p-33
        p = p * z - 0x1.ae5e66d3ce1a0p-26
        p = p * z + 0x1.71de3578730fcp-19
        p = p * z - 0x1.a01a019c1269ap-13
        return p * z + 0x1.111111110f881p-7
    }

    private static func cosinePolynomial(_ z: Double) -> Double {
        var c = -0x1.8faeceb329118p-37
        c = c * z + 0x1.1ee9ec46c6cfcp-29
        c = c * z - 0x1.27e4f80a7502fp-22
        c = c * z + 0x1.a01a019cb26d2p-16
        c = c * z - 0x1.6c16c16c15184p-10
        return c * z + 0x1.555555555554cp-5
    }

    private static func reduce(_ x: Double) -> (high: Double, low: Double, quadrant: UInt64) {
        guard x.isFinite else { return (.nan, .nan, 0) }
        guard abs(x) < 0x1p30 else {
            let (high, low, quadrant) = reduceLarge(x)
            return (high + low, (high - (high + low)) + low, quadrant)
        }
        let shifted = x * 0x1.45f306dc9c883p-1 + 0x1.8p52
        let n = shifted - 0x1.8p52
        var high = x - n * 0x1.921fb4p+0 - n * 0x1.4442dp-24
        let error3 = subtract(n * 0x1.84698p-48, from: &high)
        let error4 = subtract(n * 0x1.3198ap-69, from: &high)
        let rest = error3 + (error4 - n * 0x1.701b839a25205p-92)
        return (high + rest, (high - (high + rest)) + rest, shifted.bitPattern)
    }

    private static func subtract(_ taken: Double, from number: inout Double) -> Double {
        let old = number
        number -= taken
        return (old - number) - taken
    }

    // MARK: Large phases

    private static let twoOverPi: [UInt64] = [
        0, 0xa2f9_836e_4e44_1529, 0xfc27_57d1_f534_ddc0, 0xdb62_9599_3c43_9041, 0xfe51_63ab_debb_c561,
        0xb724_6e3a_424d_d2e0, 0x0649_2eea_09d1_921c, 0xfe1d_eb1c_b129_a73e, 0xe882_35f5_2ebb_4484,
        0xe99c_7026_b45f_7e41, 0x3991_d639_8353_39f4, 0x9c84_5f8b_bdf9_283b, 0x1ff8_97ff_de05_980f,
        0xef2f_118b_5a0a_6d1f, 0x6d36_7ecf_27cb_09b7, 0x4f46_3f66_9e5f_ea2d, 0x7527_bac7_ebe5_f17b,
        0x3d07_39f7_8a52_92ea, 0x6bfb_5fb1_1f8d_5d08, 0x5603_3046_fc7b_6bab,
    ]

    /// With 256 bits instead of 192, and otherwise the same truncations.
    private static func reduceLarge(_ x: Double) -> (high: Double, low: Double, quadrant: UInt64) {
        let exponent = Int(x.exponentBitPattern) - 1075
        let mantissa = UInt128(x.significandBitPattern | 1 << 52)
        let position = exponent - 2 + 64
        func word(_ index: Int) -> UInt128 {
            let first = position / 64 + index
            let pair = UInt128(twoOverPi[first]) << 64 | UInt128(twoOverPi[first + 1])
            return pair >> UInt128(64 - position % 64) & UInt128(UInt64.max)
        }
        // The product in digits of 64 bits, most significant first.
        let last = mantissa * word(2)
        let middle = mantissa * word(1) + last >> 64
        let first = mantissa * word(0) &+ middle >> 64
        var upper = first << 64 | (middle & UInt128(UInt64.max))
        var lower = UInt64(truncatingIfNeeded: last)
        let quadrant = UInt64(truncatingIfNeeded: (upper &+ 1 << 125) >> 126)
        upper &-= UInt128(quadrant) << 126
        let isNegative = upper >> 127 == 1
        if isNegative {
            upper = ~upper &+ (lower == 0 ? 1 : 0)
            lower = 0 &- lower
        }
        let zeros = upper.leadingZeroBitCount
        var bits = upper << UInt128(zeros)
        if zeros > 0 { bits |= (UInt128(lower) << 64) >> UInt128(128 - zeros) }
        let halfPi = UInt128(0xc90f_daa2_2168_c234) << 64 | 0xc4c6_628b_80dc_1cd1
        let product = fullHigh(bits, halfPi)
        let (g0, g1) = (UInt64(product >> 64), UInt64(truncatingIfNeeded: product))
        var high = Double(g0 >> 11) * Double(sign: .plus, exponent: -50 - zeros, significand: 1)
        var low = Double((g0 & 0x7ff) << 42 | g1 >> 22) * Double(sign: .plus, exponent: -103 - zeros, significand: 1)
        if isNegative != (x < 0) { (high, low) = (-high, -low) }
        return (high, low, x < 0 ? 0 &- quadrant : quadrant)
    }

    private static func fullHigh(_ a: UInt128, _ b: UInt128) -> UInt128 {
        let mask = UInt128(UInt64.max)
        return (a >> 64) * (b >> 64) + ((a >> 64) * (b & mask)) >> 64 + ((a & mask) * (b >> 64)) >> 64
    }
}
