// The loops for one instruction set. Included once for each with K(name), the name of a function in that set.
#include "points_variant.h"

/// The sums of the eight numbers of each of four, each in halves, quarters and at last two.
static inline __attribute__((always_inline)) void K(totals)(
    const pk_v8 *a, const pk_v8 *b, const pk_v8 *c, const pk_v8 *d, pk_v4 *totals
) {
#define PK_HALF(s) \
    (__builtin_shufflevector(*s, *s, 0, 1, 2, 3) + __builtin_shufflevector(*s, *s, 4, 5, 6, 7))
    const pk_v4 ha = PK_HALF(a), hb = PK_HALF(b), hc = PK_HALF(c), hd = PK_HALF(d);
#undef PK_HALF
    const pk_v4 ab = __builtin_shufflevector(ha, hb, 0, 1, 4, 5) + __builtin_shufflevector(ha, hb, 2, 3, 6, 7);
    const pk_v4 cd = __builtin_shufflevector(hc, hd, 0, 1, 4, 5) + __builtin_shufflevector(hc, hd, 2, 3, 6, 7);
    *totals = __builtin_shufflevector(ab, cd, 0, 2, 4, 6) + __builtin_shufflevector(ab, cd, 1, 3, 5, 7);
}

// MARK: - Pairs

