// The workloads with libraries of C++, behind a header of C. See ObserverBenchmarks' Contestant for what each of them does.
#ifndef OBSERVATORY_BENCHMARKS_SIGNAL_LIBRARIES_H
#define OBSERVATORY_BENCHMARKS_SIGNAL_LIBRARIES_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { signal_library_boost, signal_library_sigcxx } signal_library;

/// How much of a workload is done in one run.
typedef struct {
  size_t count;
  size_t rounds;
  size_t group_count;
  /// Where churn ends and begins observations.
  const size_t *positions;
  size_t position_count;
  /// Tells the memory in use, so that all libraries are weighed on the same scales.
  double (*bytes_in_use)(void);
} signal_work;

/// What a run took and what was received in it.
typedef struct {
  /// Of the workload, or of beginning observations in a population.
  double nanoseconds;
  double change_nanoseconds;
  double end_nanoseconds;
  /// By how much the observations or objects let the memory in use grow.
  double bytes;
  double messages;
  double sum;
} signal_outcome;

/// Whether the library was there when this was built. If not, the functions below must not be called.
bool signal_library_is_installed(signal_library library);

signal_outcome signal_fan_out(signal_library library, signal_work work);
signal_outcome signal_population(signal_library library, signal_work work);
signal_outcome signal_unobserved(signal_library library, signal_work work);
signal_outcome signal_churn(signal_library library, signal_work work);
signal_outcome signal_death(signal_library library, signal_work work);
signal_outcome signal_reentrant(signal_library library, signal_work work);

#ifdef __cplusplus
}
#endif
#endif
