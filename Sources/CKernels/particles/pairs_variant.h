// The loops for one instruction set. Included once for each with K(name), the name of a function in that set, and with
// K_HAS_AVX512 or K_HAS_AVX2 where the set has these.
#include "points_variant.h"

/// A bit for each of eight comparisons.
static inline __attribute__((always_inline)) uint32_t K(near_bits)(const pk_i8 *comparisons) {
#if defined(K_HAS_AVX512)
    return _mm512_movepi64_mask((__m512i)*comparisons);
#elif defined(K_HAS_AVX2)
    const __m256d *parts = (const __m256d *)comparisons;
    return (uint32_t)_mm256_movemask_pd(parts[0]) | (uint32_t)_mm256_movemask_pd(parts[1]) << 4;
#else
    uint32_t bits = 0;
    for (int lane = 0; lane < 8; lane++) bits |= (uint32_t)(*comparisons)[lane] & 1u << lane;
    return bits;
#endif
}

/// Writes those of eight numbers whose bits are set one after the other. Eight are written over.
static inline __attribute__((always_inline)) void K(compress)(uint32_t bits, const pk_v8 *numbers, double *target) {
#if defined(K_HAS_AVX512)
    // In a register, since storing parts is slow on some processors.
    _mm512_storeu_pd(target, _mm512_maskz_compress_pd((__mmask8)bits, (__m512d)*numbers));
#else
    double lanes[8];
    __builtin_memcpy(lanes, numbers, sizeof lanes);
    int32_t count = 0;
    for (int lane = 0; lane < 8; lane++) {
        target[count] = lanes[lane];
        count += bits >> lane & 1;
    }
#endif
}

/// Puts numbers that follow each other to where bits are set among eight, and 0 to the others.
static inline __attribute__((always_inline)) void K(expand)(uint32_t bits, const double *numbers, pk_v8 *target) {
#if defined(K_HAS_AVX512)
    *target = (pk_v8)_mm512_maskz_expand_pd((__mmask8)bits, _mm512_loadu_pd(numbers));
#else
    double lanes[8];
    int32_t count = 0;
    for (int lane = 0; lane < 8; lane++) {
        const int32_t is_near = bits >> lane & 1;
        lanes[lane] = is_near ? numbers[count] : 0;
        count += is_near;
    }
    __builtin_memcpy(target, lanes, sizeof lanes);
#endif
}

static inline __attribute__((always_inline)) int32_t K(find_pairs_labelled)(
    const pk_rows *rows, int32_t row, const pk_nearness *nearness, const pk_row_pairs *pairs, const int is_narrow,
    const pk_label label
) {
    const pk_v4 *const points = (const pk_v4 *)rows->points;
    const pk_v8 zero = {0};
    const double *center = (const double *)(points + rows->slots[row]);
    const pk_v8 charge = center[3] - zero;
    const double *cutoffs = nearness->squared_cutoffs;
    if (label == pk_label_type) cutoffs += nearness->type_count * (int32_t)center[3];
    pk_v8 cutoff = cutoffs[0] - zero;
    const int32_t first = rows->starts[row], end = rows->starts[row + 1];
    int32_t count = 0;
    for (int32_t n = first; n < end; n += pk_block) {
        pk_v8 dx, dy, dz, mark;
        K(distances)(rows, n, is_narrow, center, &dx, &dy, &dz, &mark);
        const pk_v8 r2 = dx * dx + dy * dy + dz * dz;
        if (label == pk_label_type)
            for (int lane = 0; lane < 8; lane++) cutoff[lane] = cutoffs[(int32_t)mark[lane]];
        pk_i8 is_near = r2 < cutoff;
        if (label == pk_label_charge) {
            mark *= charge;
            is_near &= mark != zero;
        }
        const uint32_t bits = K(near_bits)(&is_near);
        const int32_t place = n - first;
        __builtin_memcpy(pairs->dx + place, &dx, sizeof dx);
        __builtin_memcpy(pairs->dy + place, &dy, sizeof dy);
        __builtin_memcpy(pairs->dz + place, &dz, sizeof dz);
        pairs->near[place / pk_block] = (uint8_t)bits;
        K(compress)(bits, &r2, pairs->squared_distances + count);
        if (label != pk_label_none) K(compress)(bits, &mark, pairs->labels + count);
        count += __builtin_popcount(bits);
    }
    return count;
}

static int32_t K(find_pairs)(
    const pk_rows *rows, int32_t row, const pk_nearness *nearness, const pk_row_pairs *pairs
) {
    if (nearness->label == pk_label_none) {
        if (rows->is_narrow) return K(find_pairs_labelled)(rows, row, nearness, pairs, 1, pk_label_none);
        return K(find_pairs_labelled)(rows, row, nearness, pairs, 0, pk_label_none);
    }
    if (nearness->label == pk_label_type)
        return K(find_pairs_labelled)(rows, row, nearness, pairs, rows->is_narrow, pk_label_type);
    return K(find_pairs_labelled)(rows, row, nearness, pairs, rows->is_narrow, pk_label_charge);
}

static void K(add_pairs)(
    const pk_rows *rows, int32_t row, const pk_row_pairs *pairs, double *force, int32_t wants_sums
) {
    const pk_v8 zero = {0};
    pk_v8 fx = zero, fy = zero, fz = zero, energy, virial;
    __builtin_memcpy(&energy, pairs->sums, sizeof energy);
    __builtin_memcpy(&virial, pairs->sums + 8, sizeof virial);
    const int32_t length = rows->starts[row + 1] - rows->starts[row];
    int32_t count = 0;
    for (int32_t n = 0; n < length; n += pk_block) {
        const uint32_t bits = pairs->near[n / pk_block];
        pk_v8 dx, dy, dz, f, u;
        __builtin_memcpy(&dx, pairs->dx + n, sizeof dx);
        __builtin_memcpy(&dy, pairs->dy + n, sizeof dy);
        __builtin_memcpy(&dz, pairs->dz + n, sizeof dz);
        K(expand)(bits, pairs->forces + count, &f);
        fx += dx * f;
        fy += dy * f;
        fz += dz * f;
        if (wants_sums) {
            K(expand)(bits, pairs->energies + count, &u);
            energy += u;
            virial += f * (dx * dx + dy * dy + dz * dz);
        }
        count += __builtin_popcount(bits);
    }
    force[0] = pk_sum(&fx);
    force[1] = pk_sum(&fy);
    force[2] = pk_sum(&fz);
    __builtin_memcpy(pairs->sums, &energy, sizeof energy);
    __builtin_memcpy(pairs->sums + 8, &virial, sizeof virial);
}
