// What rates of change add to a state.
#ifndef OBSERVATORY_RATE_SUMS_H
#define OBSERVATORY_RATE_SUMS_H

#include <stdbool.h>
#include <stdint.h>

#include "instruction_set.h"

/// Adds rates times the length of a step to numbers of a state: a step of Euler's method.
///
/// - state: the numbers.
/// - step: the length of the step.
/// - rates: as many rates, which the sums take the place of.
/// - count: how many there are.
///
/// Returns whether all sums are finite.
bool k_add_rates(k_instruction_set set, const double *state, double step, double *rates, int64_t count);

#endif