static inline __attribute__((always_inline)) void K(charge_rows)(
    const pk_rows *rows, const pk_damped_coulomb *interaction, double *forces, pk_sums *sums, const int is_narrow,
    const int has_sums
) {
    const pk_v4 *const points = (const pk_v4 *)rows->points;
    const pk_v8 *const table = (const pk_v8 *)interaction->erfc.coefficients;
    const pk_v8 zero = {0}, half = 0.5 - zero;
    const pk_v8 cutoff = interaction->squared_cutoff - zero, damping = interaction->damping - zero;
    const pk_v8 constant = interaction->constant - zero, shift = interaction->shift - zero;
    const pk_v8 slope = interaction->slope - zero, scale = interaction->erfc.intervals_per_unit - zero;
    const pk_v8 width = 1 / interaction->erfc.intervals_per_unit - zero;
    const pk_v8 end = (double)interaction->erfc.interval_count - zero;
    pk_v8 energy = zero, virial = zero;
    for (int32_t row = 0; row < rows->row_count; row++) {
        const double *center = (const double *)(points + rows->slots[row]);
        const pk_v8 charge = center[3] - zero;
        pk_v8 fx = zero, fy = zero, fz = zero;
        for (int32_t n = rows->starts[row]; n < rows->starts[row + 1]; n += pk_block) {
            pk_v8 dx, dy, dz, charges;
            K(distances)(rows, n, is_narrow, center, &dx, &dy, &dz, &charges);
            const pk_v8 product = charge * charges;
            const pk_v8 r2 = dx * dx + dy * dy + dz * dz;
            // Nothing acts on what has no charge, wherever that is.
            const pk_i8 is_acting = (r2 < cutoff) & (product != zero);
            pk_v8 distance;
            for (int lane = 0; lane < 8; lane++) distance[lane] = __builtin_sqrt(r2[lane]);
            const pk_v8 inverse = 1 / distance;
            const pk_v8 x = damping * distance;
            const pk_v8 place = x * scale;
            const pk_i8 is_within = place < end;
            const pk_v8 within = (pk_v8)(((pk_i8)place & is_within) | ((pk_i8)end & ~is_within));
            const pk_n8 interval = __builtin_convertvector(within, pk_n8);
            const pk_v8 offset = x - (__builtin_convertvector(interval, pk_v8) + half) * width;
            const pk_v8 t0 = table[interval[0]], t1 = table[interval[1]], t2 = table[interval[2]];
            const pk_v8 t3 = table[interval[3]], t4 = table[interval[4]], t5 = table[interval[5]];
            const pk_v8 t6 = table[interval[6]], t7 = table[interval[7]];
            // Rows to columns: by ones, by twos, by fours.
            const pk_v8 a0 = __builtin_shufflevector(t0, t1, 0, 8, 2, 10, 4, 12, 6, 14);
            const pk_v8 a1 = __builtin_shufflevector(t0, t1, 1, 9, 3, 11, 5, 13, 7, 15);
            const pk_v8 a2 = __builtin_shufflevector(t2, t3, 0, 8, 2, 10, 4, 12, 6, 14);
            const pk_v8 a3 = __builtin_shufflevector(t2, t3, 1, 9, 3, 11, 5, 13, 7, 15);
            const pk_v8 a4 = __builtin_shufflevector(t4, t5, 0, 8, 2, 10, 4, 12, 6, 14);
            const pk_v8 a5 = __builtin_shufflevector(t4, t5, 1, 9, 3, 11, 5, 13, 7, 15);
            const pk_v8 a6 = __builtin_shufflevector(t6, t7, 0, 8, 2, 10, 4, 12, 6, 14);
            const pk_v8 a7 = __builtin_shufflevector(t6, t7, 1, 9, 3, 11, 5, 13, 7, 15);
            const pk_v8 b0 = __builtin_shufflevector(a0, a2, 0, 1, 8, 9, 4, 5, 12, 13);
            const pk_v8 b1 = __builtin_shufflevector(a1, a3, 0, 1, 8, 9, 4, 5, 12, 13);
            const pk_v8 b2 = __builtin_shufflevector(a0, a2, 2, 3, 10, 11, 6, 7, 14, 15);
            const pk_v8 b3 = __builtin_shufflevector(a1, a3, 2, 3, 10, 11, 6, 7, 14, 15);
            const pk_v8 b4 = __builtin_shufflevector(a4, a6, 0, 1, 8, 9, 4, 5, 12, 13);
            const pk_v8 b5 = __builtin_shufflevector(a5, a7, 0, 1, 8, 9, 4, 5, 12, 13);
            const pk_v8 b6 = __builtin_shufflevector(a4, a6, 2, 3, 10, 11, 6, 7, 14, 15);
            const pk_v8 b7 = __builtin_shufflevector(a5, a7, 2, 3, 10, 11, 6, 7, 14, 15);
#define PK_LOW(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define PK_HIGH(a, b) __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15)
            const pk_v8 columns[pk_erfc_row] = {PK_LOW(b0, b4),  PK_LOW(b1, b5),  PK_LOW(b2, b6),  PK_LOW(b3, b7),
                                                PK_HIGH(b0, b4), PK_HIGH(b1, b5), PK_HIGH(b2, b6), PK_HIGH(b3, b7)};
#undef PK_LOW
#undef PK_HIGH
            pk_v8 value = columns[pk_erfc_row - 1], derivative = zero;
            for (int degree = pk_erfc_row - 2; degree >= 0; degree--) {
                derivative = derivative * offset + value;
                value = value * offset + columns[degree];
            }
            const pk_v8 v = value * inverse;
            pk_v8 force = ((v - damping * derivative) * inverse + slope) * inverse;
            force = (pk_v8)((pk_i8)(constant * force * product) & is_acting);
            fx += dx * force;
            fy += dy * force;
            fz += dz * force;
            if (!has_sums) continue;
            const pk_v8 u = v - shift - distance * slope;
            energy += (pk_v8)((pk_i8)(constant * u * product) & is_acting);
            virial += force * r2;
        }
        pk_v4 force;
        K(totals)(&fx, &fy, &fz, &zero, &force);
        __builtin_memcpy(forces + 4 * (intptr_t)row, &force, sizeof force);
    }
    if (!has_sums) return;
    pk_v4 total;
    K(totals)(&energy, &virial, &zero, &zero, &total);
    sums->energy = total[0];
    sums->virial = total[1];
}

static void K(damped_charges)(
    const pk_rows *rows, const pk_damped_coulomb *interaction, double *forces, pk_sums *sums
) {
    if (rows->is_narrow) {
        if (sums) K(charge_rows)(rows, interaction, forces, sums, 1, 1);
        else K(charge_rows)(rows, interaction, forces, sums, 1, 0);
    } else {
        if (sums) K(charge_rows)(rows, interaction, forces, sums, 0, 1);
        else K(charge_rows)(rows, interaction, forces, sums, 0, 0);
    }
}

