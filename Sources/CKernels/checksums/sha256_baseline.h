// The rounds of SHA-256 as the standard writes them, in words of 32 bits. Rotations of sums of rotations are nested, which spares
// copies where a rotation overwrites what it rotates.

static inline uint32_t k_rotated(uint32_t word, int count) { return word >> count | word << (32 - count); }

/// A word of a block, the first byte of which is the highest one.
static inline uint32_t k_word(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static inline void k_schedule(const uint8_t *block, uint32_t *words) {
    for (int t = 0; t < 16; t++) words[t] = k_word(block + 4 * t);
#pragma clang loop unroll_count(16)
    for (int t = 16; t < k_rounds; t++) {
        const uint32_t early = words[t - 15], late = words[t - 2];
        words[t] = words[t - 16] + words[t - 7] + (k_rotated(early ^ k_rotated(early, 11), 7) ^ early >> 3)
            + (k_rotated(late ^ k_rotated(late, 2), 17) ^ late >> 10);
    }
}

static void sha256_baseline(uint32_t *state, const uint8_t *bytes, int64_t block_count) {
    for (; block_count > 0; block_count--, bytes += k_sha256_block) {
        uint32_t words[k_rounds];
        k_schedule(bytes, words);
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
        uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
        // After eight rounds all words are where they began, so that nothing has to be moved.
#pragma clang loop unroll_count(16)
        for (int t = 0; t < k_rounds; t++) {
            const uint32_t choice = g ^ (e & (f ^ g)), majority = b ^ ((a ^ b) & (b ^ c));
            const uint32_t first = h + k_constants[t] + words[t] + choice
                + k_rotated(e ^ k_rotated(e ^ k_rotated(e, 14), 5), 6);
            const uint32_t second = majority + k_rotated(a ^ k_rotated(a ^ k_rotated(a, 9), 11), 2);
            h = g;
            g = f;
            f = e;
            e = d + first;
            d = c;
            c = b;
            b = a;
            a = first + second;
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
    }
}
