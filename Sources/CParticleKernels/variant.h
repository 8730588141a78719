// The loops for one instruction set. Included once for each with PK(name), the name of a function in that set, and with
// PK_HAS_AVX512 or PK_HAS_AVX2 where the set has these.

static inline __attribute__((always_inline)) double PK(sum)(const pk_v8 *numbers) {
    double s[8];
    __builtin_memcpy(s, numbers, sizeof s);
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

static inline __attribute__((always_inline)) void PK(select)(pk_v8 *target, double value, const pk_i8 *mask) {
    pk_i8 bits = (pk_i8)(value - (pk_v8){0});
    *target = (pk_v8)((bits & *mask) | ((pk_i8)*target & ~*mask));
}

static inline __attribute__((always_inline)) void PK(lj_rows)(
    const pk_rows *rows, const pk_lennard_jones_table *table, double *forces, pk_sums *sums, const int has_types,
    const int is_shifted, const int has_sums
) {
    const pk_v4 *const points = (const pk_v4 *)rows->points;
    const int32_t *const neighbours = rows->neighbours;
    const pk_v8 zero = {0};
    const pk_lennard_jones_pair *pairs = table->pairs;
    pk_v8 cutoff = pairs->squared_cutoff - zero;
    pk_v8 force12 = pairs->force12 - zero, force6 = pairs->force6 - zero, force_shift = pairs->force_shift - zero;
    pk_v8 energy12 = pairs->energy12 - zero, energy6 = pairs->energy6 - zero;
    pk_v8 energy_shift = pairs->energy_shift - zero;
    pk_v8 energy = zero, virial = zero;
    for (int32_t row = 0; row < rows->row_count; row++) {
        const double *center = (const double *)(points + rows->slots[row]);
        const pk_v8 cx = center[0] - zero, cy = center[1] - zero, cz = center[2] - zero;
        if (has_types) pairs = table->pairs + table->type_count * (int32_t)center[3];
        pk_v8 fx = zero, fy = zero, fz = zero;
        for (int32_t n = rows->starts[row]; n < rows->starts[row + 1]; n += pk_block) {
            const int32_t *list = neighbours + n;
            const pk_v4 p0 = points[list[0]], p1 = points[list[1]], p2 = points[list[2]], p3 = points[list[3]];
            const pk_v4 p4 = points[list[4]], p5 = points[list[5]], p6 = points[list[6]], p7 = points[list[7]];
            const pk_v8 p02 = __builtin_shufflevector(p0, p2, 0, 1, 2, 3, 4, 5, 6, 7);
            const pk_v8 p13 = __builtin_shufflevector(p1, p3, 0, 1, 2, 3, 4, 5, 6, 7);
            const pk_v8 p46 = __builtin_shufflevector(p4, p6, 0, 1, 2, 3, 4, 5, 6, 7);
            const pk_v8 p57 = __builtin_shufflevector(p5, p7, 0, 1, 2, 3, 4, 5, 6, 7);
            const pk_v8 xz0 = __builtin_shufflevector(p02, p13, 0, 8, 2, 10, 4, 12, 6, 14);
            const pk_v8 yw0 = __builtin_shufflevector(p02, p13, 1, 9, 3, 11, 5, 13, 7, 15);
            const pk_v8 xz4 = __builtin_shufflevector(p46, p57, 0, 8, 2, 10, 4, 12, 6, 14);
            const pk_v8 yw4 = __builtin_shufflevector(p46, p57, 1, 9, 3, 11, 5, 13, 7, 15);
            const pk_v8 dx = cx - __builtin_shufflevector(xz0, xz4, 0, 1, 4, 5, 8, 9, 12, 13);
            const pk_v8 dy = cy - __builtin_shufflevector(yw0, yw4, 0, 1, 4, 5, 8, 9, 12, 13);
            const pk_v8 dz = cz - __builtin_shufflevector(xz0, xz4, 2, 3, 6, 7, 10, 11, 14, 15);
            if (has_types) {
                const pk_v8 type = __builtin_shufflevector(yw0, yw4, 2, 3, 6, 7, 10, 11, 14, 15);
                for (int32_t t = 0; t < table->type_count; t++) {
                    const pk_i8 mask = type == (double)t - zero;
                    PK(select)(&cutoff, pairs[t].squared_cutoff, &mask);
                    PK(select)(&force12, pairs[t].force12, &mask);
                    PK(select)(&force6, pairs[t].force6, &mask);
                    if (is_shifted) PK(select)(&force_shift, pairs[t].force_shift, &mask);
                    if (!has_sums) continue;
                    PK(select)(&energy12, pairs[t].energy12, &mask);
                    PK(select)(&energy6, pairs[t].energy6, &mask);
                    PK(select)(&energy_shift, pairs[t].energy_shift, &mask);
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
        double *force = forces + 4 * (intptr_t)rows->slots[row];
        force[0] = PK(sum)(&fx);
        force[1] = PK(sum)(&fy);
        force[2] = PK(sum)(&fz);
    }
    if (!has_sums) return;
    sums->energy = PK(sum)(&energy);
    sums->virial = PK(sum)(&virial);
}

static void PK(lennard_jones)(
    const pk_rows *rows, const pk_lennard_jones_table *table, double *forces, pk_sums *sums
) {
    const int has_types = table->type_count > 1, is_shifted = table->is_force_shifted;
    if (!has_types && !is_shifted) {
        if (sums) PK(lj_rows)(rows, table, forces, sums, 0, 0, 1);
        else PK(lj_rows)(rows, table, forces, sums, 0, 0, 0);
    } else if (!is_shifted) {
        if (sums) PK(lj_rows)(rows, table, forces, sums, 1, 0, 1);
        else PK(lj_rows)(rows, table, forces, sums, 1, 0, 0);
    } else {
        if (sums) PK(lj_rows)(rows, table, forces, sums, 1, 1, 1);
        else PK(lj_rows)(rows, table, forces, sums, 1, 1, 0);
    }
}

/// A bit for each of 16 comparisons.
static inline __attribute__((always_inline)) uint32_t PK(bits)(const pk_i16 *comparisons) {
#if defined(PK_HAS_AVX512)
    return _mm512_movepi32_mask((__m512i)*comparisons);
#elif defined(PK_HAS_AVX2)
    const __m256 *parts = (const __m256 *)comparisons;
    return (uint32_t)_mm256_movemask_ps(parts[0]) | (uint32_t)_mm256_movemask_ps(parts[1]) << 8;
#else
    uint32_t bits = 0;
    for (int lane = 0; lane < 16; lane++) bits |= (uint32_t)(*comparisons)[lane] & 1u << lane;
    return bits;
#endif
}

/// Writes the numbers of the bits that are set, from `first` on, and returns how many; up to 16 are written over.
static inline __attribute__((always_inline)) int32_t PK(write)(uint32_t bits, int32_t first, int32_t *target) {
#if defined(PK_HAS_AVX512)
    const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m512i numbers = _mm512_add_epi32(_mm512_set1_epi32(first), lanes);
    _mm512_storeu_si512(target, _mm512_maskz_compress_epi32((__mmask16)bits, numbers));
    return __builtin_popcount(bits);
#else
    int32_t count = 0;
    for (; bits; bits &= bits - 1) target[count++] = first + __builtin_ctz(bits);
    return count;
#endif
}

static int32_t PK(search)(
    const pk_grid *grid, const int32_t *slots, const int32_t *cells, int32_t first_row, int32_t row_count,
    int32_t *restrict starts, int32_t *restrict neighbours, int32_t capacity
) {
    const pk_f16 zero = {0}, radius = grid->squared_radius - zero;
    const float *const xs = grid->x, *const ys = grid->y, *const zs = grid->z;
    const int32_t columns = grid->columns, lines = grid->lines, layers = grid->layers;
    const pk_line *const last_line = grid->searched_lines + grid->searched_line_count;
    if (first_row == 0) starts[0] = 0;
    int32_t count = starts[first_row];
    for (int32_t row = first_row; row < row_count; row++) {
        const int32_t slot = slots[row], column = cells[row] % columns;
        const int32_t line = cells[row] / columns % lines, layer = cells[row] / columns / lines;
        const int32_t *const own_line = grid->cell_starts + (intptr_t)(cells[row] / columns) * columns;
        const pk_f16 cx = xs[slot] - zero, cy = ys[slot] - zero, cz = zs[slot] - zero;
        for (const pk_line *searched = grid->searched_lines; searched < last_line; searched++) {
            if ((uint32_t)(layer + searched->layer) >= (uint32_t)layers) continue;
            if ((uint32_t)(line + searched->line) >= (uint32_t)lines) continue;
            const int32_t *of_line = own_line + searched->offset;
            const int32_t left = column - searched->reach, right = column + searched->reach;
            const int32_t end = of_line[(right < columns ? right : columns - 1) + 1];
            const int32_t begin = of_line[left > 0 ? left : 0];
            // Room for what follows, for what is written over, and for filling up a block.
            if (capacity - count < end - begin + pk_rest + pk_block) return row;
            for (int32_t first = begin; first < end; first += pk_rest) {
                pk_f16 x, y, z;
                __builtin_memcpy(&x, xs + first, sizeof x);
                __builtin_memcpy(&y, ys + first, sizeof y);
                __builtin_memcpy(&z, zs + first, sizeof z);
                const pk_f16 dx = cx - x, dy = cy - y, dz = cz - z;
                const pk_i16 is_near = dx * dx + dy * dy + dz * dz < radius;
                uint32_t bits = PK(bits)(&is_near);
                if (end - first < pk_rest) bits &= (1u << (end - first)) - 1;
                if ((uint32_t)(slot - first) < pk_rest) bits &= ~(1u << (slot - first));
                count += PK(write)(bits, first, neighbours + count);
            }
        }
        while (count % pk_block) neighbours[count++] = grid->far_point;
        starts[row + 1] = count;
    }
    return row_count;
}
