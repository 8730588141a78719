#include "CKernels.h"
#include "vectors.h"

#pragma STDC FP_CONTRACT OFF

#define K_LOOPS "particles/pairs_variant.h"
#include "../dispatch.h"

int32_t pk_find_pairs(
    k_instruction_set set, const pk_rows *rows, int32_t row, const pk_nearness *nearness, const pk_row_pairs *pairs
) {
    return K_CALL(find_pairs, rows, row, nearness, pairs);
}

void pk_add_pairs(
    k_instruction_set set, const pk_rows *rows, int32_t row, const pk_row_pairs *pairs, double *force,
    int32_t wants_sums
) {
    K_CALL(add_pairs, rows, row, pairs, force, wants_sums);
}

double pk_total(const double *sums) {
    pk_v8 numbers;
    __builtin_memcpy(&numbers, sums, sizeof numbers);
    return pk_sum(&numbers);
}
