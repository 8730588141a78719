// The loops of a program for one instruction set. Included once for each with K(name), the name of a function in that set.

#include "../elementary/sines_variant.h"

#include "../elementary/exponentials_variant.h"

#include "../elementary/angles_variant.h"

/// 1 where the mask is set, 0 where it is not, and not a number where that is not known.
EK_INLINE ek_v8 K(truth)(ek_i8 is_true, ek_i8 is_known) {
    return K(choose)(is_known, K(choose)(is_true, K(all)(1), K(all)(0)), K(all)(__builtin_nan("")));
}

EK_INLINE ek_v8 K(sine)(ek_v8 x) {
    ek_v8 sine, cosine;
    K(sines_and_cosines)(&x, &sine, &cosine);
    return K(choose)(x == 0, x, sine);
}

EK_INLINE ek_v8 K(cosine)(ek_v8 x) {
    ek_v8 sine, cosine;
    K(sines_and_cosines)(&x, &sine, &cosine);
    return cosine;
}

EK_INLINE ek_v8 K(tangent)(ek_v8 x) {
    ek_v8 sine, cosine;
    K(sines_and_cosines)(&x, &sine, &cosine);
    return K(choose)(x == 0, x, sine / cosine);
}

EK_INLINE ek_v8 K(rests)(ek_v8 x, ek_v8 y) {
    for (int lane = 0; lane < ek_lanes; lane++) x[lane] = ek_rest(x[lane], y[lane]);
    return x;
}

EK_INLINE ek_v8 K(splines)(ek_v8 x, const double *spline, double order) {
    for (int lane = 0; lane < ek_lanes; lane++) x[lane] = ek_spline_value(spline, x[lane], order);
    return x;
}

/// Adds a multiple of numbers to others, as where there is noise of the strength 0: a sum is never -0.
EK_INLINE ek_v8 K(added)(ek_v8 base, double factor, ek_v8 numbers) { return base + K(all)(factor) * numbers + 0.0; }

/// Whether all of the numbers are finite of which this is the total: they are if it is.
EK_INLINE bool K(is_finite)(ek_v8 total) { return __builtin_reduce_and(total - total == 0); }

/// What is divided.
#define EK_DIVIDEND(dividend, x, y) \
    ((dividend) == ek_dividend_opposite ? -(x) : (dividend) == ek_dividend_sum ? (x) + (y) \
        : (dividend) == ek_dividend_difference ? (x) - (y) : (x))

#if defined(K_HAS_FMA)

