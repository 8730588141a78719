// The points of eight neighbours side by side, for one instruction set.

/// How far a point is away from the eight neighbours of its row from place `n` on, and what stands beside their coordinates.
static inline __attribute__((always_inline)) void K(distances)(
    const pk_rows *rows, int32_t n, const int is_narrow, const double *center, pk_v8 *dx, pk_v8 *dy, pk_v8 *dz,
    pk_v8 *labels
) {
    const pk_v4 *const points = (const pk_v4 *)rows->points;
    const pk_v8 zero = {0};
#define PK_POINT(k) \
    points[is_narrow ? ((const uint16_t *)rows->neighbours)[n + k] : ((const int32_t *)rows->neighbours)[n + k]]
    const pk_v4 p0 = PK_POINT(0), p1 = PK_POINT(1), p2 = PK_POINT(2), p3 = PK_POINT(3);
    const pk_v4 p4 = PK_POINT(4), p5 = PK_POINT(5), p6 = PK_POINT(6), p7 = PK_POINT(7);
#undef PK_POINT
    const pk_v8 p02 = __builtin_shufflevector(p0, p2, 0, 1, 2, 3, 4, 5, 6, 7);
    const pk_v8 p13 = __builtin_shufflevector(p1, p3, 0, 1, 2, 3, 4, 5, 6, 7);
    const pk_v8 p46 = __builtin_shufflevector(p4, p6, 0, 1, 2, 3, 4, 5, 6, 7);
    const pk_v8 p57 = __builtin_shufflevector(p5, p7, 0, 1, 2, 3, 4, 5, 6, 7);
    const pk_v8 xz0 = __builtin_shufflevector(p02, p13, 0, 8, 2, 10, 4, 12, 6, 14);
    const pk_v8 yw0 = __builtin_shufflevector(p02, p13, 1, 9, 3, 11, 5, 13, 7, 15);
    const pk_v8 xz4 = __builtin_shufflevector(p46, p57, 0, 8, 2, 10, 4, 12, 6, 14);
    const pk_v8 yw4 = __builtin_shufflevector(p46, p57, 1, 9, 3, 11, 5, 13, 7, 15);
    *dx = (center[0] - zero) - __builtin_shufflevector(xz0, xz4, 0, 1, 4, 5, 8, 9, 12, 13);
    *dy = (center[1] - zero) - __builtin_shufflevector(yw0, yw4, 0, 1, 4, 5, 8, 9, 12, 13);
    *dz = (center[2] - zero) - __builtin_shufflevector(xz0, xz4, 2, 3, 6, 7, 10, 11, 14, 15);
    *labels = __builtin_shufflevector(yw0, yw4, 2, 3, 6, 7, 10, 11, 14, 15);
}
