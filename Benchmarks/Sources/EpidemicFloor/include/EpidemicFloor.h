// An SIR epidemic with a binary heap of events, as one would write it in C++.
#ifndef EPIDEMIC_FLOOR_H
#define EPIDEMIC_FLOOR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Runs an epidemic with recovery at rate 1 to its end.
///
/// When a vertex is infected, the time of its recovery is drawn, and for each susceptible neighbour the time of contact; a
/// contact before the recovery, and before any other known one of that neighbour, goes into the heap.
///
/// - `offsets`, `neighbours`: the graph in compressed rows, with one offset more than vertices.
/// - `infection`: the rate of contacts along an edge.
/// - `infected`: the vertices that are infected at the time 0.
///
/// Returns the number of infections and recoveries after that time.
int64_t epidemic_floor_run(
    const uint32_t *offsets, const int32_t *neighbours, int64_t vertex_count, double infection,
    const int32_t *infected, int64_t infected_count, uint64_t seed);

#ifdef __cplusplus
}
#endif

#endif
