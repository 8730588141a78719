#include "CParticleKernels.h"

#pragma STDC FP_CONTRACT OFF

typedef double pk_v8 __attribute__((vector_size(64)));
typedef double pk_v4 __attribute__((vector_size(32)));
typedef double pk_v2 __attribute__((vector_size(16)));
typedef int64_t pk_i8 __attribute__((vector_size(64)));
typedef int32_t pk_n8 __attribute__((vector_size(32)));

#define PK(name) name##_baseline
#include "charges_variant.h"
#undef PK

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define PK(name) name##_avx2
#include "charges_variant.h"
#undef PK
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx2,avx512f,avx512dq,avx512vl"))), apply_to = function)
#define PK(name) name##_avx512
#include "charges_variant.h"
#undef PK
#pragma clang attribute pop

#define PK_CALL(name, ...) \
    (set == pk_avx512 ? name##_avx512(__VA_ARGS__) : set == pk_avx2 ? name##_avx2(__VA_ARGS__) \
        : name##_baseline(__VA_ARGS__))

#else

#define PK_CALL(name, ...) name##_baseline(__VA_ARGS__)

#endif

void pk_damped_charges(
    pk_instruction_set set, const pk_rows *rows, const pk_damped_coulomb *interaction, double *forces, pk_sums *sums
) {
    PK_CALL(damped_charges, rows, interaction, forces, sums);
}

void pk_wave_sums(
    pk_instruction_set set, const pk_wave_line *lines, int32_t line_count, const pk_wave_block *block, double *sums
) {
    PK_CALL(wave_sums, lines, line_count, block, sums);
}

void pk_wave_forces(
    pk_instruction_set set, const pk_wave_line *lines, int32_t line_count, const pk_wave_block *block,
    int32_t group_count, double number_x, double number_y, const double *coefficients, double *forces
) {
    PK_CALL(wave_forces, lines, line_count, block, group_count, number_x, number_y, coefficients, forces);
}
