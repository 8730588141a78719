// Edges in blocks, as programs of expressions take them.
#ifndef OBSERVATORY_EDGE_BLOCKS_H
#define OBSERVATORY_EDGE_BLOCKS_H

#include <stdint.h>

/// The edges of some rows of a sparse matrix that have not been taken yet.
typedef struct {
    /// Where the entries of each row begin, and where they end.
    const uint32_t *starts, *ends;
    const int32_t *sources;
    /// A weight for each entry, or null where all are 1.
    const double *weights;
    /// The row that is next, and the one behind the last.
    int64_t row, end;
    /// How many of its entries have been taken.
    uint32_t taken;
} nk_edges;

/// Takes edges in their order, at most `capacity`.
///
/// - sources, targets: receive the ends of each edge, of which the second one is its row.
/// - weights: receives its weight; null where nobody needs it.
/// - Returns: how many; 0 if there are no more.
int32_t nk_take_edges(nk_edges *edges, int32_t capacity, int32_t *sources, int32_t *targets, double *weights);

/// Copies numbers of a column.
void nk_gather(const double *column, const int32_t *rows, int32_t count, double *numbers);

/// Adds an amount, times the factor of each edge unless `factors` is null, to the numbers of a column at the ends of edges, in
/// their order. Where it is 0, the number stays what it is.
///
/// - resting: a bit for each row of the column, in words of 64, whose number stays what it is; null if all move.
/// - refused: receives the first sum that is not finite, which is not written.
/// - Returns: the edge of that sum; `count` if all are finite.
int64_t nk_add_along(
    const int32_t *ends, const double *factors, int64_t count, double amount, const uint64_t *resting,
    double *column, double *refused);

/// How the numbers of the edges of a row become one.
typedef enum { nk_fold_sum, nk_fold_product, nk_fold_least, nk_fold_greatest } nk_fold_kind;

/// Folds numbers of edges, each times its weight unless `weights` is null, into those of their rows, in their order.
///
/// - folded: the numbers of all rows.
void nk_fold(
    nk_fold_kind kind, const int32_t *targets, const double *numbers, const double *weights, int32_t count,
    double *folded);

/// Rows of a sparse matrix, and a column of numbers that are summed up.
typedef struct {
    /// Where the entries of each row begin, and where they end.
    const uint32_t *starts, *ends;
    const int32_t *sources;
    /// A weight for each entry, or null where all are 1.
    const double *weights;
    /// Below which place of `sources` there is another one `nk_fetch_distance` places further on. Numbers are fetched ahead there.
    uint32_t fetch_end;
    const double *column;
} nk_summed_rows;

/// Sums up for each row the numbers of the column at the sources of its entries, less the number of the row, in their order.
///
/// - taken: the number of each row, or null where it is 0.
void nk_sum_rows(const nk_summed_rows *rows, const double *taken, int64_t first, int64_t count, double *sums);

#endif