/// Divides numbers by the same one without dividing, if that gives the same bits: c must be far from the bounds of what is normal,
/// and so must all numbers be that are not 0.
///
/// The quotient by the reciprocal z of |c| is mended by its exact rest. With |z |c| - 1| ≤ 2⁻⁵⁴ it is off by less than an ulp; after
/// mending by less than 2⁻⁵⁴ ulp before it is rounded, which is nearer than any quotient of two numbers is to the middle of two
/// neighbours. After P. W. Markstein, "Computation of elementary functions on the IBM RISC System/6000 processor", IBM Journal of
/// Research and Development 34 (1990) 111, DOI 10.1147/rd.341.0111.
///
/// - Returns: whether it could be done.
EK_INLINE bool K(divide_by)(
    ek_dividend dividend, double *r, const double *end, const double *a, int64_t a_step, const double *b, int64_t b_step,
    double c, const ek_sum *sum, ek_v8 *total
) {
    const double size = fabs(c), z = 1 / size;
    if (!(size >= 0x1p-60 && size <= 0x1p60) || fabs(__builtin_fma(z, size, -1)) > 0x1p-54 || r == a || r == b) return false;
    if (sum && !(fabs(sum->factor) >= 0x1p-100)) return false;
    // By a negative divisor zeros get the wrong sign, which is lost in a sum.
    const bool is_negative = c < 0, is_turned = is_negative != (dividend == ek_dividend_opposite);
    if (sum && dividend == ek_dividend_opposite) dividend = ek_dividend_number;
    const ek_v8 divisor = K(all)(sum && is_turned ? -size : size), reciprocal = K(all)(sum && is_turned ? -z : z);
    const ek_i8 sign = (ek_i8)K(all)(is_negative ? -0.0 : 0.0);
    const double *const first_a = a, *const first_b = b, *base = sum ? sum->base : NULL;
    // Of sizes from 2⁻⁵¹¹ to below 2⁵¹³ the second bit is not the third one.
    ek_i8 differ = ~(ek_i8)K(all)(0);
    ek_v8 known_total = *total;
    double *q = r;
    for (; q < end; q += ek_lanes, a += a_step, b += b_step) {
        const ek_v8 known = EK_DIVIDEND(dividend, *(const ek_unaligned *)a, *(const ek_unaligned *)b);
        const ek_v8 x = sum ? known : (ek_v8)((ek_i8)known ^ sign), quotient = x * reciprocal;
        const ek_v8 rest = __builtin_elementwise_fma(quotient, divisor, -x);
        ek_v8 result = __builtin_elementwise_fma(-rest, reciprocal, quotient);
        if (sum) {
            // The same as K(added): no quotient of these sizes times the factor is rounded to -0, and what is 0 is +0.
            result = *(const ek_unaligned *)base
                + __builtin_elementwise_fma(result, K(all)(sum->factor), K(all)(0));
            known_total += result;
            base += ek_lanes;
        }
        *(ek_unaligned *)q = result;
        differ &= (ek_i8)x ^ (ek_i8)x << 1;
    }
    if (!(__builtin_reduce_and(differ) >> 62 & 1)) {
        // Zeros are divided as well as numbers of these sizes.
        ek_i8 is_good = ~(ek_i8)K(all)(0);
        for (a = first_a, b = first_b, q = r; q < end; q += ek_lanes, a += a_step, b += b_step) {
            const ek_v8 x = EK_DIVIDEND(dividend, *(const ek_unaligned *)a, *(const ek_unaligned *)b);
            is_good &= (x == 0) | ((K(magnitude)(x) >= 0x1p-900) & (K(magnitude)(x) <= 0x1p900));
        }
        if (!__builtin_reduce_and(is_good)) return false;
    }
    *total = known_total;
    return true;
}

#else

EK_INLINE bool K(divide_by)(
    ek_dividend dividend, double *r, const double *end, const double *a, int64_t a_step, const double *b, int64_t b_step,
    double c, const ek_sum *sum, ek_v8 *total
) {
    return false;
}

#endif

#define EK_EACH(operands, value) \
    for (; r < end; r += ek_lanes) { \
        operands; \
        EK_STORE(value); \
    } \
    break;
#define EK_NEXT(x, a) const ek_v8 x = *(const ek_unaligned *)a; a += a##_step
#define EK_ONE(operation, value) case operation: EK_EACH(EK_NEXT(x, a), value)
#define EK_TWO(operation, value) case operation: EK_EACH(EK_NEXT(x, a); EK_NEXT(y, b), value)
#define EK_THREE(operation, value) case operation: EK_EACH(EK_NEXT(x, a); EK_NEXT(y, b); EK_NEXT(z, c), value)

/// The operations on numbers that make up most rates of change, for all that EK_STORE does with their results.
#define EK_ARITHMETIC(sum, total) \
    EK_ONE(ek_copy, x) \
    EK_TWO(ek_add, x + y) \
    EK_TWO(ek_subtract, x - y) \
    EK_TWO(ek_multiply, x * y) \
    case ek_divide: \
        if (a_step && !b_step && K(divide_by)(ek_dividend_number, r, end, a, a_step, a, 0, *b, sum, total)) break; \
        EK_EACH(EK_NEXT(x, a); EK_NEXT(y, b), x / y) \
    EK_ONE(ek_negate, -x) \
    EK_ONE(ek_square, x * x) \
    EK_THREE(ek_multiply_add, x * y + z) \
    EK_THREE(ek_multiply_subtract, x * y - z) \
    EK_THREE(ek_subtract_product, z - x * y) \
    EK_THREE(ek_sum_add, x + y + z) \
    EK_THREE(ek_sum_subtract, x + y - z) \
    EK_THREE(ek_subtract_sum, z - (x + y)) \
    EK_THREE(ek_sum_multiply, (x + y) * z) \
    case ek_sum_divide: \
        if ((a_step | b_step) && !c_step \
            && K(divide_by)(ek_dividend_sum, r, end, a, a_step, b, b_step, *c, sum, total)) break; \
        EK_EACH(EK_NEXT(x, a); EK_NEXT(y, b); EK_NEXT(z, c), (x + y) / z) \
    EK_THREE(ek_difference_add, x - y + z) \
    EK_THREE(ek_difference_subtract, x - y - z) \
    EK_THREE(ek_subtract_difference, z - (x - y)) \
    EK_THREE(ek_difference_multiply, (x - y) * z) \
    case ek_difference_divide: \
        if ((a_step | b_step) && !c_step \
            && K(divide_by)(ek_dividend_difference, r, end, a, a_step, b, b_step, *c, sum, total)) break; \
        EK_EACH(EK_NEXT(x, a); EK_NEXT(y, b); EK_NEXT(z, c), (x - y) / z) \
    case ek_opposite_divide: \
        if (a_step && !b_step && K(divide_by)(ek_dividend_opposite, r, end, a, a_step, a, 0, *b, sum, total)) break; \
        EK_EACH(EK_NEXT(x, a); EK_NEXT(y, b), -x / y)

