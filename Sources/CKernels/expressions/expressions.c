#include <math.h>

#include "CKernels.h"
#include "../elementary/reduction.h"
#include "../elementary/vectors.h"

#pragma STDC FP_CONTRACT OFF
// All that takes or gives vectors is compiled into its caller.
#pragma clang diagnostic ignored "-Wpsabi"

/// Numbers anywhere in memory.
typedef double ek_unaligned __attribute__((vector_size(64), aligned(8), may_alias));

/// The rest of a division with the sign of the divisor. It is exact.
static double ek_rest(double x, double y) {
    const double rest = fmod(x, y);
    return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

#define K_LOOPS "expressions/expressions_variant.h"
#include "../dispatch.h"

void ek_run(
    k_instruction_set set, const ek_instruction *instructions, int64_t instruction_count, ek_slot *slots, int64_t count
) {
    K_CALL(run, instructions, instruction_count, slots, (count + ek_lanes - 1) / ek_lanes);
}
