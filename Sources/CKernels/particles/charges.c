#include "CKernels.h"
#include "vectors.h"

#pragma STDC FP_CONTRACT OFF

typedef int32_t pk_n8 __attribute__((vector_size(32)));

#define K_LOOPS "particles/charges_variant.h"
#include "../dispatch.h"

void pk_damped_charges(
    k_instruction_set set, const pk_rows *rows, const pk_damped_coulomb *interaction, double *forces, pk_sums *sums
) {
    K_CALL(damped_charges, rows, interaction, forces, sums);
}

void pk_wave_sums(
    k_instruction_set set, const pk_wave_line *lines, int32_t line_count, const pk_wave_block *block, double *sums
) {
    K_CALL(wave_sums, lines, line_count, block, sums);
}

void pk_wave_forces(
    k_instruction_set set, const pk_wave_line *lines, int32_t line_count, const pk_wave_block *block,
    int32_t group_count, double number_x, double number_y, const double *coefficients, double *forces
) {
    K_CALL(wave_forces, lines, line_count, block, group_count, number_x, number_y, coefficients, forces);
}
