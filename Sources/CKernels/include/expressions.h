// Programs of expressions, which are run for a block of numbers at a time.
//
// They exist once for each instruction set, chosen when the program runs. All variants do the same operations in the same order,
// without fused multiplication and addition, so that their results are the same bits.
#ifndef OBSERVATORY_EXPRESSIONS_H
#define OBSERVATORY_EXPRESSIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "instruction_set.h"

/// How many numbers are computed at once.
enum { ek_lanes = 8 };

/// What an instruction computes of its operands a, b and c. Truth values are 1 and 0, and not a number where the truth is
/// unknown, by the rules of Kleene's logic of three values.
///
/// The greatest error of each elementary function that was found among 10⁷ arguments of its whole domain stands beside it, in
/// units in the last place; the other functions are rounded once or exact. Zeros, infinities and what is not a number give what
/// IEEE 754 says.
typedef enum {
    ek_copy,
    // Of numbers.
    ek_add, ek_subtract, ek_multiply, ek_divide, ek_negate, ek_square,
    // a b + c, a b - c and c - a b, rounded twice.
    ek_multiply_add, ek_multiply_subtract, ek_subtract_product,
    // Of numbers, to a truth value.
    ek_equal, ek_not_equal, ek_less, ek_less_or_equal,
    // Of truth values.
    ek_and, ek_or, ek_not,
    // b where the truth value a is 1, c where it is 0.
    ek_select,
    // Piecewise. Halves are rounded away from 0; the rest has the sign of b.
    ek_abs, ek_sqrt, ek_floor, ek_ceil, ek_round, ek_sign, ek_min, ek_max, ek_mod,
    // 0.86, 0.85, 0.72 and 0.86.
    ek_exp, ek_log, ek_log10, ek_power,
    // exp(a) - 1 and log(1 + a): 1.6 and 1.5.
    ek_expm1, ek_log1p,
    // 0.79, 0.78, 2.2, 1.14, 1.01, 1.9 and 1.9.
    ek_sin, ek_cos, ek_tan, ek_asin, ek_acos, ek_atan, ek_atan2,
    // 1.7, 1.3, 1.3 and 1.2.
    ek_sinh, ek_cosh, ek_tanh, ek_hypot,
    // The derivative of the order c, from 0 to 3, of the spline b at a; not a number outside of its knots. The slot b has, for all
    // elements, how many knots there are, these in ascending order, and for the interval behind each but the last four coefficients of
    // powers of the distance from the knot, from that of 0 on.
    ek_spline,
    // Two of the operations above at once, rounded twice: a + b or a - b, and with it and c what the second one says, ...
    ek_sum_add, ek_sum_subtract, ek_subtract_sum, ek_sum_multiply, ek_sum_divide,
    ek_difference_add, ek_difference_subtract, ek_subtract_difference, ek_difference_multiply, ek_difference_divide,
    // ... and -a / b.
    ek_opposite_divide,
} ek_operation;

/// An operation on slots. The result is none of the operands. Those that it does not read are the same as the first one.
typedef struct {
    int32_t operation, result, a, b, c;
} ek_instruction;

/// Where numbers are: one after the other, or the same for all.
typedef struct {
    /// As many as a block has, up to the next multiple of `ek_lanes`; or `ek_lanes` times the same one.
    double *numbers;
    /// `ek_lanes`, or 0 where all are the same. It is written for results.
    int32_t step;
    /// Whether it must have a number for each element though they are the same.
    int32_t is_full;
    /// Null, or to what a multiple of the results is added, which takes their place.
    const double *base;
} ek_slot;

/// Runs a program for `count` elements, of which there is at least one. Up to the next multiple of `ek_lanes`, numbers are read
/// and written that mean nothing.
void ek_run(
    k_instruction_set set, const ek_instruction *instructions, int64_t instruction_count, ek_slot *slots, int64_t count);

/// Runs a program as `ek_run`, and of results x that have a base y forms y + factor x + 0.
///
/// Returns whether all these sums are finite, up to the next multiple of `ek_lanes`.
bool ek_run_and_add(
    k_instruction_set set, const ek_instruction *instructions, int64_t instruction_count, ek_slot *slots, int64_t count,
    double factor);

/// Compares the numbers of two slots.
///
/// `bits` receives a bit for each element, in words of 64: whether the comparison holds and is known to. Those behind the last
/// element are 0.
void ek_compare(k_instruction_set set, int32_t operation, ek_slot a, ek_slot b, int64_t count, uint64_t *bits);

#endif
