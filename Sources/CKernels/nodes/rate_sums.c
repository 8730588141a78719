#include "CKernels.h"

#include <string.h>

// The same bits in every instruction set.
#pragma STDC FP_CONTRACT OFF

#define K_LOOPS "nodes/rate_sums_variant.h"
#include "../dispatch.h"

bool k_add_rates(k_instruction_set set, const double *state, double step, double *rates, int64_t count) {
    return K_CALL(add_rates, state, step, rates, count);
}