/// Runs one instruction on vectors up to the end of the result.
static void K(operate)(
    int32_t operation, double *r, const double *end, const double *a, int64_t a_step, const double *b, int64_t b_step,
    const double *c, int64_t c_step
) {
#define EK_STORE(value) *(ek_unaligned *)r = value
    ek_v8 total = K(all)(0);
    switch ((ek_operation)operation) {
        EK_ARITHMETIC(NULL, &total)
        EK_TWO(ek_equal, K(truth)(x == y, (x == x) & (y == y)))
        EK_TWO(ek_not_equal, K(truth)(x != y, (x == x) & (y == y)))
        EK_TWO(ek_less, K(truth)(x < y, (x == x) & (y == y)))
        EK_TWO(ek_less_or_equal, K(truth)(x <= y, (x == x) & (y == y)))
        EK_TWO(ek_and, K(choose)((x == 0) | (y == 0), K(all)(0), x * y))
        EK_TWO(ek_or, K(choose)((x == 1) | (y == 1), K(all)(1), x + y))
        EK_ONE(ek_not, 1 - x)
        EK_THREE(ek_select, K(choose)(x == 1, y, K(choose)(x == 0, z, K(all)(__builtin_nan("")))))
        EK_ONE(ek_abs, K(magnitude)(x))
        EK_ONE(ek_sqrt, __builtin_elementwise_sqrt(x))
        EK_ONE(ek_floor, __builtin_elementwise_floor(x))
        EK_ONE(ek_ceil, __builtin_elementwise_ceil(x))
        EK_ONE(ek_round, __builtin_elementwise_round(x))
        EK_ONE(ek_sign, K(choose)(x > 0, K(all)(1), K(choose)(x < 0, K(all)(-1), x)))
        EK_TWO(ek_min, K(choose)((x < y) | (x != x), x, y))
        EK_TWO(ek_max, K(choose)((x > y) | (x != x), x, y))
        EK_TWO(ek_mod, K(rests)(x, y))
        EK_ONE(ek_exp, K(exponential)(x))
        EK_ONE(ek_log, K(logarithm)(x))
        EK_ONE(ek_log10, K(common_logarithm)(x))
        EK_TWO(ek_power, K(power)(x, y))
        EK_ONE(ek_expm1, K(exponential_less_one)(x))
        EK_ONE(ek_log1p, K(logarithm_of_one_more)(x))
        EK_ONE(ek_sin, K(sine)(x))
        EK_ONE(ek_cos, K(cosine)(x))
        EK_ONE(ek_tan, K(tangent)(x))
        EK_ONE(ek_asin, K(arc_sine)(x))
        EK_ONE(ek_acos, K(arc_cosine)(x))
        EK_ONE(ek_atan, K(angle)(x, K(all)(1)))
        EK_TWO(ek_atan2, K(angle)(x, y))
        EK_ONE(ek_sinh, K(hyperbolic_sine)(x))
        EK_ONE(ek_cosh, K(hyperbolic_cosine)(x))
        EK_ONE(ek_tanh, K(hyperbolic_tangent)(x))
        EK_TWO(ek_hypot, K(length)(x, y))
        EK_ONE(ek_spline, K(splines)(x, b, *c))
    }
#undef EK_STORE
}

