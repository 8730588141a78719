// The compression function of SHA-256 (FIPS 180-4, DOI 10.6028/NIST.FIPS.180-4), for the instructions that the processor has,
// chosen when the program runs. Who calls it fills blocks, and pads the last one.
#ifndef OBSERVATORY_CCHECKSUMKERNELS_H
#define OBSERVATORY_CCHECKSUMKERNELS_H

#include <stdint.h>

/// The words of a state, and the bytes of a block.
enum { ck_sha256_words = 8, ck_sha256_block = 64 };

typedef enum { ck_baseline, ck_sha } ck_instruction_set;

/// The best set that this processor and this build have.
ck_instruction_set ck_best_instruction_set(void);

/// Adds whole blocks of bytes, which may lie anywhere, to a state of eight words.
void ck_sha256(ck_instruction_set set, uint32_t *state, const void *bytes, int64_t block_count);

#endif
