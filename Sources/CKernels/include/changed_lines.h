// Where memory has changed.
#ifndef OBSERVATORY_CHANGED_LINES_H
#define OBSERVATORY_CHANGED_LINES_H

#include <stdint.h>

#include "instruction_set.h"

/// How many bytes are compared at once: a line of the cache.
enum { k_line_size = 64 };

/// Finds the lines of a piece of memory that differ from those of another in any bit.
///
/// - new_bytes, old_bytes: two pieces of memory.
/// - byte_count: the size of each. The last line may be shorter than the others.
/// - lines: where the numbers of these lines are written, in order, with room for one more than there are whole lines.
///
/// Returns how many there are.
int64_t k_changed_lines(
    k_instruction_set set, const void *new_bytes, const void *old_bytes, int64_t byte_count, int32_t *lines);

#endif
