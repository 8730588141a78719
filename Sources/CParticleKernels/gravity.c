#include "CParticleKernels.h"

#pragma STDC FP_CONTRACT OFF

typedef uint64_t pk_u8 __attribute__((vector_size(64)));

/// So many blocks with their accelerations fit into the nearest cache.
enum { tile_length = 64 };

#define PK_LOOPS "gravity_variant.h"
#include "instruction_sets.h"

void pk_gravity_pairs(
    pk_instruction_set set, const pk_bodies *bodies, int32_t first, int32_t end, int32_t count, double squared_softening,
    const pk_accelerations *accelerations
) {
    PK_CALL(gravity_pairs, bodies, first, end, count, squared_softening, accelerations);
}

void pk_gravity_field(
    pk_instruction_set set, const pk_bodies *sources, int32_t block_count, const pk_bodies *points, int32_t point_count,
    double squared_softening, const pk_accelerations *accelerations
) {
    PK_CALL(gravity_field, sources, block_count, points, point_count, squared_softening, accelerations);
}

void pk_gravity_sums(
    pk_instruction_set set, const pk_bodies *bodies, int32_t first, int32_t end, int32_t count, double squared_softening,
    pk_sums *sums
) {
    PK_CALL(gravity_sums, bodies, first, end, count, squared_softening, sums);
}

void pk_gravity_cells(
    pk_instruction_set set, const pk_cells *cells, int32_t block_count, const pk_bodies *points, int32_t point_count,
    double squared_softening, const pk_accelerations *accelerations
) {
    PK_CALL(gravity_cells, cells, block_count, points, point_count, squared_softening, accelerations);
}

void pk_gravity_field_potentials(
    pk_instruction_set set, const pk_bodies *sources, int32_t block_count, const pk_bodies *points, int32_t point_count,
    double squared_softening, double *potentials
) {
    PK_CALL(gravity_field_potentials, sources, block_count, points, point_count, squared_softening, potentials);
}

void pk_gravity_cell_potentials(
    pk_instruction_set set, const pk_cells *cells, int32_t block_count, const pk_bodies *points, int32_t point_count,
    double squared_softening, double *potentials
) {
    PK_CALL(gravity_cell_potentials, cells, block_count, points, point_count, squared_softening, potentials);
}
