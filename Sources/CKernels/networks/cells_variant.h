// What cells become, for one instruction set.

static void K(cells)(
    const uint8_t *above, const uint8_t *here, const uint8_t *below, bool has_diagonals, uint32_t alive,
    uint8_t *target, int64_t count
) {
    uint8_t sums[nk_outcomes];
    int sum_count = 0;
    for (int sum = 0; sum < nk_outcomes; sum++)
        if (alive >> sum & 1) sums[sum_count++] = (uint8_t)sum;
    for (int64_t first = 0; first < count; first += nk_cells_at_once) {
        // The last vector ends with the cells, some of which have been written before.
        const int64_t cell = first + nk_cells_at_once <= count ? first : count - nk_cells_at_once;
        nk_u8 sum = NK_AT(here + cell - 1) + NK_AT(here + cell + 1);
        if (above) {
            sum += NK_AT(above + cell);
            if (has_diagonals) sum += NK_AT(above + cell - 1) + NK_AT(above + cell + 1);
        }
        if (below) {
            sum += NK_AT(below + cell);
            if (has_diagonals) sum += NK_AT(below + cell - 1) + NK_AT(below + cell + 1);
        }
        sum += sum + NK_AT(here + cell);
        nk_u8 lives = {0};
        for (int n = 0; n < sum_count; n++) lives |= (nk_u8)(sum == sums[n]);
        *(nk_unaligned_u8 *)(target + cell) = lives & 1;
    }
}
