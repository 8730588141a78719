#include <math.h>
#include <stddef.h>
#include <string.h>

#include "CKernels.h"
#include "../elementary/reduction.h"
#include "../elementary/vectors.h"

#pragma STDC FP_CONTRACT OFF
// All that takes or gives vectors is compiled into its caller.
#pragma clang diagnostic ignored "-Wpsabi"

/// Numbers anywhere in memory.
typedef double ek_unaligned __attribute__((vector_size(64), aligned(8), may_alias));

/// What is divided: a, -a, a + b or a - b.
typedef enum { ek_dividend_number, ek_dividend_opposite, ek_dividend_sum, ek_dividend_difference } ek_dividend;

/// To what multiples of results are added.
typedef struct {
    const double *base;
    double factor;
} ek_sum;

/// Of eight numbers a bit for each.
typedef bool ek_bits __attribute__((ext_vector_type(8)));

/// The rest of a division with the sign of the divisor. It is exact.
static double ek_rest(double x, double y) {
    const double rest = fmod(x, y);
    return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

/// The derivative of an order of a spline.
static double ek_spline_value(const double *spline, double x, double order) {
    const int64_t count = (int64_t)spline[0];
    const double *const knots = spline + 1, *const coefficients = knots + count;
    if (!(x >= knots[0] && x <= knots[count - 1])) return __builtin_nan("");
    int64_t low = 0, high = count - 1;
    while (high - low > 1) {
        const int64_t middle = (low + high) / 2;
        if (x < knots[middle]) high = middle;
        else low = middle;
    }
    const double *const p = coefficients + 4 * low;
    const double t = x - knots[low];
    if (order == 0) return ((p[3] * t + p[2]) * t + p[1]) * t + p[0];
    if (order == 1) return (3 * p[3] * t + 2 * p[2]) * t + p[1];
    if (order == 2) return 6 * p[3] * t + 2 * p[2];
    return 6 * p[3];
}

#define K_LOOPS "expressions/expressions_variant.h"
#include "../dispatch.h"

void ek_run(
    k_instruction_set set, const ek_instruction *instructions, int64_t instruction_count, ek_slot *slots, int64_t count
) {
    ek_run_and_add(set, instructions, instruction_count, slots, count, 0);
}

bool ek_run_and_add(
    k_instruction_set set, const ek_instruction *instructions, int64_t instruction_count, ek_slot *slots, int64_t count,
    double factor
) {
    return K_CALL(run, instructions, instruction_count, slots, (count + ek_lanes - 1) / ek_lanes, factor);
}

void ek_compare(k_instruction_set set, int32_t operation, ek_slot a, ek_slot b, int64_t count, uint64_t *bits) {
    K_CALL(compare_all, operation, a.numbers, a.step, b.numbers, b.step, count, bits);
}
