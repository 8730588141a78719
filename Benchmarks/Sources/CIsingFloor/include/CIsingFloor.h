// Sweeps of the Ising model on a square torus as a C programmer would write them, with a byte for each spin.
#ifndef OBSERVATORY_CISINGFLOOR_H
#define OBSERVATORY_CISINGFLOOR_H

#include <stdint.h>

/// Spins -1 and 1 row by row; the side is a power of 2. The seed is not 0.
typedef struct {
    int8_t *spins;
    int32_t side;
    uint64_t seed;
    /// The probabilities of flips against two and four neighbours, times 2^32.
    uint32_t against_two, against_four;
} if_lattice;

/// Updates as many spins as there are, each drawn anew.
void if_sweep_at_random(if_lattice *lattice);

/// Updates the spins of one colour, then those of the other. Those of a colour lie next to each other: in `spins` are first
/// those of colour 0, then those of colour 1, row by row, and the vertex k of row y has x = 2 k + (y + color) % 2.
void if_sweep_checkerboard(if_lattice *lattice);

#endif
