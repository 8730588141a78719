#include "CKernels.h"
#include "vectors.h"

#pragma STDC FP_CONTRACT OFF

typedef uint64_t pk_u8 __attribute__((vector_size(64)));

/// So many blocks with their accelerations fit into the nearest cache.
enum { tile_length = 64 };

#define K_LOOPS "particles/gravity_variant.h"
#include "../dispatch.h"

void pk_gravity_pairs(
    k_instruction_set set, const pk_bodies *bodies, int32_t first, int32_t end, int32_t count, double squared_softening,
    const pk_accelerations *accelerations
) {
    K_CALL(gravity_pairs, bodies, first, end, count, squared_softening, accelerations);
}

void pk_gravity_field(
    k_instruction_set set, const pk_bodies *sources, int32_t block_count, const pk_bodies *points, int32_t point_count,
    double squared_softening, const pk_accelerations *accelerations
) {
    K_CALL(gravity_field, sources, block_count, points, point_count, squared_softening, accelerations);
}

void pk_gravity_sums(
    k_instruction_set set, const pk_bodies *bodies, int32_t first, int32_t end, int32_t count, double squared_softening,
    pk_sums *sums
) {
    K_CALL(gravity_sums, bodies, first, end, count, squared_softening, sums);
}

void pk_gravity_cells(
    k_instruction_set set, const pk_cells *cells, int32_t block_count, const pk_bodies *points, int32_t point_count,
    double squared_softening, const pk_accelerations *accelerations
) {
    K_CALL(gravity_cells, cells, block_count, points, point_count, squared_softening, accelerations);
}

void pk_gravity_field_potentials(
    k_instruction_set set, const pk_bodies *sources, int32_t block_count, const pk_bodies *points, int32_t point_count,
    double squared_softening, double *potentials
) {
    K_CALL(gravity_field_potentials, sources, block_count, points, point_count, squared_softening, potentials);
}

void pk_gravity_cell_potentials(
    k_instruction_set set, const pk_cells *cells, int32_t block_count, const pk_bodies *points, int32_t point_count,
    double squared_softening, double *potentials
) {
    K_CALL(gravity_cell_potentials, cells, block_count, points, point_count, squared_softening, potentials);
}
