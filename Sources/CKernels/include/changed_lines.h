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

/// Has what pointers lead to come nearer, all at once, before it is needed one after the other.
///
/// - pointers: the first of them.
/// - stride: the distance of each from the one before, in bytes.
/// - places: which of them, counted from the first, and how many.
void k_fetch(const void *pointers, int64_t stride, const int32_t *places, int64_t count);

#endif
