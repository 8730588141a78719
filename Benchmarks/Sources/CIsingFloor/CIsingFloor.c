#include "CIsingFloor.h"

/// xorshift64*, S. Vigna, ACM Transactions on Mathematical Software 42 (2016) 30, DOI 10.1145/2845077: less random than what
/// the engine draws, and quicker.
static inline uint64_t next(uint64_t *seed) {
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return *seed * 0x2545F4914F6CDD1Dull;
}

void if_sweep_at_random(if_lattice *lattice) {
    const uint32_t side = (uint32_t)lattice->side, mask = side - 1;
    int8_t *const s = lattice->spins;
    uint64_t seed = lattice->seed;
    for (uint64_t n = 0; n < (uint64_t)side * side; n++) {
        const uint64_t word = next(&seed);
        const uint32_t x = word & mask, y = (word >> 16) & mask;
        const int sum = s[y * side + ((x + 1) & mask)] + s[y * side + ((x - 1) & mask)] + s[((y + 1) & mask) * side + x]
            + s[((y - 1) & mask) * side + x];
        const int aligned = sum * s[y * side + x];
        if (aligned <= 0 || word >> 32 < (aligned == 2 ? lattice->against_two : lattice->against_four))
            s[y * side + x] = -s[y * side + x];
    }
    lattice->seed = seed;
}

void if_sweep_checkerboard(if_lattice *lattice) {
    const int32_t side = lattice->side, half = side / 2;
    uint64_t seed = lattice->seed;
    for (int color = 0; color < 2; color++) {
        int8_t *own = lattice->spins + color * side * half;
        const int8_t *other = lattice->spins + (1 - color) * side * half;
        for (int32_t y = 0; y < side; y++) {
            int8_t *row = own + y * half;
            const int8_t *same = other + y * half;
            const int8_t *above = other + ((y + 1) & (side - 1)) * half, *below = other + ((y - 1) & (side - 1)) * half;
            const int32_t shift = (y + color) % 2 == 0 ? half - 1 : 1;
            // A random word only where it is needed is quicker than one for each without a branch.
            for (int32_t k = 0; k < half; k++) {
                const int aligned = (same[k] + same[(k + shift) & (half - 1)] + above[k] + below[k]) * row[k];
                if (aligned <= 0 || next(&seed) >> 32 < (aligned == 2 ? lattice->against_two : lattice->against_four))
                    row[k] = -row[k];
            }
        }
    }
    lattice->seed = seed;
}
