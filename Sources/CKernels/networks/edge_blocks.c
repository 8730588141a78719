#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "CKernels.h"

#pragma STDC FP_CONTRACT OFF

int32_t nk_take_edges(nk_edges *edges, int32_t capacity, int32_t *sources, int32_t *targets, double *weights) {
    int32_t count = 0;
    while (edges->row < edges->end && count < capacity) {
        const uint32_t start = edges->starts[edges->row] + edges->taken, end = edges->ends[edges->row];
        const uint32_t room = (uint32_t)(capacity - count), length = end - start < room ? end - start : room;
        for (uint32_t n = 0; n < length; n++) {
            sources[count + (int32_t)n] = edges->sources[start + n];
            targets[count + (int32_t)n] = (int32_t)edges->row;
        }
        if (weights)
            for (uint32_t n = 0; n < length; n++)
                weights[count + (int32_t)n] = edges->weights ? edges->weights[start + n] : 1;
        count += (int32_t)length;
        edges->taken += length;
        if (start + length == end) {
            edges->row++;
            edges->taken = 0;
        }
    }
    return count;
}

void nk_gather(const double *column, const int32_t *rows, int32_t count, double *numbers) {
    for (int32_t n = 0; n < count; n++) numbers[n] = column[rows[n]];
}

static inline __attribute__((always_inline)) int64_t nk_add_each(
    const int32_t *ends, const double *factors, int64_t count, double amount, const uint64_t *resting, double *column,
    double *refused
) {
    for (int64_t edge = 0; edge < count; edge++) {
        const double added = factors ? factors[edge] * amount : amount;
        if (added == 0 || (resting && resting[ends[edge] / 64] >> ends[edge] % 64 & 1)) continue;
        const double sum = column[ends[edge]] + added;
        if (!isfinite(sum)) {
            *refused = sum;
            return edge;
        }
        column[ends[edge]] = sum;
    }
    return count;
}

int64_t nk_add_along(
    const int32_t *ends, const double *factors, int64_t count, double amount, const uint64_t *resting, double *column,
    double *refused
) {
    // What is the same for all edges is asked once.
    if (factors || resting) return nk_add_each(ends, factors, count, amount, resting, column, refused);
    return nk_add_each(ends, NULL, count, amount, NULL, column, refused);
}

/// Folds with an operation on what there is, `a`, and the next number, `b`. A row is kept in a register as long as it lasts.
#define NK_FOLD(operation) \
    for (int32_t n = 0; n < count;) { \
        const int32_t row = targets[n]; \
        double a = folded[row]; \
        do { \
            const double b = weights ? weights[n] * numbers[n] : numbers[n]; \
            a = operation; \
        } while (++n < count && targets[n] == row); \
        folded[row] = a; \
    }

static inline __attribute__((always_inline)) void nk_any_fold(
    nk_fold_kind kind, const int32_t *targets, const double *numbers, const double *weights, int32_t count,
    double *folded
) {
    switch (kind) {
        case nk_fold_sum: NK_FOLD(a + b) break;
        case nk_fold_product: NK_FOLD(a * b) break;
        // What is not a number stays.
        case nk_fold_least: NK_FOLD(a < b || a != a ? a : b) break;
        case nk_fold_greatest: NK_FOLD(a > b || a != a ? a : b) break;
    }
}

void nk_fold(
    nk_fold_kind kind, const int32_t *targets, const double *numbers, const double *weights, int32_t count,
    double *folded
) {
    if (weights) {
        nk_any_fold(kind, targets, numbers, weights, count, folded);
    } else {
        // Tells the compiler that there are none.
        nk_any_fold(kind, targets, numbers, NULL, count, folded);
    }
}

static inline __attribute__((always_inline)) void nk_any_row_sums(
    const nk_summed_rows *rows, const double *taken, int64_t first, int64_t count, double *sums
) {
    const double *const column = rows->column, *const weights = rows->weights;
    for (int64_t n = 0; n < count; n++) {
        uint32_t edge = rows->starts[first + n];
        const uint32_t end = rows->ends[first + n], middle = end < rows->fetch_end ? end : rows->fetch_end;
        const double own = taken ? taken[n] : 0;
        double sum = 0;
        for (; edge < middle; edge++) {
            nk_fetch(column, rows->sources[edge + nk_fetch_distance], sizeof sum);
            const double number = taken ? column[rows->sources[edge]] - own : column[rows->sources[edge]];
            sum += weights ? weights[edge] * number : number;
        }
        for (; edge < end; edge++) {
            const double number = taken ? column[rows->sources[edge]] - own : column[rows->sources[edge]];
            sum += weights ? weights[edge] * number : number;
        }
        sums[n] = sum;
    }
}

void nk_sum_rows(const nk_summed_rows *rows, const double *taken, int64_t first, int64_t count, double *sums) {
    // Tells the compiler what there is.
    nk_summed_rows unweighted = *rows;
    unweighted.weights = NULL;
    if (rows->weights && taken) return nk_any_row_sums(rows, taken, first, count, sums);
    if (rows->weights) return nk_any_row_sums(rows, NULL, first, count, sums);
    if (taken) return nk_any_row_sums(&unweighted, taken, first, count, sums);
    nk_any_row_sums(&unweighted, NULL, first, count, sums);
}
