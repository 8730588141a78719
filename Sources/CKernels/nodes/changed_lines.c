#include "CKernels.h"

#include <string.h>

/// A line as numbers.
typedef uint64_t k_line __attribute__((vector_size(k_line_size), aligned(1), may_alias));

#define K_LOOPS "nodes/changed_lines_variant.h"
#include "../dispatch.h"

int64_t k_changed_lines(
    k_instruction_set set, const void *new_bytes, const void *old_bytes, int64_t byte_count, int32_t *lines
) {
    const int64_t whole = byte_count / k_line_size;
    const int64_t changed = K_CALL(changed_lines, new_bytes, old_bytes, whole, lines);
    const int64_t rest = whole * k_line_size;
    if (!memcmp((const char *)new_bytes + rest, (const char *)old_bytes + rest, (size_t)(byte_count - rest))) return changed;
    lines[changed] = (int32_t)whole;
    return changed + 1;
}