// MARK: - Waves

/// exp(i(k_x x + k_y y)) of a group.
static inline __attribute__((always_inline)) void K(wave_product)(
    const pk_wave_line *line, const pk_wave_block *block, int32_t group, pk_v8 *real, pk_v8 *imaginary
) {
    const int32_t row = line->y < 0 ? -line->y : line->y;
    const pk_v8 *const a = (const pk_v8 *)block->x + 2 * (pk_wave_groups * (intptr_t)line->x + group);
    const pk_v8 *const b = (const pk_v8 *)block->y + 2 * (pk_wave_groups * (intptr_t)row + group);
    const pk_v8 sine = line->y < 0 ? -b[1] : b[1];
    *real = a[0] * b[0] - a[1] * sine;
    *imaginary = a[0] * sine + a[1] * b[0];
}

static void K(wave_sums)(
    const pk_wave_line *lines, int32_t line_count, const pk_wave_block *block, double *sums
) {
    const pk_v8 *const charges = (const pk_v8 *)block->charges;
    for (int32_t number = 0; number < line_count; number++) {
        const pk_wave_line *line = lines + number;
        pk_v8 a[pk_wave_groups], b[pk_wave_groups];
        for (int32_t group = 0; group < pk_wave_groups; group++) {
            pk_v8 real, imaginary;
            K(wave_product)(line, block, group, &real, &imaginary);
            a[group] = real * charges[group];
            b[group] = imaginary * charges[group];
        }
        for (int32_t index = 0; index < line->count; index++) {
            const pk_v8 *const z = (const pk_v8 *)block->z + 2 * pk_wave_groups * (intptr_t)(line->first_z + index);
            pk_v8 ac = {0}, bd = {0}, ad = {0}, bc = {0};
            for (int32_t group = 0; group < pk_wave_groups; group++) {
                const pk_v8 c = z[2 * group], d = z[2 * group + 1];
                ac += a[group] * c;
                bd += b[group] * d;
                ad += a[group] * d;
                bc += b[group] * c;
            }
            pk_v4 totals;
            K(totals)(&ac, &bd, &ad, &bc, &totals);
            ((pk_v4 *)sums)[line->start + index] += totals;
        }
    }
}

static void K(wave_forces)(
    const pk_wave_line *lines, int32_t line_count, const pk_wave_block *block, int32_t group_count,
    double number_x, double number_y, const double *coefficients, double *forces
) {
    pk_v8 fields[3 * pk_wave_groups] = {{0}};
    for (int32_t number = 0; number < line_count; number++) {
        const pk_wave_line *line = lines + number;
        const double kx = line->x * number_x, ky = line->y * number_y;
        for (int32_t group = 0; group < group_count; group++) {
            pk_v8 real = {0}, imaginary = {0}, real_z = {0}, imaginary_z = {0};
            for (int32_t index = 0; index < line->count; index++) {
                const pk_v8 *const z =
                    (const pk_v8 *)block->z + 2 * (pk_wave_groups * (intptr_t)(line->first_z + index) + group);
                const pk_v8 c = z[0], d = z[1];
                const double *const f = coefficients + 8 * (intptr_t)(line->start + index);
                real += f[0] * c - f[1] * d;
                imaginary += f[2] * d + f[3] * c;
                real_z += f[6] * c - f[7] * d;
                imaginary_z += f[4] * d + f[5] * c;
            }
            pk_v8 a, b;
            K(wave_product)(line, block, group, &a, &b);
            const pk_v8 part = a * imaginary + b * real;
            fields[3 * group] += kx * part;
            fields[3 * group + 1] += ky * part;
            fields[3 * group + 2] += a * imaginary_z + b * real_z;
        }
    }
    __builtin_memcpy(forces, fields, sizeof(pk_v8) * 3 * group_count);
}
