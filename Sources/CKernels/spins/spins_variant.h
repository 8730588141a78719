// The loops for one instruction set. Included once for each with K(name), the name of a function in that set.

/// Four vectors of random words: lane l of vector v is word v of the block with the counter (8 call + l, block, step, 0).
SK_INLINE void K(random)(const sk_stream *stream, uint64_t block, uint64_t call, sk_v8 words[4]) {
    const sk_v8 zero = {0};
    sk_v8 x0 = (sk_v8){0, 1, 2, 3, 4, 5, 6, 7} + 8 * call, x1 = block - zero, x2 = stream->step - zero, x3 = zero;
    uint64_t k0 = stream->key[0], k1 = stream->key[1];
    // Products of 64 bits by four of 32.
#define SK_PRODUCT(x, constant, high, low) \
    const sk_v8 x##_low = x & 0xFFFFFFFF, x##_high = x >> 32; \
    const sk_v8 x##_ll = x##_low * ((constant) & 0xFFFFFFFF), x##_lh = x##_low * ((constant) >> 32); \
    const sk_v8 x##_t = x##_high * ((constant) & 0xFFFFFFFF) + (x##_ll >> 32); \
    const sk_v8 x##_u = x##_lh + (x##_t & 0xFFFFFFFF); \
    const sk_v8 high = x##_high * ((constant) >> 32) + (x##_t >> 32) + (x##_u >> 32); \
    const sk_v8 low = x##_u << 32 | (x##_ll & 0xFFFFFFFF);
#pragma clang loop unroll(full)
    for (int round = 0; round < 10; round++) {
        SK_PRODUCT(x0, 0xD2E7470EE14C6C93ull, high0, low0)
        SK_PRODUCT(x2, 0xCA5A826395121157ull, high2, low2)
        x0 = high2 ^ x1 ^ k0;
        x1 = low2;
        x2 = high0 ^ x3 ^ k1;
        x3 = low0;
        k0 += 0x9E3779B97F4A7C15ull;
        k1 += 0xBB67AE8584CAA73Bull;
    }
#undef SK_PRODUCT
    words[0] = x0;
    words[1] = x1;
    words[2] = x2;
    words[3] = x3;
}

/// Adds the bits of those spins of `count` classes that flip, each class with its probability: a spin whose first random 1
/// comes with the n-th word flips if the n-th digit of its probability is 1. What is undecided after 64 words, which a spin
/// is with a probability of 2^-64, does not flip.
SK_INLINE void K(decide)(
    const sk_v8 *masks, const uint64_t *probabilities, int count, const sk_stream *stream, uint64_t block, sk_v8 *flips
) {
    sk_v8 undecided = {0};
    for (int c = 0; c < count; c++) undecided |= masks[c];
    for (int call = 0; call < 16; call++) {
        uint64_t rest = 0;
        for (int lane = 0; lane < sk_block; lane++) rest |= undecided[lane];
        if (!rest) break;
        sk_v8 words[4];
        K(random)(stream, block, call, words);
        for (int n = 0; n < 4; n++) {
            sk_v8 digits = {0};
            for (int c = 0; c < count; c++) digits |= masks[c] & -(probabilities[c] >> (63 - 4 * call - n) & 1);
            *flips |= undecided & words[n] & digits;
            undecided &= ~words[n];
        }
    }
}

