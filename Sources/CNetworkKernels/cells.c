#include "CNetworkKernels.h"

/// Cells side by side, a byte each.
typedef uint8_t nk_u8 __attribute__((vector_size(nk_cells_at_once)));
typedef uint8_t nk_unaligned_u8 __attribute__((vector_size(nk_cells_at_once), aligned(1), may_alias));

/// The cells at an address.
#define NK_AT(cells) (*(const nk_unaligned_u8 *)(cells))

/// How many different sums there are: twice up to eight living neighbours, and 1 more if the cell lived.
enum { nk_outcomes = 18 };

#define NK(name) nk_##name##_baseline
#include "cells_variant.h"
#undef NK

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define NK(name) nk_##name##_avx2
#include "cells_variant.h"
#undef NK
#pragma clang attribute pop

#endif

void nk_cells(
    nk_instruction_set set, const uint8_t *above, const uint8_t *here, const uint8_t *below, bool has_diagonals,
    uint32_t alive, uint8_t *target, int64_t count
) {
#if defined(__x86_64__)
    if (set != nk_baseline) return nk_cells_avx2(above, here, below, has_diagonals, alive, target, count);
#endif
    nk_cells_baseline(above, here, below, has_diagonals, alive, target, count);
}
