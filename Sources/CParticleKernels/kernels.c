#include "CParticleKernels.h"

#pragma STDC FP_CONTRACT OFF

#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef double pk_v8 __attribute__((vector_size(64)));
typedef double pk_v4 __attribute__((vector_size(32)));
typedef double pk_v2 __attribute__((vector_size(16)));
typedef int64_t pk_i8 __attribute__((vector_size(64)));
typedef float pk_f16 __attribute__((vector_size(64)));
typedef int32_t pk_i16 __attribute__((vector_size(64)));

#define PK(name) name##_baseline
#include "variant.h"
#undef PK

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("avx2,popcnt"))), apply_to = function)
#define PK(name) name##_avx2
#define PK_HAS_AVX2
#include "variant.h"
#undef PK_HAS_AVX2
#undef PK
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx2,popcnt,avx512f,avx512dq,avx512vl"))), apply_to = function)
#define PK(name) name##_avx512
#define PK_HAS_AVX512
#include "variant.h"
#undef PK_HAS_AVX512
#undef PK
#pragma clang attribute pop

pk_instruction_set pk_best_instruction_set(void) {
    if (!__builtin_cpu_supports("popcnt")) return pk_baseline;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return pk_avx512;
    return __builtin_cpu_supports("avx2") ? pk_avx2 : pk_baseline;
}

#define PK_CALL(name, ...) \
    (set == pk_avx512 ? name##_avx512(__VA_ARGS__) : set == pk_avx2 ? name##_avx2(__VA_ARGS__) \
        : name##_baseline(__VA_ARGS__))

#else

pk_instruction_set pk_best_instruction_set(void) { return pk_baseline; }

#define PK_CALL(name, ...) name##_baseline(__VA_ARGS__)

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
