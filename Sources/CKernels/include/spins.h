// Sweeps over the spins of a square torus, 64 spins in a word, once for each instruction set, chosen when the program runs.
//
// A torus of even width and height is a checkerboard. The spins of each colour are packed row by row: bit k % 64 of word
// k / 64 of row y is that of the k-th vertex of the colour in the row, 1 if it points up. Bits behind the last one of a row
// are 0.
//
// All variants use the same random words for the same spins: their results are the same bits.
#ifndef OBSERVATORY_SPINS_H
#define OBSERVATORY_SPINS_H

#include <stdint.h>

#include "instruction_set.h"

/// How many words are worked on at once. Columns of words have room for a multiple of this.
enum { sk_block = 8 };

/// The spins of the colour that is worked on, and those of the other one. The k-th vertex in row y of the own colour is at
/// x = 2 k + (y + color) % 2.
typedef struct {
    uint64_t *own;
    const uint64_t *other;
    int32_t rows;
    /// The number of spins of a colour in a row.
    int32_t columns;
    int32_t color;
} sk_lattice;

/// The probabilities of flips. A spin is of the class that is the number of its neighbours that point as it does, from 0
/// to 4, and 5 more if it points up and the direction matters.
typedef struct {
    /// A bit for each class whose spins flip for certain.
    uint32_t certain;
    int32_t has_direction;
    /// The classes whose spins flip with a probability between 0 and 1, and the first 64 binary digits of that.
    int32_t count;
    int32_t classes[10];
    uint64_t probabilities[10];
} sk_rule;

/// A stream of Philox4x64-10: block b of words draws from the counters (0, b, step, 0), (1, b, step, 0) and so on.
typedef struct {
    uint64_t key[2];
    uint64_t step;
} sk_stream;

/// Flips spins of the own colour in a number of blocks of words.
void sk_sweep(
    k_instruction_set set, const sk_lattice *lattice, const sk_rule *rule, const sk_stream *stream, int64_t first_block,
    int64_t block_count);

/// The number of pairs of neighbours that point the same way.
int64_t sk_aligned_pairs(k_instruction_set set, const sk_lattice *lattice);

#endif
