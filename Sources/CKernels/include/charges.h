// The innermost loops of charges: pairs within a cutoff, and the sums over waves of Ewald's sum. Once for each instruction
// set, chosen when the program runs.
//
// All variants do the same operations in the same order, without fused multiplication and addition. Their results are the
// same bits, and those of the reference in Swift.
#ifndef OBSERVATORY_CHARGES_H
#define OBSERVATORY_CHARGES_H

#include "instruction_set.h"
#include "pair_rows.h"

/// The complementary error function, by polynomials about the middles of intervals: a row of `pk_erfc_row` coefficients for
/// each, and one of zeros behind the last one. Begins at a cache line.
typedef struct {
    const double *coefficients;
    double intervals_per_unit;
    int32_t interval_count;
} pk_erfc_table;

enum { pk_erfc_row = 8 };

/// The interaction k q q' [v(r) - shift - r slope] with v(r) = erfc(damping r) / r, below a cutoff. Nothing acts on charges
/// of 0.
typedef struct {
    pk_erfc_table erfc;
    double squared_cutoff, constant, damping, shift, slope;
} pk_damped_coulomb;

/// As `pk_lennard_jones`, of points whose fourth number is a charge.
void pk_damped_charges(
    k_instruction_set set, const pk_rows *rows, const pk_damped_coulomb *interaction, double *forces, pk_sums *sums);

/// Wave vectors with the same x and y, and with z from a first one on; those with opposite z belong to them. `start` is the
/// number of its first entry.
typedef struct {
    int32_t x, y, first_z, count, start;
} pk_wave_line;

/// So many groups of eight charges are worked on together.
enum { pk_wave_groups = 8 };

/// A block of charges, in groups of eight, and the powers of exp(2 pi i x / L) from 0 on: for each power and each group eight
/// real parts, then eight imaginary ones; so in y and z. All begin at cache lines.
typedef struct {
    const double *charges, *x, *y, *z;
} pk_wave_block;

/// Adds to four doubles for each entry the sums over a block of ac, bd, ad and bc, times the charges, where
/// exp(i(k_x x + k_y y)) = a + i b and exp(i k_z z) = c + i d.
void pk_wave_sums(
    k_instruction_set set, const pk_wave_line *lines, int32_t line_count, const pk_wave_block *block, double *sums);

/// Writes for each of the first groups of a block eight x, eight y and eight z of what acts on charges, from eight
/// coefficients for each entry: four, and the same times k_z. `number_x` and `number_y` are 2 pi / L.
void pk_wave_forces(
    k_instruction_set set, const pk_wave_line *lines, int32_t line_count, const pk_wave_block *block,
    int32_t group_count, double number_x, double number_y, const double *coefficients, double *forces);

#endif
