#include "CParticleKernels.h"

#pragma STDC FP_CONTRACT OFF

typedef float pk_f16 __attribute__((vector_size(64)));
typedef int32_t pk_i16 __attribute__((vector_size(64)));

#define PK_LOOPS "variant.h"
#include "instruction_sets.h"

#if defined(__x86_64__)

pk_instruction_set pk_best_instruction_set(void) {
    if (!__builtin_cpu_supports("popcnt")) return pk_baseline;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return pk_avx512;
    return __builtin_cpu_supports("avx2") ? pk_avx2 : pk_baseline;
}

#else

pk_instruction_set pk_best_instruction_set(void) { return pk_baseline; }

#endif

void pk_lennard_jones(
    pk_instruction_set set, const pk_rows *rows, const pk_lennard_jones_table *table, double *forces, pk_sums *sums
) {
    PK_CALL(lennard_jones, rows, table, forces, sums);
}

int32_t pk_search(
    pk_instruction_set set, const pk_grid *grid, const int32_t *slots, const int32_t *cells, int32_t first_row,
    int32_t row_count, pk_candidates *candidates, int32_t *starts, void *neighbours, int32_t capacity
) {
    return PK_CALL(search, grid, slots, cells, first_row, row_count, candidates, starts, neighbours, capacity);
}
