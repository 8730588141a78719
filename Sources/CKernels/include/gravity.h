// The innermost loops of gravity, once for each instruction set, chosen when the program runs.
//
// All variants do the same operations in the same order, without fused multiplication and addition, and their results are
// the same bits, and those of the reference in Swift. The power r^-3 is not a division by a root, which processors do not
// do faster with wider vectors, but a polynomial and a step of Halley's method from the guess that halving the exponent
// gives (see C. Lomont, "Fast inverse square root", 2003), with a relative error below 5 x 2^-53.
#ifndef OBSERVATORY_GRAVITY_H
#define OBSERVATORY_GRAVITY_H

#include "instruction_set.h"
#include "pair_rows.h"

/// Columns of bodies, filled up to a multiple of `pk_block` by bodies of mass 0 that are apart from all others.
typedef struct {
    const double *x, *y, *z, *mass;
} pk_bodies;

/// Columns of acceleration, divided by the gravitational constant.
typedef struct {
    double *x, *y, *z;
} pk_accelerations;

/// Adds what the bodies of the blocks from `first` up to `end` and those of all later blocks up to `count` cause in each
/// other, each pair once.
void pk_gravity_pairs(
    k_instruction_set set, const pk_bodies *bodies, int32_t first, int32_t end, int32_t count, double squared_softening,
    const pk_accelerations *accelerations);

/// Adds what sources, a number of blocks, cause at points, a multiple of `pk_rows_at_once`. Their masses do not matter.
void pk_gravity_field(
    k_instruction_set set, const pk_bodies *sources, int32_t block_count, const pk_bodies *points, int32_t point_count,
    double squared_softening, const pk_accelerations *accelerations);

/// So many rows share what is read of a block.
enum { pk_rows_at_once = 2 };

/// The sums of the masses' products over pairs: divided by the softened distance s for the energy, and times r^2 / s^3 for
/// the virial; of the blocks from `first` up to `end` with each other and with all later blocks.
void pk_gravity_sums(
    k_instruction_set set, const pk_bodies *bodies, int32_t first, int32_t end, int32_t count, double squared_softening,
    pk_sums *sums);

/// Columns of cells, so many numbers apart, filled up to a multiple of `pk_block` by cells without mass: the centre x, y, z
/// and the mass; the second moments about the centre times 3 in the order xx, xy, xz, yy, yz, zz; half of their trace.
typedef struct {
    const double *columns;
    intptr_t stride;
} pk_cells;

/// Adds what cells cause at points, with their quadrupoles.
void pk_gravity_cells(
    k_instruction_set set, const pk_cells *cells, int32_t block_count, const pk_bodies *points, int32_t point_count,
    double squared_softening, const pk_accelerations *accelerations);

/// Adds the potentials of sources, divided by -G, at points.
void pk_gravity_field_potentials(
    k_instruction_set set, const pk_bodies *sources, int32_t block_count, const pk_bodies *points, int32_t point_count,
    double squared_softening, double *potentials);

/// Adds the potentials of cells with their quadrupoles, divided by -G, at points.
void pk_gravity_cell_potentials(
    k_instruction_set set, const pk_cells *cells, int32_t block_count, const pk_bodies *points, int32_t point_count,
    double squared_softening, double *potentials);

#endif
