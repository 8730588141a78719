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

#if defined(K_HAS_FMA)

/// Divides numbers by the same one without dividing, if that gives the same bits: y must be far from the bounds of what is normal,
/// and so must all numbers be that are not 0.
///
/// The quotient by the reciprocal z of y is mended by its exact rest. With |z y - 1| ≤ 2⁻⁵⁴ it is off by less than an ulp; after
/// mending by less than 2⁻⁵⁴ ulp before it is rounded, which is nearer than any quotient of two numbers is to the middle of two
/// neighbours. After P. W. Markstein, "Computation of elementary functions on the IBM RISC System/6000 processor", IBM Journal of
/// Research and Development 34 (1990) 111, DOI 10.1147/rd.341.0111.
///
/// - Returns: whether it could be done.
static bool K(divide_by)(double *r, const double *end, const double *a, double y) {
    const double z = 1 / y;
    if (!(y >= 0x1p-60 && y <= 0x1p60) || fabs(__builtin_fma(z, y, -1)) > 0x1p-54 || r == a) return false;
    const ek_v8 divisor = K(all)(y), reciprocal = K(all)(z);
    ek_v8 least = K(all)(1), greatest = K(all)(1);
    for (; r < end; r += ek_lanes, a += ek_lanes) {
        const ek_v8 x = *(const ek_unaligned *)a, quotient = x * reciprocal, size = K(magnitude)(x);
        const ek_v8 rest = __builtin_elementwise_fma(quotient, divisor, -x);
        *(ek_unaligned *)r = __builtin_elementwise_fma(-rest, reciprocal, quotient);
        // The double below the size; of 0 that is no number, which is less than none.
        const ek_v8 below = (ek_v8)((ek_i8)size - 1);
        least = K(choose)(below < least, below, least);
        greatest = K(choose)(size > greatest, size, greatest);
    }
    return __builtin_reduce_or((least < 0x1p-900) | (greatest > 0x1p900)) == 0;
}

#else

static bool K(divide_by)(double *r, const double *end, const double *a, double y) { return false; }

#endif

#define EK_EACH(operands, value) \
    for (; r < end; r += ek_lanes) { \
        operands; \
        *(ek_unaligned *)r = value; \
    } \
    break;
#define EK_NEXT(x, a) const ek_v8 x = *(const ek_unaligned *)a; a += a##_step
#define EK_ONE(operation, value) case operation: EK_EACH(EK_NEXT(x, a), value)
#define EK_TWO(operation, value) case operation: EK_EACH(EK_NEXT(x, a); EK_NEXT(y, b), value)
#define EK_THREE(operation, value) case operation: EK_EACH(EK_NEXT(x, a); EK_NEXT(y, b); EK_NEXT(z, c), value)

/// Runs one instruction on vectors up to the end of the result.
static void K(operate)(
    int32_t operation, double *r, const double *end, const double *a, int64_t a_step, const double *b, int64_t b_step,
    const double *c, int64_t c_step
) {
    switch ((ek_operation)operation) {
        EK_ONE(ek_copy, x)
        EK_TWO(ek_add, x + y)
        EK_TWO(ek_subtract, x - y)
        EK_TWO(ek_multiply, x * y)
        case ek_divide:
            if (a_step && !b_step && K(divide_by)(r, end, a, *b)) break;
            EK_EACH(EK_NEXT(x, a); EK_NEXT(y, b), x / y)
        EK_ONE(ek_negate, -x)
        EK_ONE(ek_square, x * x)
        EK_THREE(ek_multiply_add, x * y + z)
        EK_THREE(ek_multiply_subtract, x * y - z)
        EK_THREE(ek_subtract_product, z - x * y)
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
}

#undef EK_EACH
#undef EK_NEXT
#undef EK_ONE
#undef EK_TWO
#undef EK_THREE

static void K(run)(const ek_instruction *instructions, int64_t instruction_count, ek_slot *slots, int64_t vectors) {
    for (const ek_instruction *i = instructions; i < instructions + instruction_count; i++) {
        const ek_slot a = slots[i->a], b = slots[i->b], c = slots[i->c];
        ek_slot *const result = slots + i->result;
        // Of the same numbers for all comes the same number for all, which is computed once.
        result->step = result->is_full || (a.step | b.step | c.step) ? ek_lanes : 0;
        double *const end = result->numbers + (result->step ? vectors * ek_lanes : ek_lanes);
        K(operate)(i->operation, result->numbers, end, a.numbers, a.step, b.numbers, b.step, c.numbers, c.step);
    }
}
