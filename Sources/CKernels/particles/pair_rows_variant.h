// The loops for one instruction set. Included once for each with K(name), the name of a function in that set, and with
// K_HAS_AVX512 or K_HAS_AVX2 where the set has these.
#include "points_variant.h"

static inline __attribute__((always_inline)) void K(select)(pk_v8 *target, double value, const pk_i8 *mask) {
    pk_i8 bits = (pk_i8)(value - (pk_v8){0});
    *target = (pk_v8)((bits & *mask) | ((pk_i8)*target & ~*mask));
}

static inline __attribute__((always_inline)) void K(lj_rows)(
    const pk_rows *rows, const pk_lennard_jones_table *table, double *forces, pk_sums *sums, const int is_narrow,
    const int has_types, const int is_shifted, const int has_sums
) {
    const pk_v4 *const points = (const pk_v4 *)rows->points;
    const pk_v8 zero = {0};
    const pk_lennard_jones_pair *pairs = table->pairs;
    pk_v8 cutoff = pairs->squared_cutoff - zero;
    pk_v8 force12 = pairs->force12 - zero, force6 = pairs->force6 - zero, force_shift = pairs->force_shift - zero;
    pk_v8 energy12 = pairs->energy12 - zero, energy6 = pairs->energy6 - zero;
    pk_v8 energy_shift = pairs->energy_shift - zero;
    pk_v8 energy = zero, virial = zero;
    for (int32_t row = 0; row < rows->row_count; row++) {
        const double *center = (const double *)(points + rows->slots[row]);
        if (has_types) pairs = table->pairs + table->type_count * (int32_t)center[3];
        pk_v8 fx = zero, fy = zero, fz = zero;
        for (int32_t n = rows->starts[row]; n < rows->starts[row + 1]; n += pk_block) {
            pk_v8 dx, dy, dz, type;
            K(distances)(rows, n, is_narrow, center, &dx, &dy, &dz, &type);
            if (has_types) {
                for (int32_t t = 0; t < table->type_count; t++) {
                    const pk_i8 mask = type == (double)t - zero;
                    K(select)(&cutoff, pairs[t].squared_cutoff, &mask);
                    K(select)(&force12, pairs[t].force12, &mask);
                    K(select)(&force6, pairs[t].force6, &mask);
                    if (is_shifted) K(select)(&force_shift, pairs[t].force_shift, &mask);
                    if (!has_sums) continue;
                    K(select)(&energy12, pairs[t].energy12, &mask);
                    K(select)(&energy6, pairs[t].energy6, &mask);
                    K(select)(&energy_shift, pairs[t].energy_shift, &mask);
                }
            }
            const pk_v8 r2 = dx * dx + dy * dy + dz * dz;
            const pk_i8 is_near = r2 < cutoff;
            const pk_v8 inverse = 1 / r2;
            const pk_v8 inverse6 = inverse * inverse * inverse;
            pk_v8 force = inverse6 * (force12 * inverse6 - force6) * inverse;
            pk_v8 distance = zero;
            if (is_shifted) {
                for (int lane = 0; lane < 8; lane++) distance[lane] = __builtin_sqrt(r2[lane]);
                force -= force_shift / distance;
            }
            force = (pk_v8)((pk_i8)force & is_near);
            fx += dx * force;
            fy += dy * force;
            fz += dz * force;
            if (!has_sums) continue;
            pk_v8 u = inverse6 * (energy12 * inverse6 - energy6) - energy_shift;
            if (is_shifted) u += force_shift * distance;
            energy += (pk_v8)((pk_i8)u & is_near);
            virial += force * r2;
        }
        double *force = forces + 4 * (intptr_t)row;
        force[0] = pk_sum(&fx);
        force[1] = pk_sum(&fy);
        force[2] = pk_sum(&fz);
    }
    if (!has_sums) return;
    sums->energy = pk_sum(&energy);
    sums->virial = pk_sum(&virial);
}

