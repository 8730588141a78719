#include "CKernels.h"

#if defined(__x86_64__)

k_instruction_set k_best_instruction_set(void) {
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("popcnt"))
        return k_baseline;
    const int has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")
        && __builtin_cpu_supports("avx512vl");
    return has_avx512 ? k_avx512 : k_avx2;
}

#else

k_instruction_set k_best_instruction_set(void) { return k_baseline; }

#endif
