// Which lines differ, for one instruction set.

static int64_t K(changed_lines)(const void *new_bytes, const void *old_bytes, int64_t count, int32_t *lines) {
    const k_line *new_line = new_bytes, *old_line = old_bytes;
    int64_t changed = 0;
    for (int64_t line = 0; line < count; line++) {
        // Without a branch, which would be guessed wrongly wherever a few lines differ.
        lines[changed] = (int32_t)line;
        changed += __builtin_reduce_or(new_line[line] ^ old_line[line]) != 0;
    }
    return changed;
}