/// The surroundings of the words of a block, those of a row that is a whole number of blocks without looking at each word.
SK_INLINE void K(look)(
    const sk_lattice *lattice, sk_row shape, int64_t word_count, int64_t first, sk_v8 around[4], sk_v8 *valid
) {
    if (lattice->columns % (64 * sk_block) == 0) {
        const int64_t y = first / shape.words, column = first % shape.words;
        const int64_t below = y > 0 ? y - 1 : lattice->rows - 1, above = y < lattice->rows - 1 ? y + 1 : 0;
        const uint64_t *row = lattice->other + y * shape.words;
        __builtin_memcpy(&around[0], row + column, sizeof(sk_v8));
        const sk_v8 same = around[0];
        if ((y + lattice->color) % 2 == 0) {
            const sk_v8 edge = {row[column > 0 ? column - 1 : shape.words - 1]};
            around[1] = same << 1 | __builtin_shufflevector(edge, same, 0, 8, 9, 10, 11, 12, 13, 14) >> 63;
        } else {
            const sk_v8 edge = {row[column + sk_block < shape.words ? column + sk_block : 0]};
            around[1] = same >> 1 | __builtin_shufflevector(edge, same, 9, 10, 11, 12, 13, 14, 15, 0) << 63;
        }
        __builtin_memcpy(&around[2], lattice->other + above * shape.words + column, sizeof(sk_v8));
        __builtin_memcpy(&around[3], lattice->other + below * shape.words + column, sizeof(sk_v8));
        *valid = ~(sk_v8){0};
        return;
    }
    *valid = around[0] = around[1] = around[2] = around[3] = (sk_v8){0};
    for (int lane = 0; lane < sk_block && first + lane < word_count; lane++) {
        const sk_surroundings found = sk_around(lattice, shape, first + lane);
        around[0][lane] = found.same;
        around[1][lane] = found.side;
        around[2][lane] = found.above;
        around[3][lane] = found.below;
        (*valid)[lane] = found.valid;
    }
}

static void K(sweep)(
    const sk_lattice *lattice, const sk_rule *rule, const sk_stream *stream, int64_t first_block, int64_t block_count
) {
    const sk_row shape = sk_row_of(lattice);
    const int64_t word_count = shape.words * lattice->rows;
    for (int64_t block = first_block; block < first_block + block_count; block++) {
        uint64_t *const words = lattice->own + block * sk_block;
        sk_v8 own, around[4], valid;
        __builtin_memcpy(&own, words, sizeof own);
        K(look)(lattice, shape, word_count, block * sk_block, around, &valid);
        // The number of neighbours that point the same way, in binary: four, twos and ones.
        const sk_v8 a = ~(own ^ around[0]), b = ~(own ^ around[1]), c = ~(own ^ around[2]), d = ~(own ^ around[3]);
        const sk_v8 ab = a ^ b, cd = c ^ d, both_ab = a & b, both_cd = c & d;
        const sk_v8 ones = (ab ^ cd) & valid, four = both_ab & both_cd & valid;
        const sk_v8 twos = ((ab & cd) ^ both_ab ^ both_cd) & ~four & valid;
        const sk_v8 classes[5] = {valid & ~(ones | twos | four), ones & ~twos, twos & ~ones, twos & ones, four};
        sk_v8 flips = {0}, masks[10];
        for (int n = 0; n < 10; n++) {
            if (!(rule->certain >> n & 1)) continue;
            flips |= classes[n % 5] & (rule->has_direction ? n < 5 ? ~own : own : valid);
        }
        for (int n = 0; n < rule->count; n++) {
            const int number = rule->classes[n];
            masks[n] = classes[number % 5] & (rule->has_direction ? number < 5 ? ~own : own : valid);
        }
        // The number of classes of the Metropolis rule without a field is known to the compiler.
        if (rule->count == 2) K(decide)(masks, rule->probabilities, 2, stream, block, &flips);
        else K(decide)(masks, rule->probabilities, rule->count, stream, block, &flips);
        own ^= flips;
        __builtin_memcpy(words, &own, sizeof own);
    }
}

static int64_t K(aligned_pairs)(const sk_lattice *lattice) {
    const sk_row shape = sk_row_of(lattice);
    int64_t count = 0;
    for (int64_t word = 0; word < shape.words * lattice->rows; word++) {
        const sk_surroundings around = sk_around(lattice, shape, word);
        const uint64_t own = lattice->own[word];
        count += __builtin_popcountll(~(own ^ around.same) & around.valid);
        count += __builtin_popcountll(~(own ^ around.side) & around.valid);
        count += __builtin_popcountll(~(own ^ around.above) & around.valid);
        count += __builtin_popcountll(~(own ^ around.below) & around.valid);
    }
    return count;
}
