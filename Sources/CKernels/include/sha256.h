// The compression function of SHA-256 (FIPS 180-4, DOI 10.6028/NIST.FIPS.180-4), for the instructions that the processor has,
// chosen when the program runs. Who calls it fills blocks, and pads the last one.
#ifndef OBSERVATORY_SHA256_H
#define OBSERVATORY_SHA256_H

#include <stdbool.h>
#include <stdint.h>

/// The words of a state, and the bytes of a block.
enum { k_sha256_words = 8, k_sha256_block = 64 };

/// Whether this processor and this build have the SHA extensions of x86.
bool k_has_sha(void);

/// Adds whole blocks of bytes, which may lie anywhere, to a state of eight words, by the SHA extensions or without them.
void k_sha256(bool by_extensions, uint32_t *state, const void *bytes, int64_t block_count);

#endif
