#include "CKernels.h"
#include "vectors.h"

#pragma STDC FP_CONTRACT OFF

typedef float pk_f16 __attribute__((vector_size(64)));
typedef int32_t pk_i16 __attribute__((vector_size(64)));

#define K_LOOPS "particles/pair_rows_variant.h"
#include "../dispatch.h"

void pk_lennard_jones(
    k_instruction_set set, const pk_rows *rows, const pk_lennard_jones_table *table, double *forces, pk_sums *sums
) {
    K_CALL(lennard_jones, rows, table, forces, sums);
}

int32_t pk_search(
    k_instruction_set set, const pk_grid *grid, const int32_t *slots, const int32_t *cells, int32_t first_row,
    int32_t row_count, pk_candidates *candidates, int32_t *starts, void *neighbours, int32_t capacity
) {
    return K_CALL(search, grid, slots, cells, first_row, row_count, candidates, starts, neighbours, capacity);
}
