// Exponential functions and logarithms for one instruction set, and what is made of them. No step depends on the data, so that
// all are as fast as their operations.
//
// Polynomials interpolate the function at the points of Chebyshev, in the interval that stands beside them; what that leaves is
// below 2⁻⁵⁷ of the result.

/// `a` where the bits of the mask are set, and `b` where they are not.
EK_INLINE ek_v8 K(choose)(ek_i8 mask, ek_v8 a, ek_v8 b) { return (ek_v8)(((ek_i8)a & mask) | ((ek_i8)b & ~mask)); }

EK_INLINE ek_v8 K(magnitude)(ek_v8 x) { return (ek_v8)((ek_i8)x & INT64_MAX); }

/// A number with the sign of another one.
EK_INLINE ek_v8 K(signed)(ek_v8 x, ek_v8 sign) {
    return (ek_v8)(((ek_i8)x & INT64_MAX) | ((ek_i8)sign & INT64_MIN));
}

EK_INLINE ek_v8 K(all)(double number) { return number - (ek_v8){0}; }

/// The nearest whole number to one below 2⁵¹: the sum with 1.5 · 2⁵² has no bits behind the point.
EK_INLINE ek_v8 K(whole)(ek_v8 x) { return (x + 0x1.8p52) - 0x1.8p52; }

/// 2 to a whole power from -1022 to 1023, which stands in the lowest bits of the sum with 1.5 · 2⁵².
EK_INLINE ek_v8 K(power_of_two)(ek_v8 n) {
    return (ek_v8)((ek_i8)(((ek_u8)(n + 0x1.8p52) << 52) + (1023ull << 52)));
}

/// x 2ⁿ for a whole n from -2044 to 2046, in two steps of which only the second one may round.
EK_INLINE ek_v8 K(scale)(ek_v8 x, ek_v8 n) {
    const ek_v8 half = K(whole)(0.5 * n);
    return x * K(power_of_two)(half) * K(power_of_two)(n - half);
}

/// exp(x + rest - k log 2) - 1 with the whole number k for which the exponent is least.
EK_INLINE ek_v8 K(reduced_exponential)(ek_v8 x, ek_v8 rest, ek_v8 *whole) {
    // The logarithm of 2 has two parts: k times the first is exact.
    const ek_v8 k = *whole = K(whole)(x * 0x1.71547652b82fep+0);
    const ek_v8 first = x - k * 0x1.62e42fefa3800p-1, second = rest - k * 0x1.ef35793c76730p-45;
    const ek_v8 r = first + second, low = (first - r) + second;
    // (exp(r) - 1 - r)/r² up to log(2)/2 on either side.
    ek_v8 p = K(all)(0x1.1f730349868cep-29);
    p = p * r + 0x1.af4de97ca4194p-26;
    p = p * r + 0x1.27e4db646b17ep-22;
    p = p * r + 0x1.71de0231960ebp-19;
    p = p * r + 0x1.a01a01a6d889cp-16;
    p = p * r + 0x1.a01a01abe7fe1p-13;
    p = p * r + 0x1.6c16c16c162d4p-10;
    p = p * r + 0x1.11111111100dcp-7;
    p = p * r + 0x1.5555555555556p-5;
    p = p * r + 0x1.5555555555557p-3;
    p = p * r + 0.5;
    return r + (low + r * r * p);
}

/// 2ⁿ exp(x + rest), where the rest is below the last place of x. What is too large or too small becomes infinite or 0.
EK_INLINE ek_v8 K(scaled_exponential)(ek_v8 x, ek_v8 rest, double n) {
    rest = K(choose)(K(magnitude)(x) > 800, K(all)(0), rest);
    x = K(choose)(x > 800, K(all)(800), K(choose)(x < -800, K(all)(-800), x));
    ek_v8 k;
    const ek_v8 reduced = K(reduced_exponential)(x, rest, &k);
    return K(scale)(1 + reduced, k + n);
}