/// Runs one instruction and adds a multiple of the results to other numbers.
///
/// - Returns: whether the sums are known to be finite.
static bool K(operate_and_add)(
    int32_t operation, double *r, const double *end, const double *a, int64_t a_step, const double *b, int64_t b_step,
    const double *c, int64_t c_step, const ek_sum *sum
) {
#define EK_STORE(value) \
    const ek_v8 result = K(added)(*(const ek_unaligned *)base, factor, value); \
    total += result; \
    *(ek_unaligned *)r = result; \
    base += ek_lanes
    ek_v8 total = K(all)(0);
    // A copy is known to be there.
    const ek_sum known = *sum;
    const double *base = known.base, factor = known.factor;
    switch ((ek_operation)operation) {
        EK_ARITHMETIC(&known, &total)
        default: {
            double *const first = r;
            K(operate)(operation, r, end, a, a_step, b, b_step, c, c_step);
            for (a = r = first; r < end; r += ek_lanes) {
                const ek_v8 x = *(const ek_unaligned *)r;
                EK_STORE(x);
            }
        }
    }
    return K(is_finite)(total);
#undef EK_STORE
}

#undef EK_DIVIDEND
#undef EK_EACH
#undef EK_NEXT
#undef EK_ONE
#undef EK_TWO
#undef EK_THREE
#undef EK_ARITHMETIC

static bool K(run)(
    const ek_instruction *instructions, int64_t instruction_count, ek_slot *slots, int64_t vectors, double factor
) {
    bool are_finite = true;
    for (const ek_instruction *i = instructions; i < instructions + instruction_count; i++) {
        const ek_slot a = slots[i->a], b = slots[i->b], c = slots[i->c];
        ek_slot *const result = slots + i->result;
        // Of the same numbers for all comes the same number for all, which is computed once.
        result->step = result->is_full || (a.step | b.step | c.step) ? ek_lanes : 0;
        double *const end = result->numbers + (result->step ? vectors * ek_lanes : ek_lanes);
        if (!result->base) {
            K(operate)(i->operation, result->numbers, end, a.numbers, a.step, b.numbers, b.step, c.numbers, c.step);
            continue;
        }
        const ek_sum sum = {result->base, factor};
        are_finite &= K(operate_and_add)(
            i->operation, result->numbers, end, a.numbers, a.step, b.numbers, b.step, c.numbers, c.step, &sum);
    }
    return are_finite;
}

#define EK_COMPARE(operation, value) \
    case operation: \
        for (int n = 0; n < vectors; n++, a += a_step, b += b_step) { \
            const ek_v8 x = *(const ek_unaligned *)a, y = *(const ek_unaligned *)b; \
            const ek_bits holds = __builtin_convertvector(value, ek_bits); \
            uint8_t byte; \
            memcpy(&byte, &holds, 1); \
            bits |= (uint64_t)byte << (8 * n); \
        } \
        break;

/// A bit for each number of up to eight vectors: whether a comparison holds of it.
EK_INLINE uint64_t K(compare)(
    int32_t operation, const double *a, int64_t a_step, const double *b, int64_t b_step, int vectors
) {
    uint64_t bits = 0;
    switch ((ek_operation)operation) {
        EK_COMPARE(ek_equal, x == y)
        EK_COMPARE(ek_not_equal, (x < y) | (x > y))
        EK_COMPARE(ek_less, x < y)
        EK_COMPARE(ek_less_or_equal, x <= y)
        default: break;
    }
    return bits;
}

#undef EK_COMPARE

static void K(compare_all)(
    int32_t operation, const double *a, int64_t a_step, const double *b, int64_t b_step, int64_t count, uint64_t *bits
) {
    enum { vectors = 8, group = vectors * ek_lanes };
    for (; count >= group; count -= group, a += vectors * a_step, b += vectors * b_step)
        *bits++ = K(compare)(operation, a, a_step, b, b_step, vectors);
    if (count)
        *bits = K(compare)(operation, a, a_step, b, b_step, (int)((count + ek_lanes - 1) / ek_lanes))
            & (((uint64_t)1 << count) - 1);
}
