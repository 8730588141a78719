#include "CKernels.h"

/// Cells side by side, a byte each.
typedef uint8_t nk_u8 __attribute__((vector_size(nk_cells_at_once)));
typedef uint8_t nk_unaligned_u8 __attribute__((vector_size(nk_cells_at_once), aligned(1), may_alias));

/// The cells at an address.
#define NK_AT(cells) (*(const nk_unaligned_u8 *)(cells))

/// How many different sums there are: twice up to eight living neighbours, and 1 more if the cell lived.
enum { nk_outcomes = 18 };

#define K_LOOPS "networks/cells_variant.h"
#include "../dispatch.h"

void nk_cells(
    k_instruction_set set, const uint8_t *above, const uint8_t *here, const uint8_t *below, bool has_diagonals,
    uint32_t alive, uint8_t *target, int64_t count
) {
    // The parts of AVX-512 that kernels may use have no instructions for bytes, and cost twice the time.
    if (set > k_avx2) set = k_avx2;
    K_CALL(cells, above, here, below, has_diagonals, alive, target, count);
}