EK_INLINE ek_v8 K(exponential)(ek_v8 x) { return K(scaled_exponential)(x, (ek_v8){0}, 0); }

EK_INLINE ek_v8 K(exponential_less_one)(ek_v8 x) {
    const ek_v8 limit = K(all)(40), size = K(magnitude)(x);
    ek_v8 k;
    const ek_v8 reduced = K(reduced_exponential)(K(choose)(size > limit, K(signed)(limit, x), x), (ek_v8){0}, &k);
    const ek_v8 power = K(power_of_two)(k), near = power * reduced + (power - 1);
    return K(choose)(size < 40, K(choose)(x == 0, x, near), K(exponential)(x) - 1);
}

/// 2ᵏ m with m from √½ to √2, for a positive finite number.
EK_INLINE void K(split_exponent)(ek_v8 x, ek_v8 *k, ek_v8 *m) {
    const ek_i8 is_subnormal = x < 0x1p-1022;
    x = K(choose)(is_subnormal, x * 0x1p54, x);
    // The exponent grows by 1 where the mantissa is that of √½ or more.
    const ek_u8 bits = (ek_u8)x + (0x3ff0000000000000ull - 0x3fe6a09e667f3bcdull);
    *m = (ek_v8)((bits & 0x000fffffffffffffull) + 0x3fe6a09e667f3bcdull);
    *k = (ek_v8)((bits >> 52) | 0x4330000000000000ull) - (0x1p52 + 1023);
    *k = K(choose)(is_subnormal, *k - 54, *k);
}

/// The logarithm where a number has one, and what it is where not.
EK_INLINE ek_v8 K(logarithm_or_none)(ek_v8 x, ek_v8 logarithm) {
    logarithm = K(choose)(x == 0, K(all)(-__builtin_inf()), logarithm);
    logarithm = K(choose)(x == __builtin_inf(), x, logarithm);
    return K(choose)(x >= 0, logarithm, K(all)(__builtin_nan("")));
}

/// log(1 + f) - f + f²/2 for f from √½ - 1 to √2 - 1.
EK_INLINE ek_v8 K(rest_of_logarithm)(ek_v8 f) {
    const ek_v8 s = f / (2 + f), z = s * s;
    // (artanh(s)/s - 1) 2/z up to s = (√2 - 1)².
    ek_v8 p = K(all)(0x1.2b5932acc4452p-3);
    p = p * z + 0x1.39fe4da016338p-3;
    p = p * z + 0x1.7462b53bc0d1ap-3;
    p = p * z + 0x1.c71c62e3840a6p-3;
    p = p * z + 0x1.2492492df2d72p-2;
    p = p * z + 0x1.99999999952d4p-2;
    p = p * z + 0x1.5555555555558p-1;
    return s * (0.5 * f * f + z * p);
}

EK_INLINE ek_v8 K(logarithm)(ek_v8 x) {
    ek_v8 k, m;
    K(split_exponent)(x, &k, &m);
    const ek_v8 f = m - 1, half = 0.5 * f * f;
    const ek_v8 low = K(rest_of_logarithm)(f) + k * 0x1.ef35793c76730p-45;
    return K(logarithm_or_none)(x, k * 0x1.62e42fefa3800p-1 - ((half - low) - f));
}

/// log(u) for u = 1 + x as it is rounded, and what was lost.
EK_INLINE ek_v8 K(logarithm_of_one_more)(ek_v8 x) {
    const ek_v8 u = 1 + x, logarithm = K(logarithm)(u), lost = (x - (u - 1)) / u;
    return K(choose)((u > 0) & (u < __builtin_inf()), K(choose)(u == 1, x, logarithm + lost), logarithm);
}

