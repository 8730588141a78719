#include "CKernels.h"

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

#define K_LOOPS "spins/spins_variant.h"
#include "../dispatch.h"

void sk_sweep(
    k_instruction_set set, const sk_lattice *lattice, const sk_rule *rule, const sk_stream *stream, int64_t first_block,
    int64_t block_count
) {
    K_CALL(sweep, lattice, rule, stream, first_block, block_count);
}

int64_t sk_aligned_pairs(k_instruction_set set, const sk_lattice *lattice) {
    return K_CALL(aligned_pairs, lattice);
}
