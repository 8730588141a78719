// Includes the loops in PK_LOOPS once for each instruction set, with PK(name), the name of a function in that set, and with
// PK_HAS_AVX512 or PK_HAS_AVX2 where the set has these. Defines PK_CALL(name, ...), the call of a function in the set `set`.
#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef double pk_v8 __attribute__((vector_size(64)));
typedef double pk_v4 __attribute__((vector_size(32)));
typedef double pk_v2 __attribute__((vector_size(16)));
typedef int64_t pk_i8 __attribute__((vector_size(64)));

/// The sum of eight numbers, in the order of all loops: in halves, quarters and at last two.
static inline __attribute__((always_inline)) double pk_sum(const pk_v8 *numbers) {
    const pk_v8 s = *numbers;
    const pk_v4 four = __builtin_shufflevector(s, s, 0, 1, 2, 3) + __builtin_shufflevector(s, s, 4, 5, 6, 7);
    const pk_v2 two = __builtin_shufflevector(four, four, 0, 1) + __builtin_shufflevector(four, four, 2, 3);
    return two[0] + two[1];
}

#define PK(name) name##_baseline
#include PK_LOOPS
#undef PK

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("avx2,popcnt"))), apply_to = function)
#define PK(name) name##_avx2
#define PK_HAS_AVX2
#include PK_LOOPS
#undef PK_HAS_AVX2
#undef PK
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx2,popcnt,avx512f,avx512dq,avx512vl"))), apply_to = function)
#define PK(name) name##_avx512
#define PK_HAS_AVX512
#include PK_LOOPS
#undef PK_HAS_AVX512
#undef PK
#pragma clang attribute pop

#define PK_CALL(name, ...) \
    (set == pk_avx512 ? name##_avx512(__VA_ARGS__) : set == pk_avx2 ? name##_avx2(__VA_ARGS__) \
        : name##_baseline(__VA_ARGS__))

#else

#define PK_CALL(name, ...) name##_baseline(__VA_ARGS__)

#endif