/// The logarithm to the base 10, with f - f²/2 and 1/log 10 each in two parts, of which the first have few bits.
EK_INLINE ek_v8 K(common_logarithm)(ek_v8 x) {
    ek_v8 k, m;
    K(split_exponent)(x, &k, &m);
    const ek_v8 f = m - 1, half = 0.5 * f * f, difference = f - half;
    const ek_v8 high = (ek_v8)((ek_u8)difference & 0xffffffff00000000ull);
    const ek_v8 low = ((f - high) - half) + K(rest_of_logarithm)(f);
    const ek_v8 of_high = high * 0x1.bcb7b00000000p-2, of_exponent = k * 0x1.34413509f7800p-2;
    const ek_v8 rest = k * 0x1.fef311f12b358p-46 + (low + high) * 0x1.526e50e32a6abp-26 + low * 0x1.bcb7b00000000p-2;
    const ek_v8 sum = of_exponent + of_high;
    return K(logarithm_or_none)(x, sum + (rest + ((of_exponent - sum) + of_high)));
}

// MARK: - Powers

/// The product of two numbers, and its error, for sizes from 2⁻⁴⁰⁰ to 2⁴⁰⁰. Dekker 1971, as above.
EK_INLINE ek_v8 K(product)(ek_v8 a, ek_v8 b, ek_v8 *error) {
    const ek_v8 a1 = (ek_v8)((ek_u8)a & 0xfffffffff8000000ull), b1 = (ek_v8)((ek_u8)b & 0xfffffffff8000000ull);
    const ek_v8 a2 = a - a1, b2 = b - b1, product = a * b;
    *error = ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2;
    return product;
}

/// The logarithm of a positive finite number as the sum of two, within 2⁻⁶⁵ of it.
EK_INLINE ek_v8 K(exact_logarithm)(ek_v8 x, ek_v8 *rest) {
    ek_v8 k, m, e;
    K(split_exponent)(x, &k, &m);
    // s = (m - 1)/(m + 1), in two parts as all that follows.
    const ek_v8 f = m - 1, d = m + 1, part = d - m, d2 = (m - (d - part)) + (1 - part);
    const ek_v8 s = f / d, back = K(product)(s, d, &e), s2 = ((f - back) - e - s * d2) / d;
    const ek_v8 z = K(product)(s, s, &e), z2 = e + 2 * s * s2;
    // (artanh(s)/s - 1 - z/3)/z² up to s = (√2 - 1)².
    ek_v8 p = K(all)(0x1.e02ecda211133p-5);
    p = p * z + 0x1.df7cbff198fa2p-5;
    p = p * z + 0x1.1118c80f7e3c8p-4;
    p = p * z + 0x1.3b1395d14f915p-4;
    p = p * z + 0x1.745d177a97e82p-4;
    p = p * z + 0x1.c71c71c6ea9eep-4;
    p = p * z + 0x1.2492492492521p-3;
    p = p * z + 0x1.999999999999ap-3;
    // artanh(s) = s + s z (1/3 + z p)
    const double third = 0x1.5555555555555p-2;
    const ek_v8 t = K(product)(z, p, &e), c = third + t, c2 = ((third - c) + t) + (0x1.5555555555555p-56 + (e + z2 * p));
    const ek_v8 w = K(product)(z, c, &e), w2 = e + (z * c2 + z2 * c);
    const ek_v8 u = K(product)(s, w, &e), u2 = e + (s * w2 + s2 * w);
    const ek_v8 h = s + u, h2 = ((s - h) + u) + (s2 + u2);
    const ek_v8 twos = k * 0x1.62e42fefa3800p-1, sum = twos + 2 * h;
    const ek_v8 low = ((twos - sum) + 2 * h) + (2 * h2 + k * 0x1.ef35793c76730p-45);
    const ek_v8 high = sum + low;
    *rest = (sum - high) + low;
    return high;
}

