// Vectors of numbers, and the order in which their sums are formed.
#include <stdint.h>

typedef double pk_v8 __attribute__((vector_size(64)));
typedef double pk_v4 __attribute__((vector_size(32)));
typedef double pk_v2 __attribute__((vector_size(16)));
typedef int64_t pk_i8 __attribute__((vector_size(64)));

/// The sum of eight numbers, in the order of all loops: in halves, quarters and at last two.
static inline __attribute__((always_inline)) double pk_sum(const pk_v8 *numbers) {
    const pk_v8 s = *numbers;
    const pk_v4 four = __builtin_shufflevector(s, s, 0, 1, 2, 3) + __builtin_shufflevector(s, s, 4, 5, 6, 7);
    const pk_v2 two = __builtin_shufflevector(four, four, 0, 1) + __builtin_shufflevector(four, four, 2, 3);
    return two[0] + two[1];
}
