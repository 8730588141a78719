// The loops of gravity for one instruction set. Included once for each with K(name), the name of a function in that set.

static inline __attribute__((always_inline)) double K(lane_sum)(const pk_v8 *numbers) {
    double s[8];
    __builtin_memcpy(s, numbers, sizeof s);
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

/// A guess y of x^-1/2 with a relative error below 8e-7.
static inline __attribute__((always_inline)) void K(guess)(const pk_v8 *squares, pk_v8 *result) {
    const pk_v8 x = *squares;
    // Halves the exponent and the rest of the bits; the relative error is at most 3.5 %.
    const pk_v8 y = (pk_v8)(0x5FE6EB50C7B537A9u - ((pk_u8)x >> 1));
    const pk_v8 h = 1 - x * (y * y);
    // The best approximation of (1 - h)^-1/2 by a cubic polynomial for what h can be.
    *result = y * (0.999999253623151 + h * (0.5000004233876097 + h * (0.3762790111484312 + h * 0.3130540836718514)));
}

/// x^-1/2 from its guess, by a step of Halley's method.
static inline __attribute__((always_inline)) void K(inverse_root)(const pk_v8 *squares, pk_v8 *result) {
    pk_v8 y;
    K(guess)(squares, &y);
    const pk_v8 h = 1 - *squares * (y * y);
    *result = y + y * (h * (0.5 + 0.375 * h));
}

/// x^-3/2, and the square of the guess of x^-1/2.
static inline __attribute__((always_inline)) void K(inverse_cube)(
    const pk_v8 *squares, pk_v8 *result, pk_v8 *guessed_square
) {
    pk_v8 y;
    K(guess)(squares, &y);
    const pk_v8 y2 = y * y;
    const pk_v8 h = 1 - *squares * y2, y3 = y2 * y;
    *result = y3 + y3 * (h * (1.5 + 1.875 * h));
    *guessed_square = y2;
}

/// Adds what a block and four rows, which are not in it, cause in each other.
static inline __attribute__((always_inline)) void K(add_pairs)(
    const pk_bodies *bodies, int32_t block, const pk_v8 *cx, const pk_v8 *cy, const pk_v8 *cz, const pk_v8 *masses,
    double squared_softening, pk_v8 *fx, pk_v8 *fy, pk_v8 *fz, const pk_accelerations *accelerations
) {
    const pk_v8 x = ((const pk_v8 *)bodies->x)[block], y = ((const pk_v8 *)bodies->y)[block];
    const pk_v8 z = ((const pk_v8 *)bodies->z)[block], mass = ((const pk_v8 *)bodies->mass)[block];
    pk_v8 *const ax = (pk_v8 *)accelerations->x + block, *const ay = (pk_v8 *)accelerations->y + block;
    pk_v8 *const az = (pk_v8 *)accelerations->z + block;
    pk_v8 gx = *ax, gy = *ay, gz = *az;
#pragma clang loop unroll(full)
    for (int row = 0; row < pk_rows_at_once; row++) {
        const pk_v8 dx = x - cx[row], dy = y - cy[row], dz = z - cz[row];
        const pk_v8 squares = dx * dx + dy * dy + dz * dz + squared_softening;
        pk_v8 inverse, guessed_square;
        K(inverse_cube)(&squares, &inverse, &guessed_square);
        const pk_v8 on_row = mass * inverse, on_block = masses[row] * inverse;
        fx[row] += dx * on_row;
        fy[row] += dy * on_row;
        fz[row] += dz * on_row;
        gx -= dx * on_block;
        gy -= dy * on_block;
        gz -= dz * on_block;
    }
    *ax = gx;
    *ay = gy;
    *az = gz;
}

/// Adds what the bodies of a block, except those with the numbers of the rows, cause in four rows.
static inline __attribute__((always_inline)) void K(add_field)(
    const pk_bodies *sources, int32_t block, const pk_v8 *cx, const pk_v8 *cy, const pk_v8 *cz, int first_row,
    const int is_own, double squared_softening, pk_v8 *fx, pk_v8 *fy, pk_v8 *fz
) {
    const pk_v8 x = ((const pk_v8 *)sources->x)[block], y = ((const pk_v8 *)sources->y)[block];
    const pk_v8 z = ((const pk_v8 *)sources->z)[block], mass = ((const pk_v8 *)sources->mass)[block];
#pragma clang loop unroll(full)
    for (int row = 0; row < pk_rows_at_once; row++) {
        const pk_v8 dx = x - cx[row], dy = y - cy[row], dz = z - cz[row];
        const pk_v8 squares = dx * dx + dy * dy + dz * dz + squared_softening;
        pk_v8 inverse, guessed_square;
        K(inverse_cube)(&squares, &inverse, &guessed_square);
        if (is_own) {
            const pk_i8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
            inverse = (pk_v8)((pk_i8)inverse & (lanes != first_row + row));
        }
        const pk_v8 on_row = mass * inverse;
        fx[row] += dx * on_row;
        fy[row] += dy * on_row;
        fz[row] += dz * on_row;
    }
}

static void K(gravity_pairs)(
    const pk_bodies *bodies, int32_t first, int32_t end, int32_t count, double squared_softening,
    const pk_accelerations *accelerations
) {
    const pk_v8 zero = {0};
    for (int32_t tile = first; tile < count; tile += tile_length) {
        const int32_t tile_end = tile + tile_length < count ? tile + tile_length : count;
        for (int32_t row = pk_block * first; row < pk_block * (end < tile_end ? end : tile_end); row += pk_rows_at_once) {
            const int32_t own = row / pk_block;
            pk_v8 cx[pk_rows_at_once], cy[pk_rows_at_once], cz[pk_rows_at_once], masses[pk_rows_at_once];
            pk_v8 fx[pk_rows_at_once], fy[pk_rows_at_once], fz[pk_rows_at_once];
            for (int n = 0; n < pk_rows_at_once; n++) {
                cx[n] = bodies->x[row + n] - zero;
                cy[n] = bodies->y[row + n] - zero;
                cz[n] = bodies->z[row + n] - zero;
                masses[n] = bodies->mass[row + n] - zero;
                fx[n] = fy[n] = fz[n] = zero;
            }
            if (own >= tile) K(add_field)(bodies, own, cx, cy, cz, row % pk_block, 1, squared_softening, fx, fy, fz);
            for (int32_t block = own >= tile ? own + 1 : tile; block < tile_end; block++)
                K(add_pairs)(bodies, block, cx, cy, cz, masses, squared_softening, fx, fy, fz, accelerations);
            for (int n = 0; n < pk_rows_at_once; n++) {
                accelerations->x[row + n] += K(lane_sum)(fx + n);
                accelerations->y[row + n] += K(lane_sum)(fy + n);
                accelerations->z[row + n] += K(lane_sum)(fz + n);
            }
        }
    }
}

static void K(gravity_field)(
    const pk_bodies *sources, int32_t block_count, const pk_bodies *points, int32_t point_count, double squared_softening,
    const pk_accelerations *accelerations
) {
    const pk_v8 zero = {0};
    for (int32_t row = 0; row < point_count; row += pk_rows_at_once) {
        pk_v8 cx[pk_rows_at_once], cy[pk_rows_at_once], cz[pk_rows_at_once];
        pk_v8 fx[pk_rows_at_once], fy[pk_rows_at_once], fz[pk_rows_at_once];
        for (int n = 0; n < pk_rows_at_once; n++) {
            cx[n] = points->x[row + n] - zero;
            cy[n] = points->y[row + n] - zero;
            cz[n] = points->z[row + n] - zero;
            fx[n] = fy[n] = fz[n] = zero;
        }
        for (int32_t block = 0; block < block_count; block++)
            K(add_field)(sources, block, cx, cy, cz, 0, 0, squared_softening, fx, fy, fz);
        for (int n = 0; n < pk_rows_at_once; n++) {
            accelerations->x[row + n] += K(lane_sum)(fx + n);
            accelerations->y[row + n] += K(lane_sum)(fy + n);
            accelerations->z[row + n] += K(lane_sum)(fz + n);
        }
    }
}

static void K(gravity_sums)(
    const pk_bodies *bodies, int32_t first, int32_t end, int32_t count, double squared_softening, pk_sums *sums
) {
    const pk_v8 zero = {0};
    pk_v8 energy = zero, virial = zero;
    for (int32_t row = pk_block * first; row < pk_block * end; row++) {
        const int32_t own = row / pk_block;
        const pk_v8 cx = bodies->x[row] - zero, cy = bodies->y[row] - zero, cz = bodies->z[row] - zero;
        pk_v8 row_energy = zero, row_virial = zero;
        for (int32_t block = own; block < count; block++) {
            const pk_v8 dx = ((const pk_v8 *)bodies->x)[block] - cx, dy = ((const pk_v8 *)bodies->y)[block] - cy;
            const pk_v8 dz = ((const pk_v8 *)bodies->z)[block] - cz;
            const pk_v8 r2 = dx * dx + dy * dy + dz * dz, squares = r2 + squared_softening;
            pk_v8 inverse;
            K(inverse_root)(&squares, &inverse);
            if (block == own) {
                const pk_i8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
                inverse = (pk_v8)((pk_i8)inverse & (lanes > row % pk_block));
            }
            const pk_v8 part = ((const pk_v8 *)bodies->mass)[block] * inverse;
            row_energy += part;
            row_virial += part * (r2 * inverse * inverse);
        }
        energy += bodies->mass[row] * row_energy;
        virial += bodies->mass[row] * row_virial;
    }
    sums->energy = K(lane_sum)(&energy);
    sums->virial = K(lane_sum)(&virial);
}

/// What a block of cells is at a row: the distance d, P d and d P d with P three times the second moments, s^-3, and a guess
/// of s^-2, which is good enough for what a quadrupole adds.
typedef struct {
    pk_v8 x, y, z, px, py, pz, form, squares, inverse_cube, guessed_square;
} K(cell_terms);

static inline __attribute__((always_inline)) void K(compute_terms)(
    const pk_cells *cells, int32_t block, double cx, double cy, double cz, double squared_softening,
    K(cell_terms) *terms
) {
    const double *const column = cells->columns + pk_block * (intptr_t)block;
    const intptr_t n = cells->stride;
    const pk_v8 dx = *(const pk_v8 *)column - cx, dy = *(const pk_v8 *)(column + n) - cy;
    const pk_v8 dz = *(const pk_v8 *)(column + 2 * n) - cz;
    const pk_v8 xx = *(const pk_v8 *)(column + 4 * n), xy = *(const pk_v8 *)(column + 5 * n);
    const pk_v8 xz = *(const pk_v8 *)(column + 6 * n), yy = *(const pk_v8 *)(column + 7 * n);
    const pk_v8 yz = *(const pk_v8 *)(column + 8 * n), zz = *(const pk_v8 *)(column + 9 * n);
    terms->x = dx;
    terms->y = dy;
    terms->z = dz;
    terms->px = xx * dx + xy * dy + xz * dz;
    terms->py = xy * dx + yy * dy + yz * dz;
    terms->pz = xz * dx + yz * dy + zz * dz;
    terms->form = dx * terms->px + dy * terms->py + dz * terms->pz;
    terms->squares = dx * dx + dy * dy + dz * dz + squared_softening;
    K(inverse_cube)(&terms->squares, &terms->inverse_cube, &terms->guessed_square);
}

static void K(gravity_cells)(
    const pk_cells *cells, int32_t block_count, const pk_bodies *points, int32_t point_count, double squared_softening,
    const pk_accelerations *accelerations
) {
    const pk_v8 *const masses = (const pk_v8 *)(cells->columns + 3 * cells->stride);
    const pk_v8 *const half_traces = (const pk_v8 *)(cells->columns + 10 * cells->stride);
    for (int32_t row = 0; row < point_count; row++) {
        pk_v8 fx = {0}, fy = {0}, fz = {0};
        for (int32_t block = 0; block < block_count; block++) {
            K(cell_terms) t;
            K(compute_terms)(cells, block, points->x[row], points->y[row], points->z[row], squared_softening, &t);
            const pk_v8 fifth = t.inverse_cube * t.guessed_square;
            const pk_v8 along = masses[block] * t.inverse_cube
                + (2.5 * t.form * t.guessed_square - half_traces[block]) * fifth;
            fx += t.x * along - t.px * fifth;
            fy += t.y * along - t.py * fifth;
            fz += t.z * along - t.pz * fifth;
        }
        accelerations->x[row] += K(lane_sum)(&fx);
        accelerations->y[row] += K(lane_sum)(&fy);
        accelerations->z[row] += K(lane_sum)(&fz);
    }
}

static void K(gravity_field_potentials)(
    const pk_bodies *sources, int32_t block_count, const pk_bodies *points, int32_t point_count, double squared_softening,
    double *potentials
) {
    for (int32_t row = 0; row < point_count; row++) {
        const double cx = points->x[row], cy = points->y[row], cz = points->z[row];
        pk_v8 sum = {0};
        for (int32_t block = 0; block < block_count; block++) {
            const pk_v8 dx = ((const pk_v8 *)sources->x)[block] - cx, dy = ((const pk_v8 *)sources->y)[block] - cy;
            const pk_v8 dz = ((const pk_v8 *)sources->z)[block] - cz;
            const pk_v8 squares = dx * dx + dy * dy + dz * dz + squared_softening;
            pk_v8 inverse;
            K(inverse_root)(&squares, &inverse);
            sum += ((const pk_v8 *)sources->mass)[block] * inverse;
        }
        potentials[row] += K(lane_sum)(&sum);
    }
}

static void K(gravity_cell_potentials)(
    const pk_cells *cells, int32_t block_count, const pk_bodies *points, int32_t point_count, double squared_softening,
    double *potentials
) {
    const pk_v8 *const masses = (const pk_v8 *)(cells->columns + 3 * cells->stride);
    const pk_v8 *const half_traces = (const pk_v8 *)(cells->columns + 10 * cells->stride);
    for (int32_t row = 0; row < point_count; row++) {
        pk_v8 sum = {0};
        for (int32_t block = 0; block < block_count; block++) {
            K(cell_terms) t;
            K(compute_terms)(cells, block, points->x[row], points->y[row], points->z[row], squared_softening, &t);
            const pk_v8 second = 0.5 * t.form * t.guessed_square - half_traces[block] * (1.0 / 3);
            sum += t.squares * t.inverse_cube * masses[block] + second * t.inverse_cube;
        }
        potentials[row] += K(lane_sum)(&sum);
    }
}