static inline __attribute__((always_inline)) void K(lj_choose)(
    const pk_rows *rows, const pk_lennard_jones_table *table, double *forces, pk_sums *sums, const int is_narrow
) {
    const int has_types = table->type_count > 1, is_shifted = table->is_force_shifted;
    if (!has_types && !is_shifted) {
        if (sums) K(lj_rows)(rows, table, forces, sums, is_narrow, 0, 0, 1);
        else K(lj_rows)(rows, table, forces, sums, is_narrow, 0, 0, 0);
    } else if (!is_shifted) {
        if (sums) K(lj_rows)(rows, table, forces, sums, is_narrow, 1, 0, 1);
        else K(lj_rows)(rows, table, forces, sums, is_narrow, 1, 0, 0);
    } else {
        if (sums) K(lj_rows)(rows, table, forces, sums, is_narrow, 1, 1, 1);
        else K(lj_rows)(rows, table, forces, sums, is_narrow, 1, 1, 0);
    }
}

static void K(lennard_jones)(
    const pk_rows *rows, const pk_lennard_jones_table *table, double *forces, pk_sums *sums
) {
    if (rows->is_narrow) K(lj_choose)(rows, table, forces, sums, 1);
    else K(lj_choose)(rows, table, forces, sums, 0);
}

/// A bit for each of 16 comparisons.
static inline __attribute__((always_inline)) uint32_t K(bits)(const pk_i16 *comparisons) {
#if defined(K_HAS_AVX512)
    return _mm512_movepi32_mask((__m512i)*comparisons);
#elif defined(K_HAS_AVX2)
    const __m256 *parts = (const __m256 *)comparisons;
    return (uint32_t)_mm256_movemask_ps(parts[0]) | (uint32_t)_mm256_movemask_ps(parts[1]) << 8;
#else
    uint32_t bits = 0;
    for (int lane = 0; lane < 16; lane++) bits |= (uint32_t)(*comparisons)[lane] & 1u << lane;
    return bits;
#endif
}

/// Writes those of 16 slots whose bits are set behind the neighbours that there are, and returns how many there are then.
/// 16 are written over.
static inline __attribute__((always_inline)) int32_t K(write)(
    uint32_t bits, const int32_t *slots, void *neighbours, int32_t count, const int is_narrow
) {
    int32_t *const wide = (int32_t *)neighbours + count;
    uint16_t *const narrow = (uint16_t *)neighbours + count;
#if defined(K_HAS_AVX512)
    const __m512i chosen = _mm512_maskz_compress_epi32((__mmask16)bits, _mm512_loadu_si512(slots));
    if (is_narrow) _mm256_storeu_si256((__m256i *)narrow, _mm512_cvtepi32_epi16(chosen));
    else _mm512_storeu_si512(wide, chosen);
    return count + __builtin_popcount(bits);
#else
    int32_t number = 0;
    for (; bits; bits &= bits - 1, number++) {
        const int32_t slot = slots[__builtin_ctz(bits)];
        if (is_narrow) narrow[number] = (uint16_t)slot;
        else wide[number] = slot;
    }
    return count + number;
#endif
}

/// The points in one of the lines around a cell: those from `begin` to before `end`.
static inline __attribute__((always_inline)) int K(points_of_line)(
    const pk_grid *grid, const pk_line *searched, int32_t cell, int32_t *begin, int32_t *end
) {
    const int32_t columns = grid->columns, column = cell % columns, row = cell / columns;
    if ((uint32_t)(row / grid->lines + searched->layer) >= (uint32_t)grid->layers) return 0;
    if ((uint32_t)(row % grid->lines + searched->line) >= (uint32_t)grid->lines) return 0;
    const int32_t *const of_line = grid->cell_starts + (intptr_t)row * columns + searched->offset;
    const int32_t left = column - searched->reach, right = column + searched->reach;
    *begin = of_line[left > 0 ? left : 0];
    *end = of_line[(right < columns ? right : columns - 1) + 1];
    return 1;
}

