// Runs each kernel on random numbers and prints a checksum of the bits that it writes, a line for each: with the instruction set
// whose number is given, 0 for the baseline, or nothing where the processor does not have it. All processors and sets have to
// print the same.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CKernels.h"

#pragma STDC FP_CONTRACT OFF

// MARK: - Random numbers and checksums

static uint64_t seed;

/// The generator splitmix64.
static uint64_t word(void) {
    uint64_t z = (seed += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

static double uniform(double least, double greatest) {
    return least + (greatest - least) * ((double)(word() >> 11) * 0x1p-53);
}

static int32_t below(int32_t bound) { return (int32_t)(word() % (uint64_t)bound); }

/// Numbers that begin at a cache line, with room behind them.
static void *numbers(size_t count, size_t size) {
    void *const pointer = aligned_alloc(64, (count * size + 2048) / 64 * 64);
    if (!pointer) exit(1);
    memset(pointer, 0, (count * size + 2048) / 64 * 64);
    return pointer;
}

static double *uniform_numbers(int64_t count, double least, double greatest) {
    double *const values = numbers((size_t)count, sizeof(double));
    for (int64_t n = 0; n < count; n++) values[n] = uniform(least, greatest);
    return values;
}

/// FNV-1a.
static uint64_t hash(uint64_t sum, const void *bytes, size_t count) {
    const unsigned char *byte = bytes;
    for (size_t n = 0; n < count; n++) sum = (sum ^ byte[n]) * 0x100000001B3ull;
    return sum;
}

static void print(const char *name, int number, uint64_t sum) {
    printf("%s %d %016llx\n", name, number, (unsigned long long)sum);
}

static const uint64_t begin = 0xCBF29CE484222325ull;

// MARK: - Oscillators

static void oscillators(k_instruction_set set, int number) {
    enum { rows = 301, edges = 4099 };
    double *const phases = uniform_numbers(rows, -10, 10);
    for (int n = 0; n < rows; n += 7) phases[n] *= pow(10, below(18));
    double *const pairs = numbers(2 * rows, sizeof(double));
    nk_sines(set, phases, pairs, rows);
    print("sines", number, hash(begin, pairs, 2 * rows * sizeof(double)));

    uint32_t starts[rows], ends[rows];
    int32_t order[rows], *const neighbours = numbers(edges + nk_fetch_distance, sizeof(int32_t));
    for (int row = 0; row < rows; row++) {
        starts[row] = (uint32_t)below(edges - 40);
        ends[row] = starts[row] + (uint32_t)below(40);
        order[row] = (row * 17) % rows;
    }
    for (int edge = 0; edge < edges; edge++) neighbours[edge] = below(rows);
    double *const weights = uniform_numbers(edges, -2, 2), *const frequencies = uniform_numbers(rows, -1, 1);
    double *const velocities = numbers(rows, sizeof(double));
    const nk_phase_rows table = {
        starts, ends, neighbours, number % 2 ? weights : NULL, number % 4 < 2 ? order : NULL,
        edges - nk_fetch_distance, pairs, frequencies, uniform(-1, 1), uniform(-1, 1)};
    nk_phase_velocities(&table, 0, rows, velocities);
    print("phase-velocities", number, hash(begin, velocities, rows * sizeof(double)));
}

// MARK: - Expressions

/// Numbers of all sizes, among which are special ones.
static double any_number(void) {
    static const double special[] = {0, -0.0, 1, -1, 2, 0.5, 1e-310, INFINITY, -INFINITY, NAN};
    if (below(10) == 0) return special[below(sizeof special / sizeof *special)];
    return below(3) ? uniform(-4, 4) : ldexp(uniform(-1, 1), below(2000) - 1000);
}

/// An operation that has no spline.
static int32_t operation(int number) {
    const int32_t operation = number % ek_opposite_divide;
    return operation < ek_spline ? operation : operation + 1;
}

/// Each operation, and programs of several, the last block of which is not full; sums with results, and comparisons
/// with 0.
static void expressions(k_instruction_set set, int number) {
    enum { block = 256, slot_count = 6, length = 30 };
    const int count = 1 + below(block);
    ek_slot slots[slot_count];
    for (int slot = 0; slot < slot_count; slot++) {
        double *const values = numbers(block, 8);
        for (int n = 0; n < block; n++) values[n] = any_number();
        const int is_same = slot == 2;
        for (int n = 0; is_same && n < ek_lanes; n++) values[n] = values[0];
        slots[slot] = (ek_slot){values, is_same ? 0 : ek_lanes, slot == slot_count - 1, NULL};
    }
    ek_instruction instructions[length];
    for (int n = 0; n < length; n++) {
        const int result = n == length - 1 ? slot_count - 1 : 3 + n % 3;
        int operands[3];
        for (int k = 0; k < 3; k++) operands[k] = (result + 1 + below(slot_count - 1)) % slot_count;
        instructions[n] = (ek_instruction){operation(below(ek_opposite_divide)), result, operands[0], operands[1], operands[2]};
    }
    instructions[length - 1].operation = operation(number);
    if (number % 3 == 0) slots[slot_count - 1].base = uniform_numbers(block, -1, 1);
    ek_run_and_add(set, instructions, length, slots, count, 0.01);
    // Which of the numbers that are none it is differs between processors.
    double *const result = slots[slot_count - 1].numbers;
    for (int n = 0; n < count; n++)
        if (result[n] != result[n]) result[n] = 0x1p-1000;
    print("expressions", number, hash(begin, result, 8 * (size_t)count));

    double zeros[ek_lanes] = {0};
    const ek_slot zero = {zeros, 0, 0, NULL};
    uint64_t bits[block / 64] = {0};
    ek_compare(set, ek_equal + number % 4, slots[slot_count - 1], zero, count, bits);
    print("comparisons", number, hash(begin, bits, sizeof bits));
}

// MARK: - Cells

/// Three rows of cells, of which any but the middle one may be missing.
static void cells(k_instruction_set set, int number) {
    const int64_t count = nk_cells_at_once + below(300);
    uint8_t *rows[3], *const target = numbers((size_t)count, 1);
    for (int row = 0; row < 3; row++) {
        rows[row] = numbers((size_t)count + 2, 1);
        for (int64_t n = 0; n < count + 2; n++) rows[row][n] = word() & 1;
    }
    nk_cells(
        set, number % 5 ? rows[0] + 1 : NULL, rows[1] + 1, number % 7 ? rows[2] + 1 : NULL, number % 2, (uint32_t)word(),
        target, count);
    print("cells", number, hash(begin, target, (size_t)count));
}

// MARK: - Sums of rates

static void rate_sums(k_instruction_set set, int number) {
    const int count = 1 + below(300);
    double *const state = numbers((size_t)count, 8), *const rates = numbers((size_t)count, 8);
    for (int n = 0; n < count; n++) state[n] = any_number();
    for (int n = 0; n < count; n++) rates[n] = any_number();
    const bool is_finite = k_add_rates(set, state, any_number(), rates, count);
    for (int n = 0; n < count; n++)
        if (rates[n] != rates[n]) rates[n] = 0x1p-1000;
    print("rate-sums", number, hash(hash(begin, rates, 8 * (size_t)count), &is_finite, sizeof is_finite));
}

// MARK: - Spins

static void spins(k_instruction_set set, int number) {
    const int32_t rows = 2 * (1 + below(40)), columns = number % 3 ? 1 + below(700) : 512 * (1 + below(2));
    const int64_t words = (columns + 63) / 64, total = words * rows, room = (total + sk_block - 1) / sk_block * sk_block;
    uint64_t *const colors[2] = {numbers((size_t)room, 8), numbers((size_t)room, 8)};
    for (int color = 0; color < 2; color++)
        for (int64_t n = 0; n < total; n++) {
            const int bits = n % words == words - 1 ? columns - (int32_t)(words - 1) * 64 : 64;
            colors[color][n] = word() & (~0ull >> (64 - bits));
        }
    const sk_rule rule = {
        number % 2 ? 7 : 0x63, number % 2 == 0, 2, {number % 2 ? 3 : 2, 4}, {word(), word()}};
    for (int sweep = 0; sweep < 4; sweep++) {
        const sk_lattice lattice = {colors[sweep % 2], colors[1 - sweep % 2], rows, columns, sweep % 2};
        const sk_stream stream = {{word(), word()}, (uint64_t)sweep};
        sk_sweep(set, &lattice, &rule, &stream, 0, room / sk_block);
    }
    uint64_t sum = hash(hash(begin, colors[0], (size_t)total * 8), colors[1], (size_t)total * 8);
    print("spins", number, sum);
    const sk_lattice lattice = {colors[0], colors[1], rows, columns, 0};
    const int64_t aligned = sk_aligned_pairs(set, &lattice);
    print("aligned-pairs", number, hash(begin, &aligned, sizeof aligned));
}

// MARK: - Pairs of particles

/// Points sorted by cells of length 1 in a cube, and their neighbours.
typedef struct {
    int32_t count;
    double *points;
    pk_rows rows;
} neighbourhood;

static neighbourhood search(k_instruction_set set, int number) {
    enum { cells = 9 };
    const int32_t count = 400 + below(400), capacity = 200 * count;
    float *const columns[3] = {
        numbers((size_t)count + 2 * pk_rest, 4), numbers((size_t)count + 2 * pk_rest, 4),
        numbers((size_t)count + 2 * pk_rest, 4)};
    int32_t *const starts = numbers(cells * cells * cells + 1, 4), *const of_row = numbers((size_t)count, 4);
    int32_t *const slots = numbers((size_t)count, 4), *const row_starts = numbers((size_t)count + 1, 4);
    double *const points = numbers(4 * (size_t)(count + 1), 8);
    int32_t slot = 0;
    for (int32_t cell = 0; cell < cells * cells * cells; cell++) {
        starts[cell] = slot;
        const int32_t rest = cells * cells * cells - cell;
        // The points that remain are spread over the cells that remain.
        for (int32_t left = count - slot; left > 0 && below(rest) < left; left -= rest, slot++) {
            const double place[3] = {cell % cells, cell / cells % cells, cell / (cells * cells)};
            for (int axis = 0; axis < 3; axis++) {
                points[4 * slot + axis] = place[axis] + uniform(0, 1);
                columns[axis][slot] = (float)points[4 * slot + axis];
            }
            points[4 * slot + 3] = below(2);
            of_row[slot] = cell;
            slots[slot] = slot;
        }
    }
    starts[cells * cells * cells] = slot;
    for (int axis = 0; axis < 3; axis++) {
        points[4 * slot + axis] = 1e30;
        for (int32_t n = slot; n < slot + pk_rest; n++) columns[axis][n] = 3e38f;
    }
    pk_line lines[49];
    int32_t line_count = 0;
    for (int32_t layer = -3; layer <= 3; layer++)
        for (int32_t line = -3; line <= 3; line++)
            lines[line_count++] = (pk_line){layer, line, (layer * cells + line) * cells, 3};
    const int is_narrow = number % 2;
    void *const neighbours = numbers((size_t)capacity, 4);
    pk_candidates candidates = {
        numbers((size_t)count + 64, 4), numbers((size_t)count + 64, 4), numbers((size_t)count + 64, 4),
        numbers((size_t)count + 64, 4), count + 64, 0};
    const pk_grid grid = {
        columns[0], columns[1], columns[2], starts, cells, cells, cells, lines, line_count, 6.25f, slot, is_narrow};
    const int32_t done = pk_search(set, &grid, slots, of_row, 0, slot, &candidates, row_starts, neighbours, capacity);
    if (done != slot) exit(2);
    uint64_t sum = hash(begin, row_starts, 4 * ((size_t)slot + 1));
    sum = hash(sum, neighbours, (size_t)row_starts[slot] * (is_narrow ? 2 : 4));
    print("search", number, sum);
    return (neighbourhood){slot, points, {points, slots, row_starts, neighbours, slot, is_narrow}};
}

/// An interaction that the kernels do not know.
static void pairs_of_others(k_instruction_set set, int number, const neighbourhood *near, pk_label label) {
    double cutoffs[4] = {uniform(4, 6), uniform(4, 6), 0, uniform(4, 6)};
    cutoffs[2] = cutoffs[1];
    const pk_nearness nearness = {cutoffs, label == pk_label_type ? 2 : 1, label};
    int32_t longest = 0;
    for (int32_t row = 0; row < near->count; row++) {
        const int32_t length = near->rows.starts[row + 1] - near->rows.starts[row];
        if (length > longest) longest = length;
    }
    double *columns[7];
    for (int n = 0; n < 7; n++) columns[n] = numbers((size_t)longest + pk_block, 8);
    const pk_row_pairs pairs = {
        columns[0], columns[1], columns[2], numbers((size_t)longest + pk_block, 1),
        columns[3], columns[4], columns[5], columns[6], numbers(2 * pk_block, 8)};
    double *const forces = numbers(4 * (size_t)near->count, 8);
    uint64_t sum = begin;
    for (int32_t row = 0; row < near->count; row++) {
        const int32_t count = pk_find_pairs(set, &near->rows, row, &nearness, &pairs);
        for (int32_t n = 0; n < count; n++) {
            const double r2 = pairs.squared_distances[n], mark = label == pk_label_none ? 1 : pairs.labels[n];
            pairs.energies[n] = (mark + 0.5) / r2;
            pairs.forces[n] = pairs.energies[n] / (1 + r2);
        }
        sum = hash(sum, pairs.squared_distances, 8 * (size_t)count);
        pk_add_pairs(set, &near->rows, row, &pairs, forces + 4 * row, number / 2 % 2);
    }
    const double totals[2] = {pk_total(pairs.sums), pk_total(pairs.sums + pk_block)};
    sum = hash(hash(sum, forces, 32 * (size_t)near->count), totals, sizeof totals);
    print("other-pairs", 3 * number + (int)label, sum);
}

static void pairs_of_particles(k_instruction_set set, int number) {
    const neighbourhood near = search(set, number);
    double *const forces = numbers(4 * (size_t)near.count, 8);
    pk_sums sums = {0, 0};
    const int has_sums = number / 2 % 2, is_shifted = number / 4 % 2, type_count = 1 + number / 8 % 2;
    pk_lennard_jones_pair table[4];
    for (int n = 0; n < 4; n++)
        table[n] = (pk_lennard_jones_pair){
            uniform(4, 6), uniform(20, 48), uniform(10, 24), uniform(2, 4), uniform(2, 4), uniform(-0.1, 0.1),
            is_shifted ? uniform(0, 0.1) : 0};
    table[2] = table[1];
    const pk_lennard_jones_table types = {table, type_count, is_shifted};
    if (type_count == 1)
        for (int32_t n = 0; n < near.count; n++) near.points[4 * n + 3] = 0;
    pk_lennard_jones(set, &near.rows, &types, forces, has_sums ? &sums : NULL);
    print("lennard-jones", number, hash(hash(begin, forces, 32 * (size_t)near.count), &sums, sizeof sums));

    pairs_of_others(set, number, &near, type_count == 1 ? pk_label_none : pk_label_type);

    enum { intervals = 60 };
    double *const coefficients = uniform_numbers(pk_erfc_row * intervals, -1, 1);
    for (int n = 0; n < pk_erfc_row; n++) coefficients[pk_erfc_row * (intervals - 1) + n] = 0;
    for (int32_t n = 0; n < near.count; n++) near.points[4 * n + 3] = below(3) - 1;
    const pk_damped_coulomb interaction = {
        {coefficients, 20, intervals - 1}, uniform(3, 6), uniform(1, 2), uniform(0.5, 2), uniform(0, 0.1),
        uniform(0, 0.1)};
    memset(forces, 0, 32 * (size_t)near.count);
    sums = (pk_sums){0, 0};
    pk_damped_charges(set, &near.rows, &interaction, forces, has_sums ? &sums : NULL);
    print("damped-charges", number, hash(hash(begin, forces, 32 * (size_t)near.count), &sums, sizeof sums));
    pairs_of_others(set, number, &near, pk_label_charge);
}

static void waves(k_instruction_set set, int number) {
    enum { greatest = 5, powers = greatest + 1, group = 8 };
    const size_t factors = powers * pk_wave_groups * 2 * group;
    double *const charges = uniform_numbers(pk_wave_groups * group, -1, 1);
    double *const x = uniform_numbers((int64_t)factors, -1, 1), *const y = uniform_numbers((int64_t)factors, -1, 1);
    double *const z = uniform_numbers((int64_t)factors, -1, 1);
    const pk_wave_block block = {charges, x, y, z};
    pk_wave_line lines[powers * powers];
    int32_t entries = 0, line_count = 0;
    for (int32_t kx = 0; kx < powers; kx++)
        for (int32_t ky = 0; ky < powers; ky++) {
            const int32_t first = kx + ky == 0, count = 1 + below(greatest);
            lines[line_count++] = (pk_wave_line){kx, ky, first, count, entries};
            entries += count;
        }
    double *const sums = numbers(4 * (size_t)entries, 8), *const forces = numbers(3 * group * pk_wave_groups, 8);
    pk_wave_sums(set, lines, line_count, &block, sums);
    print("wave-sums", number, hash(begin, sums, 32 * (size_t)entries));
    double *const coefficients = uniform_numbers(8 * (int64_t)entries, -1, 1);
    const int32_t groups = 1 + below(pk_wave_groups);
    pk_wave_forces(set, lines, line_count, &block, groups, uniform(0, 1), uniform(0, 1), coefficients, forces);
    print("wave-forces", number, hash(begin, forces, 24 * group * (size_t)groups));
}

// MARK: - Gravity

static void gravity(k_instruction_set set, int number) {
    const int32_t blocks = 2 + below(20), count = blocks * pk_block;
    double *const columns[4] = {
        uniform_numbers(count, -1, 1), uniform_numbers(count, -1, 1), uniform_numbers(count, -1, 1),
        uniform_numbers(count, 0, 1)};
    double *const sums[3] = {numbers((size_t)count, 8), numbers((size_t)count, 8), numbers((size_t)count, 8)};
    const pk_bodies bodies = {columns[0], columns[1], columns[2], columns[3]};
    const pk_accelerations accelerations = {sums[0], sums[1], sums[2]};
    const double softening = number % 2 ? uniform(0, 0.1) : 0;
#define PRINT_ACCELERATIONS(name) \
    print(name, number, hash(hash(hash(begin, sums[0], 8 * (size_t)count), sums[1], 8 * (size_t)count), sums[2], \
        8 * (size_t)count))
    pk_gravity_pairs(set, &bodies, 0, blocks / 2, blocks, softening, &accelerations);
    PRINT_ACCELERATIONS("gravity-pairs");
    pk_sums totals = {0, 0};
    pk_gravity_sums(set, &bodies, 0, blocks / 2, blocks, softening, &totals);
    print("gravity-sums", number, hash(begin, &totals, sizeof totals));

    double *const places[3] = {uniform_numbers(count, 2, 3), uniform_numbers(count, -1, 1), uniform_numbers(count, -1, 1)};
    const pk_bodies points = {places[0], places[1], places[2], columns[3]};
    pk_gravity_field(set, &bodies, blocks, &points, count, softening, &accelerations);
    PRINT_ACCELERATIONS("gravity-field");
    const pk_cells cells = {uniform_numbers(11 * (int64_t)count, 0, 1), count};
    pk_gravity_cells(set, &cells, blocks, &points, count, softening, &accelerations);
    PRINT_ACCELERATIONS("gravity-cells");
#undef PRINT_ACCELERATIONS
    pk_gravity_field_potentials(set, &bodies, blocks, &points, count, softening, sums[0]);
    print("gravity-field-potentials", number, hash(begin, sums[0], 8 * (size_t)count));
    pk_gravity_cell_potentials(set, &cells, blocks, &points, count, softening, sums[1]);
    print("gravity-cell-potentials", number, hash(begin, sums[1], 8 * (size_t)count));
}

// MARK: - Checksums

/// Bytes that begin anywhere. All sets but the baseline stand for extensions that do not follow from them.
static void checksums(bool by_extensions, int number) {
    enum { blocks = 40 };
    uint8_t *const bytes = numbers(blocks * k_sha256_block + 16, 1);
    for (int n = 0; n < blocks * k_sha256_block + 16; n++) bytes[n] = (uint8_t)word();
    uint32_t state[k_sha256_words];
    for (int n = 0; n < k_sha256_words; n++) state[n] = (uint32_t)word();
    const int32_t start = below(16), count = below(blocks + 1);
    k_sha256(by_extensions, state, bytes + start, count);
    print("sha256", number, hash(begin, state, sizeof state));
}

int main(int count, char **arguments) {
    const int set = count > 1 ? atoi(arguments[1]) : 0;
    if (set > (int)k_best_instruction_set())
        return 0;
    for (int number = 0; number < 100; number++) {
        seed = (uint64_t)number;
        oscillators((k_instruction_set)set, number);
        cells((k_instruction_set)set, number);
        spins((k_instruction_set)set, number);
        pairs_of_particles((k_instruction_set)set, number);
        waves((k_instruction_set)set, number);
        checksums(set > 0 && k_has_sha(), number);
        gravity((k_instruction_set)set, number);
        expressions((k_instruction_set)set, number);
        rate_sums((k_instruction_set)set, number);
    }
    return 0;
}
