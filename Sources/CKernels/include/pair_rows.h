// The innermost loops of short-range forces, once for each instruction set, chosen when the program runs.
//
// All variants do the same operations in the same order, without fused multiplication and addition: eight sums side by
// side, the n-th neighbour of a row in sum n mod 8, then the eight in pairs. Their results are the same bits, and those of
// the reference in Swift.
#ifndef OBSERVATORY_PAIR_ROWS_H
#define OBSERVATORY_PAIR_ROWS_H

#include <stdint.h>

#include "instruction_set.h"

/// Rows are filled up to a multiple of this, and columns of points have `pk_rest` numbers behind their last one.
enum { pk_block = 8, pk_rest = 16 };

/// Rows of a neighbour list. A point is four doubles: x, y, z and the number of the type.
typedef struct {
    const double *points;
    /// The slot of each row, that is, the number of its point.
    const int32_t *slots;
    /// Where the neighbours of each row begin, and where those of the last one end: multiples of `pk_block`.
    const int32_t *starts;
    /// The slots of neighbours: `uint16_t` if they are narrow, else `int32_t`.
    const void *neighbours;
    int32_t row_count;
    int32_t is_narrow;
} pk_rows;

/// The Lennard-Jones interaction of two types. The force divided by the distance r is
/// r^-8 (force12 r^-6 - force6) - force_shift / r, the energy r^-6 (energy12 r^-6 - energy6) - energy_shift
/// + force_shift r.
typedef struct {
    double squared_cutoff, force12, force6, energy12, energy6, energy_shift, force_shift;
} pk_lennard_jones_pair;

typedef struct {
    /// A row for each type, with a column for each.
    const pk_lennard_jones_pair *pairs;
    int32_t type_count;
    /// Whether any `force_shift` is not 0.
    int32_t is_force_shifted;
} pk_lennard_jones_table;

/// Sums over rows: each pair stands in two rows, so that these are twice those over pairs.
typedef struct {
    double energy, virial;
} pk_sums;

/// Writes the force on the point of each row to four doubles, the last of which is not used, one row after the other. Sums
/// up energy and virial unless `sums` is null.
void pk_lennard_jones(
    k_instruction_set set, const pk_rows *rows, const pk_lennard_jones_table *table, double *forces, pk_sums *sums);

/// A line of cells to search: its distance in layers, lines and cells, and how many cells to the left and to the right.
typedef struct {
    int32_t layer, line, offset, reach;
} pk_line;

/// Points sorted by cells, in three columns with `pk_rest` numbers more than there are points.
typedef struct {
    const float *x, *y, *z;
    /// Where the points of each cell begin, and where those of the last one end. The cells follow each other in x, then in
    /// y, then in z.
    const int32_t *cell_starts;
    int32_t columns, lines, layers;
    const pk_line *searched_lines;
    int32_t searched_line_count;
    float squared_radius;
    /// The number of a point that is far from everything.
    int32_t far_point;
    /// Whether neighbours are written as `uint16_t`, which must have room for all numbers of points.
    int32_t is_narrow;
} pk_grid;

/// Room for the points around a cell, in columns, and how many there are: also if there is no room for them, which they
/// need with twice `pk_rest` points more.
typedef struct {
    float *x, *y, *z;
    int32_t *slots;
    int32_t capacity, count;
} pk_candidates;

/// Lists the points within the radius of the point of each row, from the first row on until there is no more room for
/// neighbours or for the points around a cell.
///
/// `cells` are the cells of the rows: rows of one cell that follow each other share the points around it. Returns the
/// number of rows that are done then; `starts` has one number more.
int32_t pk_search(
    k_instruction_set set, const pk_grid *grid, const int32_t *slots, const int32_t *cells, int32_t first_row,
    int32_t row_count, pk_candidates *candidates, int32_t *starts, void *neighbours, int32_t capacity);

#endif
