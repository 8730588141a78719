#include "CSpinKernels.h"

typedef uint64_t sk_v8 __attribute__((vector_size(64)));

#define SK_INLINE static inline __attribute__((always_inline))

/// The words of a row, and the number of bits in its last one.
typedef struct {
    int64_t words;
    int32_t last_bits;
} sk_row;

SK_INLINE sk_row sk_row_of(const sk_lattice *lattice) {
    const int64_t words = (lattice->columns + 63) / 64;
    return (sk_row){words, lattice->columns - (int32_t)(words - 1) * 64};
}

/// The four vertices around each bit of a word, as bits of the other colour, and which bits are vertices.
typedef struct {
    uint64_t same, side, above, below, valid;
} sk_surroundings;

SK_INLINE sk_surroundings sk_around(const sk_lattice *lattice, sk_row shape, int64_t word) {
    const int64_t y = word / shape.words, column = word % shape.words, last = shape.words - 1;
    const uint64_t *row = lattice->other + y * shape.words;
    const int64_t below = y > 0 ? y - 1 : lattice->rows - 1, above = y < lattice->rows - 1 ? y + 1 : 0;
    uint64_t side;
    if ((y + lattice->color) % 2 == 0) {
        const uint64_t carry = column > 0 ? row[column - 1] >> 63 : row[last] >> (shape.last_bits - 1);
        side = row[column] << 1 | carry;
    } else {
        const uint64_t carry = column < last ? row[column + 1] << 63 : row[0] << 63 >> (64 - shape.last_bits);
        side = row[column] >> 1 | carry;
    }
    const uint64_t valid = column < last ? ~0ull : ~0ull >> (64 - shape.last_bits);
    return (sk_surroundings){
        row[column], side, lattice->other[above * shape.words + column], lattice->other[below * shape.words + column],
        valid};
}

#define SK(name) name##_baseline
#include "variant.h"
#undef SK

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("avx2,popcnt"))), apply_to = function)
#define SK(name) name##_avx2
#include "variant.h"
#undef SK
#pragma clang attribute pop

#pragma clang attribute push( \
    __attribute__((target("avx2,popcnt,avx512f,avx512dq,avx512vl"))), apply_to = function)
#define SK(name) name##_avx512
#include "variant.h"
#undef SK
#pragma clang attribute pop

sk_instruction_set sk_best_instruction_set(void) {
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("popcnt")) return sk_baseline;
    const int has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")
        && __builtin_cpu_supports("avx512vl");
    return has_avx512 ? sk_avx512 : sk_avx2;
}

#define SK_CALL(name, ...) \
    (set == sk_avx512 ? name##_avx512(__VA_ARGS__) : set == sk_avx2 ? name##_avx2(__VA_ARGS__) \
        : name##_baseline(__VA_ARGS__))

#else

sk_instruction_set sk_best_instruction_set(void) { return sk_baseline; }

#define SK_CALL(name, ...) name##_baseline(__VA_ARGS__)

#endif

void sk_sweep(
    sk_instruction_set set, const sk_lattice *lattice, const sk_rule *rule, const sk_stream *stream, int64_t first_block,
    int64_t block_count
) {
    SK_CALL(sweep, lattice, rule, stream, first_block, block_count);
}

int64_t sk_aligned_pairs(sk_instruction_set set, const sk_lattice *lattice) {
    return SK_CALL(aligned_pairs, lattice);
}
