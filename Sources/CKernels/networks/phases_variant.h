// Sines and cosines for one instruction set. Included once for each with K(name), the name of a function in that set.

#include "../elementary/sines_variant.h"

/// Eight phases.
static inline __attribute__((always_inline)) void K(eight_sines)(const double *phases, double *pairs) {
    ek_v8 x, s, t;
    __builtin_memcpy(&x, phases, sizeof x);
    K(sines_and_cosines)(&x, &s, &t);
    const ek_v8 first = __builtin_shufflevector(s, t, 0, 8, 1, 9, 2, 10, 3, 11);
    const ek_v8 last = __builtin_shufflevector(s, t, 4, 12, 5, 13, 6, 14, 7, 15);
    __builtin_memcpy(pairs, &first, sizeof first);
    __builtin_memcpy(pairs + 8, &last, sizeof last);
}

static void K(sines)(const double *phases, double *pairs, int64_t count) {
    int64_t done = 0;
    for (; count - done >= 8; done += 8) K(eight_sines)(phases + done, pairs + 2 * done);
    if (done == count) return;
    double last[8] = {0}, last_pairs[16];
    __builtin_memcpy(last, phases + done, (size_t)(count - done) * sizeof *last);
    K(eight_sines)(last, last_pairs);
    __builtin_memcpy(pairs + 2 * done, last_pairs, 2 * (size_t)(count - done) * sizeof *last);
}