/// Copies the points around a cell into columns, with 16 points behind them that are far away. Returns whether there is
/// room.
static int K(collect)(const pk_grid *grid, int32_t cell, pk_candidates *candidates) {
    const pk_i16 lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const pk_f16 far = 3e38f - (pk_f16){0}, zero = {0};
    int32_t count = 0;
    for (int32_t n = 0; n < grid->searched_line_count; n++) {
        int32_t begin, end;
        if (!K(points_of_line)(grid, grid->searched_lines + n, cell, &begin, &end)) continue;
        // What does not fit is counted.
        const int has_room = count + (end - begin) + 2 * pk_rest <= candidates->capacity;
        for (int32_t first = begin; has_room && first < end; first += pk_rest) {
            const int32_t target = count + (first - begin);
            const pk_i16 slots = first + lanes;
            __builtin_memcpy(candidates->x + target, grid->x + first, sizeof far);
            __builtin_memcpy(candidates->y + target, grid->y + first, sizeof far);
            __builtin_memcpy(candidates->z + target, grid->z + first, sizeof far);
            __builtin_memcpy(candidates->slots + target, &slots, sizeof slots);
        }
        count += end - begin;
    }
    candidates->count = count;
    if (count + 2 * pk_rest > candidates->capacity) return 0;
    __builtin_memcpy(candidates->x + count, &far, sizeof far);
    __builtin_memcpy(candidates->y + count, &zero, sizeof zero);
    __builtin_memcpy(candidates->z + count, &zero, sizeof zero);
    return 1;
}

static inline __attribute__((always_inline)) int32_t K(search_rows)(
    const pk_grid *grid, const int32_t *slots, const int32_t *cells, int32_t first_row, int32_t row_count,
    pk_candidates *candidates, int32_t *restrict starts, void *restrict neighbours, int32_t capacity,
    const int is_narrow
) {
    const pk_f16 zero = {0}, radius = grid->squared_radius - zero;
    const pk_i16 no_slot = {0};
    int32_t cell = -1;
    if (first_row == 0) starts[0] = 0;
    int32_t count = starts[first_row];
    for (int32_t row = first_row; row < row_count; row++) {
        if (cells[row] != cell && !K(collect)(grid, cells[row], candidates)) return row;
        cell = cells[row];
        // Room for what follows, for what is written over, and for filling up a block.
        if (capacity - count < candidates->count + pk_rest + pk_block) return row;
        const int32_t slot = slots[row];
        const pk_f16 cx = grid->x[slot] - zero, cy = grid->y[slot] - zero, cz = grid->z[slot] - zero;
        const pk_i16 own = slot - no_slot;
        for (int32_t first = 0; first < candidates->count; first += pk_rest) {
            pk_f16 x, y, z;
            pk_i16 number;
            __builtin_memcpy(&x, candidates->x + first, sizeof x);
            __builtin_memcpy(&y, candidates->y + first, sizeof y);
            __builtin_memcpy(&z, candidates->z + first, sizeof z);
            __builtin_memcpy(&number, candidates->slots + first, sizeof number);
            const pk_f16 dx = cx - x, dy = cy - y, dz = cz - z;
            const pk_i16 is_near = (dx * dx + dy * dy + dz * dz < radius) & (number != own);
            count = K(write)(K(bits)(&is_near), candidates->slots + first, neighbours, count, is_narrow);
        }
        while (count % pk_block) {
            if (is_narrow) ((uint16_t *)neighbours)[count++] = (uint16_t)grid->far_point;
            else ((int32_t *)neighbours)[count++] = grid->far_point;
        }
        starts[row + 1] = count;
    }
    return row_count;
}

static int32_t K(search)(
    const pk_grid *grid, const int32_t *slots, const int32_t *cells, int32_t first_row, int32_t row_count,
    pk_candidates *candidates, int32_t *starts, void *neighbours, int32_t capacity
) {
    if (grid->is_narrow)
        return K(search_rows)(grid, slots, cells, first_row, row_count, candidates, starts, neighbours, capacity, 1);
    return K(search_rows)(grid, slots, cells, first_row, row_count, candidates, starts, neighbours, capacity, 0);
}
