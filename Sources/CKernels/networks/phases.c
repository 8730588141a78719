#include "CKernels.h"
#include "../elementary/reduction.h"
#include "../elementary/vectors.h"

#pragma STDC FP_CONTRACT OFF

typedef double nk_v2 __attribute__((vector_size(16)));

#define K_LOOPS "networks/phases_variant.h"
#include "../dispatch.h"

void nk_sines(k_instruction_set set, const double *phases, double *pairs, int64_t count) {
    K_CALL(sines, phases, pairs, count);
}

// MARK: - Rows

// An edge is one load of 16 bytes and one addition of two numbers, which all processors have: wider vectors would have to be
// put together from such loads. What costs is waiting.
//
// Where all pairs are in the second cache, four rows of the same length are summed up side by side, and rows of the same
// length follow each other, whose ends the processor foresees. Where they are not, it would get to few of the edges ahead
// before it must wait: it is told of pairs long before, which is the easier in the order in which the edges lie in memory.

static inline __attribute__((always_inline)) nk_v2 nk_term(const nk_phase_rows *rows, size_t edge) {
    const nk_v2 pair = ((const nk_v2 *)rows->pairs)[rows->neighbours[edge]];
    return rows->weights ? rows->weights[edge] * pair : pair;
}

static inline __attribute__((always_inline)) double nk_velocity(const nk_phase_rows *rows, int32_t row, nk_v2 sum) {
    const double sine = rows->pairs[2 * (intptr_t)row], cosine = rows->pairs[2 * (intptr_t)row + 1];
    const double in_phase = cosine * sum[0] - sine * sum[1], in_quadrature = cosine * sum[1] + sine * sum[0];
    return rows->frequencies[row] + (rows->in_phase * in_phase - rows->in_quadrature * in_quadrature);
}

static inline __attribute__((always_inline)) void nk_velocities(
    const nk_phase_rows *rows, int64_t first, int64_t count, double *velocities
) {
    const uint32_t *const starts = rows->starts, *const ends = rows->ends;
    const int32_t *row = rows->order + first, *const last = row + count;
    while (row < last) {
        const uint32_t e0 = starts[row[0]], length = ends[row[0]] - e0;
        nk_v2 s0 = {0};
        if (last - row < 4 || ends[row[1]] - starts[row[1]] != length
            || ends[row[2]] - starts[row[2]] != length || ends[row[3]] - starts[row[3]] != length) {
            for (uint32_t n = 0; n < length; n++) s0 += nk_term(rows, e0 + n);
            velocities[row[0]] = nk_velocity(rows, row[0], s0);
            row += 1;
            continue;
        }
        const uint32_t e1 = starts[row[1]], e2 = starts[row[2]], e3 = starts[row[3]];
        nk_v2 s1 = {0}, s2 = {0}, s3 = {0};
        for (uint32_t n = 0; n < length; n++) {
            s0 += nk_term(rows, e0 + n);
            s1 += nk_term(rows, e1 + n);
            s2 += nk_term(rows, e2 + n);
            s3 += nk_term(rows, e3 + n);
        }
        velocities[row[0]] = nk_velocity(rows, row[0], s0);
        velocities[row[1]] = nk_velocity(rows, row[1], s1);
        velocities[row[2]] = nk_velocity(rows, row[2], s2);
        velocities[row[3]] = nk_velocity(rows, row[3], s3);
        row += 4;
    }
}

static inline __attribute__((always_inline)) void nk_velocities_ahead(
    const nk_phase_rows *rows, int64_t first, int64_t count, double *velocities
) {
    for (int64_t row = first; row < first + count; row++) {
        size_t edge = rows->starts[row];
        const size_t end = rows->ends[row], middle = end < rows->fetch_end ? end : rows->fetch_end;
        nk_v2 sum = {0};
        for (; edge < middle; edge++) {
            nk_fetch(rows->pairs, rows->neighbours[edge + nk_fetch_distance], sizeof sum);
            sum += nk_term(rows, edge);
        }
        for (; edge < end; edge++) sum += nk_term(rows, edge);
        velocities[row] = nk_velocity(rows, (int32_t)row, sum);
    }
}

static inline __attribute__((always_inline)) void nk_any_velocities(
    const nk_phase_rows *rows, int64_t first, int64_t count, double *velocities
) {
    if (rows->order) {
        nk_velocities(rows, first, count, velocities);
    } else {
        nk_velocities_ahead(rows, first, count, velocities);
    }
}

void nk_phase_velocities(const nk_phase_rows *rows, int64_t first, int64_t count, double *velocities) {
    if (rows->weights) {
        nk_any_velocities(rows, first, count, velocities);
    } else {
        // Tells the compiler that there are none.
        nk_phase_rows unweighted = *rows;
        unweighted.weights = 0;
        nk_any_velocities(&unweighted, first, count, velocities);
    }
}