/// Powers, with the values at zeros, infinities and what is not a number that IEEE 754 gives to `pow`.
EK_INLINE ek_v8 K(power)(ek_v8 x, ek_v8 y) {
    const ek_v8 size = K(magnitude)(x), infinity = K(all)(__builtin_inf()), zero = {0}, one = zero + 1;
    // 2⁶⁴ does to all numbers but 1 what greater exponents do.
    const ek_v8 limit = K(all)(0x1p64), exponent = K(choose)(K(magnitude)(y) > limit, K(signed)(limit, y), y);
    ek_v8 rest, error;
    const ek_v8 logarithm = K(exact_logarithm)(size, &rest), product = K(product)(exponent, logarithm, &error);
    ek_v8 result = K(scaled_exponential)(product, error + exponent * rest, 0);
    const ek_v8 at_zero = K(choose)(y < 0, infinity, zero), at_infinity = K(choose)(y < 0, zero, infinity);
    result = K(choose)(size == 0, at_zero, K(choose)(size == infinity, at_infinity, result));
    // Whole exponents are even from 2⁵³ on, and odd if half of them is not whole.
    const ek_v8 y_size = K(magnitude)(y), half = 0.5 * y_size;
    const ek_i8 is_large = y_size >= 0x1p52, half_is_large = half >= 0x1p52;
    const ek_i8 is_whole = is_large | ((y_size + 0x1p52) - 0x1p52 == y_size);
    const ek_i8 is_odd = is_whole & ~(half_is_large | ((half + 0x1p52) - 0x1p52 == half));
    result = (ek_v8)((ek_i8)result ^ ((ek_i8)x & INT64_MIN & is_odd));
    result = K(choose)((x < 0) & (size < infinity) & ~is_whole, K(all)(__builtin_nan("")), result);
    result = K(choose)((x != x) | (y != y), x + y, result);
    return K(choose)((x == 1) | (y == 0), one, result);
}

// MARK: - Hyperbolic functions

EK_INLINE ek_v8 K(hyperbolic_cosine)(ek_v8 x) {
    const ek_v8 half = K(scaled_exponential)(K(magnitude)(x), (ek_v8){0}, -1);
    return half + 0.25 / half;
}

EK_INLINE ek_v8 K(hyperbolic_sine)(ek_v8 x) {
    const ek_v8 size = K(magnitude)(x), half = K(scaled_exponential)(size, (ek_v8){0}, -1), z = x * x;
    // (sinh(x)/x - 1)/z up to 1.
    ek_v8 p = K(all)(0x1.b41232cf9950fp-41);
    p = p * z + 0x1.611cb330c1fe8p-33;
    p = p * z + 0x1.ae6460fae3728p-26;
    p = p * z + 0x1.71de3a4e14f40p-19;
    p = p * z + 0x1.a01a01a01ee70p-13;
    p = p * z + 0x1.11111111110fdp-7;
    p = p * z + 0x1.5555555555555p-3;
    return K(choose)(size < 1, x + x * (z * p), K(signed)(half - 0.25 / half, x));
}

EK_INLINE ek_v8 K(hyperbolic_tangent)(ek_v8 x) {
    const ek_v8 size = K(magnitude)(x), z = x * x;
    // (tanh(x)/x - 1)/z up to 0.625.
    ek_v8 p = K(all)(0x1.b33642a122cddp-18);
    p = p * z - 0x1.05bbdae896297p-15;
    p = p * z + 0x1.8445870f6fe41p-14;
    p = p * z - 0x1.f243823c8c981p-13;
    p = p * z + 0x1.3526e9ed54da1p-11;
    p = p * z - 0x1.7d9f6f23e8682p-10;
    p = p * z + 0x1.d6d39ae3905e2p-9;
    p = p * z - 0x1.226e3473dce5cp-7;
    p = p * z + 0x1.664f487e0a749p-6;
    p = p * z - 0x1.ba1ba1ba0f126p-5;
    p = p * z + 0x1.11111111110a8p-3;
    p = p * z - 0x1.5555555555555p-2;
    const ek_v8 large = 1 - 2 / (K(exponential)(2 * size) + 1);
    return K(signed)(K(choose)(size < 0.625, size + size * (z * p), large), x);
}
