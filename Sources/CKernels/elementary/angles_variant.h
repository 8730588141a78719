// Inverse trigonometric functions for one instruction set, and what goes with angles, in the manner of exponential functions.

/// The angle from the direction of x to the point (x, y), with the values at zeros and infinities that IEEE 754 gives to `atan2`.
EK_INLINE ek_v8 K(angle)(ek_v8 y, ek_v8 x) {
    const ek_v8 x_size = K(magnitude)(x), y_size = K(magnitude)(y), infinity = K(all)(__builtin_inf());
    const ek_v8 zero = {0}, one = zero + 1;
    const ek_i8 is_steep = y_size > x_size;
    ek_v8 a = K(choose)(is_steep, x_size, y_size), b = K(choose)(is_steep, y_size, x_size);
    // a/b is from 0 to 1: also where both are 0 or infinite, and without overflow of a + b.
    const ek_i8 is_infinite = a == infinity;
    a = K(choose)(is_infinite, one, a);
    b = K(choose)(is_infinite | (b == 0), one, b);
    const ek_v8 factor = K(choose)(b > 0x1p1000, K(all)(0x1p-100), one);
    a *= factor;
    b *= factor;
    // Above tan(π/8), from π/4 on.
    const ek_i8 is_far = a > b * 0x1.a827999fcef32p-2;
    const ek_v8 u = K(choose)(is_far, a - b, a) / K(choose)(is_far, a + b, b), z = u * u;
    // (atan(u)/u - 1)/z up to tan(π/8).
    ek_v8 p = K(all)(-0x1.3a27dd63af0a7p-6);
    p = p * z + 0x1.415ebcba15fd3p-5;
    p = p * z - 0x1.a09838b71a7cfp-5;
    p = p * z + 0x1.dfe60585956a5p-5;
    p = p * z - 0x1.10fa73c8057afp-4;
    p = p * z + 0x1.3b1262bf324fdp-4;
    p = p * z - 0x1.745d0b25982f3p-4;
    p = p * z + 0x1.c71c71852a359p-4;
    p = p * z - 0x1.2492492436016p-3;
    p = p * z + 0x1.9999999999349p-3;
    p = p * z - 0x1.5555555555555p-2;
    const ek_v8 rest = u * (z * p);
    const ek_v8 from_diagonal = 0x1.921fb54442d18p-1 + (u + (rest + 0x1.1a62633145c07p-55));
    ek_v8 angle = K(choose)(is_far, from_diagonal, u + rest);
    angle = K(choose)(is_steep, 0x1.921fb54442d18p+0 - (angle - 0x1.1a62633145c07p-54), angle);
    const ek_i8 is_behind = ((ek_i8)x & INT64_MIN) != 0;
    angle = K(choose)(is_behind, 0x1.921fb54442d18p+1 - (angle - 0x1.1a62633145c07p-53), angle);
    angle = K(signed)(angle, y);
    return K(choose)((x != x) | (y != y), x + y, angle);
}

/// (asin(w)/w - 1)/z for w from -1/2 to 1/2, and z = w².
EK_INLINE ek_v8 K(rest_of_arc_sine)(ek_v8 z) {
    ek_v8 p = K(all)(0x1.d72b2bc8155f8p-6);
    p = p * z - 0x1.e6aaa8a0a04ccp-7;
    p = p * z + 0x1.1d189408314eep-6;
    p = p * z + 0x1.65a9c4dfcf8b2p-8;
    p = p * z + 0x1.52420b04b37bep-7;
    p = p * z + 0x1.782651caa6547p-7;
    p = p * z + 0x1.c9cf07674736ap-7;
    p = p * z + 0x1.1c4d35cf95421p-6;
    p = p * z + 0x1.6e8bb1c8209a2p-6;
    p = p * z + 0x1.f1c71c1db0623p-6;
    p = p * z + 0x1.6db6db6e31f13p-5;
    p = p * z + 0x1.3333333332ecap-4;
    return p * z + 0x1.5555555555556p-3;
}

/// The square root of z, which is asin(√z) but for its cube, and the error of that root.
EK_INLINE ek_v8 K(root)(ek_v8 z, ek_v8 *rest) {
    const ek_v8 root = __builtin_elementwise_sqrt(z);
    const ek_v8 high = (ek_v8)((ek_u8)root & 0xfffffffff8000000ull);
    *rest = K(choose)(root > 0, (z - high * high) / (root + high) - (root - high), root);
    return root;
}

/// asin(x) = π/2 - 2 asin(√((1 - x)/2)) above 1/2.
EK_INLINE ek_v8 K(arc_sine)(ek_v8 x) {
    const ek_v8 size = K(magnitude)(x);
    const ek_i8 is_small = size < 0.5;
    const ek_v8 z = K(choose)(is_small, x * x, 0.5 * (1 - size)), p = z * K(rest_of_arc_sine)(z);
    ek_v8 rest;
    const ek_v8 root = K(root)(z, &rest);
    const ek_v8 large = 0x1.921fb54442d18p+0 - (2 * root - (0x1.1a62633145c07p-54 - 2 * (rest + root * p)));
    return K(choose)(is_small, x + x * p, K(signed)(large, x) + (x - x));
}

EK_INLINE ek_v8 K(arc_cosine)(ek_v8 x) {
    const ek_v8 size = K(magnitude)(x);
    const ek_i8 is_small = size < 0.5;
    const ek_v8 z = K(choose)(is_small, x * x, 0.5 * (1 - size)), p = z * K(rest_of_arc_sine)(z);
    ek_v8 rest;
    const ek_v8 root = K(root)(z, &rest), twice = 2 * (root + (rest + root * p));
    const ek_v8 small = 0x1.921fb54442d18p+0 - (x - (0x1.1a62633145c07p-54 - x * p));
    const ek_v8 large = K(choose)(x > 0, twice, 0x1.921fb54442d18p+1 - (twice - 0x1.1a62633145c07p-53));
    return K(choose)(is_small, small, large);
}

/// The length of (x, y): infinite where one is, and without overflow or underflow of squares.
EK_INLINE ek_v8 K(length)(ek_v8 x, ek_v8 y) {
    const ek_v8 infinity = K(all)(__builtin_inf());
    x = K(magnitude)(x);
    y = K(magnitude)(y);
    const ek_v8 greater = K(choose)(x > y, x, y), one = K(all)(1);
    const ek_v8 factor = K(choose)(
        greater > 0x1p500, K(all)(0x1p-600), K(choose)(greater < 0x1p-450, K(all)(0x1p600), one));
    const ek_v8 back = K(choose)(
        greater > 0x1p500, K(all)(0x1p600), K(choose)(greater < 0x1p-450, K(all)(0x1p-600), one));
    const ek_v8 a = x * factor, b = y * factor, length = back * __builtin_elementwise_sqrt(a * a + b * b);
    return K(choose)((x == infinity) | (y == infinity), infinity, length);
}
