// Reduction of angles that are too large for products of three parts of π/2 to be exact: M. H. Payne and R. N. Hanek,
// "Radian reduction for trigonometric functions", ACM SIGNUM Newsletter 18 (1983) 19, DOI 10.1145/1057600.1057602, with
// integers of 192 bits.

#include <stdint.h>

/// An angle less a multiple of π/2, as the sum of two numbers, and the multiple modulo 4 in the lowest bits.
typedef struct {
    double high, low;
    uint64_t quadrant;
} ek_reduced;

/// 64 zeros, then 2/π in binary.
static const uint64_t ek_two_over_pi[20] = {
    0,                  0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
    0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
};

/// 2 to a power for which that is a normal number.
static double ek_power_of_two(int exponent) {
    const uint64_t bits = (uint64_t)(1023 + exponent) << 52;
    double power;
    __builtin_memcpy(&power, &bits, sizeof power);
    return power;
}

/// Reduces a finite phase of a size of 2³⁰ or more.
static ek_reduced ek_reduce_large(double phase) {
    uint64_t bits;
    __builtin_memcpy(&bits, &phase, sizeof bits);
    const int exponent = (int)(bits >> 52 & 0x7ff) - 1075;
    const uint64_t mantissa = (bits & 0xfffffffffffff) | 1ull << 52;
    // The phase over 2π, modulo 1, in 192 bits behind the point: multiples of 4 in the quotient by π/2 drop out, and so do
    // the bits of 2/π that make them.
    const int position = exponent - 2 + 64, shift = position & 63;
    const uint64_t *word = ek_two_over_pi + (position >> 6);
    uint64_t w[3];
    for (int i = 0; i < 3; i++) w[i] = shift ? word[i] << shift | word[i + 1] >> (64 - shift) : word[i];
    const unsigned __int128 lowest = (unsigned __int128)mantissa * w[2];
    const unsigned __int128 middle = (unsigned __int128)mantissa * w[1] + (uint64_t)(lowest >> 64);
    uint64_t v0 = mantissa * w[0] + (uint64_t)(middle >> 64), v1 = (uint64_t)middle, v2 = (uint64_t)lowest;
    // The nearest quarter, and what is left of it with its sign.
    const uint64_t quadrant = (v0 + (1ull << 61)) >> 62;
    v0 -= quadrant << 62;
    const int is_negative = v0 >> 63;
    if (is_negative) {
        v2 = ~v2 + 1;
        v1 = ~v1 + (v2 == 0);
        v0 = ~v0 + (v2 == 0 && v1 == 0);
    }
    // No double is so near to a multiple of π/2 that more than 64 bits of the 190 behind the point would be zeros.
    int zeros = v0 ? __builtin_clzll(v0) : 64 + __builtin_clzll(v1 | 1);
    if (zeros >= 64) {
        v0 = v1;
        v1 = v2;
        v2 = 0;
    }
    const int rest = zeros & 63;
    if (rest) {
        v0 = v0 << rest | v1 >> (64 - rest);
        v1 = v1 << rest | v2 >> (64 - rest);
    }
    // Times π/2 in 128 bits.
    const uint64_t p0 = 0xc90fdaa22168c234, p1 = 0xc4c6628b80dc1cd1;
    const unsigned __int128 product = (unsigned __int128)v0 * p0
        + ((unsigned __int128)v0 * p1 >> 64) + ((unsigned __int128)v1 * p0 >> 64);
    const uint64_t g0 = (uint64_t)(product >> 64), g1 = (uint64_t)product;
    double high = (double)(int64_t)(g0 >> 11) * ek_power_of_two(-50 - zeros);
    double low = (double)(int64_t)((g0 & 0x7ff) << 42 | g1 >> 22) * ek_power_of_two(-103 - zeros);
    if (is_negative != (int)(bits >> 63)) {
        high = -high;
        low = -low;
    }
    return (ek_reduced){high, low, bits >> 63 ? -quadrant : quadrant};
}
