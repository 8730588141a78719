#include "CParticleKernels.h"

#pragma STDC FP_CONTRACT OFF

#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef double pk_v8 __attribute__((vector_size(64)));
typedef double pk_v4 __attribute__((vector_size(32)));
typedef double pk_v2 __attribute__((vector_size(16)));
typedef int64_t pk_i8 __attribute__((vector_size(64)));

static inline double total(const pk_v8 *numbers) {
    const pk_v8 s = *numbers;
    const pk_v4 four = __builtin_shufflevector(s, s, 0, 1, 2, 3) + __builtin_shufflevector(s, s, 4, 5, 6, 7);
    const pk_v2 two = __builtin_shufflevector(four, four, 0, 1) + __builtin_shufflevector(four, four, 2, 3);
    return two[0] + two[1];
}

#define PK(name) name##_baseline
#include "pairs_variant.h"
#undef PK

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("avx2,popcnt"))), apply_to = function)
#define PK(name) name##_avx2
#define PK_HAS_AVX2
#include "pairs_variant.h"
#undef PK_HAS_AVX2
#undef PK
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx2,popcnt,avx512f,avx512dq,avx512vl"))), apply_to = function)
#define PK(name) name##_avx512
#define PK_HAS_AVX512
#include "pairs_variant.h"
#undef PK_HAS_AVX512
#undef PK
#pragma clang attribute pop

#define PK_CALL(name, ...) \
    (set == pk_avx512 ? name##_avx512(__VA_ARGS__) : set == pk_avx2 ? name##_avx2(__VA_ARGS__) \
        : name##_baseline(__VA_ARGS__))

#else

#define PK_CALL(name, ...) name##_baseline(__VA_ARGS__)

#endif

int32_t pk_find_pairs(
    pk_instruction_set set, const pk_rows *rows, int32_t row, const pk_nearness *nearness, const pk_row_pairs *pairs
) {
    return PK_CALL(find_pairs, rows, row, nearness, pairs);
}

void pk_add_pairs(
    pk_instruction_set set, const pk_rows *rows, int32_t row, const pk_row_pairs *pairs, double *force,
    int32_t wants_sums
) {
    PK_CALL(add_pairs, rows, row, pairs, force, wants_sums);
}

double pk_total(const double *sums) {
    pk_v8 numbers;
    __builtin_memcpy(&numbers, sums, sizeof numbers);
    return total(&numbers);
}
