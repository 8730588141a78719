// Includes the loops in K_LOOPS once for each instruction set, with K(name), the name of a function in that set, and with
// K_HAS_AVX512 or K_HAS_AVX2 where the set has these, and K_HAS_FMA where it can multiply and add with one rounding. Defines
// K_CALL(name, ...), the call of a function in the set `set`.
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define K(name) name##_baseline
#if defined(__ARM_FEATURE_FMA)
#define K_HAS_FMA
#endif
#include K_LOOPS
#undef K_HAS_FMA
#undef K

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("avx2,fma,popcnt"))), apply_to = function)
#define K(name) name##_avx2
#define K_HAS_AVX2
#define K_HAS_FMA
#include K_LOOPS
#undef K_HAS_AVX2
#undef K_HAS_FMA
#undef K
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx2,fma,popcnt,avx512f,avx512dq,avx512vl"))), apply_to = function)
#define K(name) name##_avx512
#define K_HAS_AVX512
#define K_HAS_FMA
#include K_LOOPS
#undef K_HAS_AVX512
#undef K_HAS_FMA
#undef K
#pragma clang attribute pop

#define K_CALL(name, ...) \
    (set == k_avx512 ? name##_avx512(__VA_ARGS__) : set == k_avx2 ? name##_avx2(__VA_ARGS__) \
        : name##_baseline(__VA_ARGS__))

#else

#define K_CALL(name, ...) name##_baseline(__VA_ARGS__)

#endif
