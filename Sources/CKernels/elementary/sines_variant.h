// Sines and cosines for one instruction set.

/// Takes a number from another one, and the error of the difference. It is exact where the number that is taken is not the
/// greater one, or where the difference needs no rounding. T. J. Dekker, "A floating-point technique for extending the
/// available precision", Numerische Mathematik 18 (1971) 224, DOI 10.1007/BF01397083.
static inline __attribute__((always_inline)) void K(subtract)(ek_v8 *number, const ek_v8 *taken, ek_v8 *error) {
    const ek_v8 difference = *number - *taken;
    *error = (*number - difference) - *taken;
    *number = difference;
}

/// Sines and cosines of eight angles, within 1 ulp for angles of any size. Of what is infinite or not a number both are not a
/// number.
static inline __attribute__((always_inline)) void K(sines_and_cosines)(
    const ek_v8 *angles, ek_v8 *sines, ek_v8 *cosines
) {
    const ek_v8 zero = {0}, x = *angles;

    // The nearest multiple n of π/2: the sum with 1.5 · 2⁵² has no bits behind the point, and n in its lowest ones.
    const double shift = 0x1.8p52;
    const ek_v8 shifted = x * 0x1.45f306dc9c883p-1 + shift;
    const ek_v8 n = shifted - shift;
    ek_i8 quadrant = (ek_i8)shifted;

    // Less n π/2, where π/2 has four parts of 23 bits, whose products with n below 2³⁰ are exact, and a rest. The first two
    // differences are exact, too; the errors of the others are kept. W. J. Cody and W. Waite, "Software Manual for the
    // Elementary Functions", Prentice-Hall 1980.
    ek_v8 high = x - n * 0x1.921fb4p+0 - n * 0x1.4442dp-24, error3, error4;
    const ek_v8 third = n * 0x1.84698p-48, fourth = n * 0x1.3198ap-69;
    K(subtract)(&high, &third, &error3);
    K(subtract)(&high, &fourth, &error4);
    const ek_v8 rest = error3 + (error4 - n * 0x1.701b839a25205p-92);
    ek_v8 r = high + rest;
    ek_v8 low = (high - r) + rest;

    const ek_i8 sizes = (ek_i8)x & INT64_MAX;
    const ek_i8 are_large = sizes >= (int64_t)0x41d0000000000000;
    if (__builtin_reduce_or(are_large)) {
        for (int lane = 0; lane < 8; lane++) {
            if (!are_large[lane]) continue;
            const ek_reduced reduced = sizes[lane] < 0x7ff0000000000000
                ? ek_reduce_large(x[lane]) : (ek_reduced){__builtin_nan(""), 0, 0};
            r[lane] = reduced.high + reduced.low;
            low[lane] = (reduced.high - r[lane]) + reduced.low;
            quadrant[lane] = (int64_t)reduced.quadrant;
        }
    }

    // Polynomials of least greatest error up to π/4. That of the sine is relative and 2⁻⁵⁸, that of the cosine 2⁻⁶⁴.
    const ek_v8 z = r * r, v = z * r, half = 0.5 * z;
    ek_v8 p = 0x1.5d932ef453135p-33 - zero;
    p = p * z - 0x1.ae5e66d3ce1a0p-26;
    p = p * z + 0x1.71de3578730fcp-19;
    p = p * z - 0x1.a01a019c1269ap-13;
    p = p * z + 0x1.111111110f881p-7;
    const ek_v8 sine = r - ((z * (0.5 * low - v * p) - low) + v * 0x1.5555555555549p-3);
    ek_v8 c = -0x1.8faeceb329118p-37 - zero;
    c = c * z + 0x1.1ee9ec46c6cfcp-29;
    c = c * z - 0x1.27e4f80a7502fp-22;
    c = c * z + 0x1.a01a019cb26d2p-16;
    c = c * z - 0x1.6c16c16c15184p-10;
    c = c * z + 0x1.555555555554cp-5;
    const ek_v8 w = 1 - half;
    const ek_v8 cosine = w + (((1 - w) - half) + (z * (z * c) - r * low));

    // In odd quadrants sine and cosine change places; signs follow from the second bit.
    const ek_i8 is_odd = -(quadrant & 1);
    const ek_i8 sine_sign = quadrant << 62 & INT64_MIN, cosine_sign = (quadrant + 1) << 62 & INT64_MIN;
    *sines = (ek_v8)((((ek_i8)cosine & is_odd) | ((ek_i8)sine & ~is_odd)) ^ sine_sign);
    *cosines = (ek_v8)((((ek_i8)sine & is_odd) | ((ek_i8)cosine & ~is_odd)) ^ cosine_sign);
}
