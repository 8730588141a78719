// The innermost loops of phase oscillators and of cellular automata.
//
// Sines and cells exist once for each instruction set, chosen when the program runs. All variants do the same operations in the same
// order, without fused multiplication and addition, so that their results are the same bits.
#ifndef OBSERVATORY_NETWORKS_H
#define OBSERVATORY_NETWORKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "instruction_set.h"

/// Writes sine and cosine of each phase, next to each other: twice as many numbers as there are phases.
///
/// The error is below 1 ulp for phases of any size. Of what is infinite or not a number both are not a number.
void nk_sines(k_instruction_set set, const double *phases, double *pairs, int64_t count);

/// Rows of a sparse matrix, and what the oscillators of the rows are.
typedef struct {
    /// Where the neighbours of each row begin, and where they end.
    const uint32_t *starts, *ends;
    const int32_t *neighbours;
    /// A weight for each neighbour, or null where all are 1.
    const double *weights;
    /// Rows in an order in which many that follow each other are of the same length, or null where rows are to be taken as they
    /// follow each other and pairs are to be fetched ahead.
    const int32_t *order;
    /// Below which place of `neighbours` there is another one `nk_fetch_distance` places further on. What stands between rows
    /// may be anything.
    uint32_t fetch_end;
    /// Sines and cosines of all oscillators, as `nk_sines` writes them.
    const double *pairs;
    const double *frequencies;
    /// The coupling strength times the cosine and times the sine of the phase lag.
    double in_phase, in_quadrature;
} nk_phase_rows;

/// Writes the velocities of the phases of the rows at `count` places of the order, from `first` on.
///
/// With an order it waits least where pairs are near, in the first or second cache, without one where they are not.
///
/// The sum over the neighbours of a row is taken in their order.
void nk_phase_velocities(const nk_phase_rows *rows, int64_t first, int64_t count, double *velocities);

/// How many cells of an automaton are updated at once.
enum { nk_cells_at_once = 64 };

/// Writes what cells in a row of a lattice become, by the number of their living neighbours.
///
/// A cell is a byte, 1 if it lives and 0 if not.
///
/// - above, here, below: the cells of the row above, of the row itself and of the row below, of which there is one more before
///   the first and one more after the last. The rows above and below may be null: there is none.
/// - has_diagonals: whether the neighbours are the eight around a cell, and not the four nearest.
/// - alive: a bit for each sum, twice the number of living neighbours and 1 more if the cell lived, that is 1 if it lives then.
/// - target: where the cells are written.
/// - count: their number, at least `nk_cells_at_once`.
void nk_cells(
    k_instruction_set set, const uint8_t *above, const uint8_t *here, const uint8_t *below, bool has_diagonals,
    uint32_t alive, uint8_t *target, int64_t count);

/// Has the processor fetch what lies at an address, which need not be one, while it does something else.
static inline void nk_prefetch(const void *address) { __builtin_prefetch(address); }

/// How many edges ahead of the one that is added the vertex at its other end is fetched: more than memory takes to answer, and
/// few enough to be still there when their turn comes.
enum { nk_fetch_distance = 512 };

/// Has the processor fetch an element of a table, which need not be one, into the second cache.
///
/// The first one can wait for a few lines only; one that asks for more waits itself.
static inline void nk_fetch(const void *table, int32_t index, size_t size) {
    __builtin_prefetch((const void *)((uintptr_t)table + (uintptr_t)((intptr_t)index * (intptr_t)size)), 0, 2);
}

#endif
