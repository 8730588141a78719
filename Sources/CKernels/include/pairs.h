#ifndef OBSERVATORY_PAIRS_H
#define OBSERVATORY_PAIRS_H

#include <stdint.h>

#include "instruction_set.h"
#include "pair_rows.h"

/// What stands beside the coordinates of points, as far as it matters for the interaction of two of them.
typedef enum { pk_label_none, pk_label_type, pk_label_charge } pk_label;

/// The pairs of a row within their cutoffs, for an interaction that the caller computes. All columns have room for the
/// neighbours of the row and `pk_block` more.
typedef struct {
    /// How far all neighbours are away, and in each block the bits of those that are near.
    double *dx, *dy, *dz;
    uint8_t *near;
    /// Of those that are near, one after the other: the squared distances, and the types or the products of charges.
    double *squared_distances, *labels;
    /// The caller writes here, in the same order: forces divided by the distances, and energies.
    double *forces, *energies;
    /// Eight sums of energies side by side, and eight of virials.
    double *sums;
} pk_row_pairs;

/// Which pairs are near.
typedef struct {
    /// A row for each type, with a column for each; one number unless types matter. What is far away must be beyond them.
    const double *squared_cutoffs;
    int32_t type_count;
    pk_label label;
} pk_nearness;

/// Finds the pairs of a row that are near, and of charges those that are not 0. Returns how many there are.
int32_t pk_find_pairs(
    k_instruction_set set, const pk_rows *rows, int32_t row, const pk_nearness *nearness, const pk_row_pairs *pairs);

/// Writes the force on the point of a row, of which the caller has computed the pairs, to four doubles, the last of which is
/// not used. Adds up energies and virials if they are wanted.
void pk_add_pairs(
    k_instruction_set set, const pk_rows *rows, int32_t row, const pk_row_pairs *pairs, double *force,
    int32_t wants_sums);

/// The sum of eight sums, in the order of all loops.
double pk_total(const double *sums);

#endif
