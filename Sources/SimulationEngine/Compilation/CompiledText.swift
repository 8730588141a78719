/// What stands before the functions of a text in C, for GCC and Clang alike. The operations are those of `ek_run`, in its words.
enum CompiledText {
    static let beginning = #"""
        // Formulas, written by Observatory, which has them compiled to compute them faster, and with the same bits, than it does without. Each
        // function does several instructions of a program for blocks of elements.
        #include <stdint.h>

        // Vectors are as wide as those of the processor.
        #if defined(__AVX512F__)
        enum { width = 8 };
        #elif defined(__AVX2__) && defined(__FMA__)
        enum { width = 4 };
        #else
        enum { width = 2 };
        #endif
        typedef double numbers __attribute__((vector_size(8 * width)));
        typedef double unaligned __attribute__((vector_size(8 * width), aligned(8), may_alias));
        typedef int64_t integers __attribute__((vector_size(8 * width)));
        typedef uint64_t words __attribute__((vector_size(8 * width)));
        typedef struct { double *numbers; int32_t step, is_full; const double *base; } slot;
        enum { lanes = 8 };

        #define INLINE static inline __attribute__((always_inline, unused))
        #define all_bits (~(words){0})

        INLINE double number(uint64_t bits) { union { uint64_t bits; double number; } both = {bits}; return both.number; }
        INLINE numbers all(double number) { return number - (numbers){0}; }
        INLINE numbers load(const double *place) { return *(const unaligned *)place; }
        INLINE void store(double *place, numbers x) { *(unaligned *)place = x; }
        /// Writes a number that is the same for all elements as often as others read it.
        INLINE void fill(double *place, int64_t step) {
            if (!step) for (int n = width; n < lanes; n += width) store(place + n, load(place));
        }
        INLINE numbers choose(integers mask, numbers x, numbers y) { return (numbers)(((integers)x & mask) | ((integers)y & ~mask)); }
        INLINE numbers abs_of(numbers x) { return (numbers)((integers)x & INT64_MAX); }
        INLINE numbers truth(integers is_true, integers is_known) {
            return choose(is_known, choose(is_true, all(1), all(0)), all(__builtin_nan("")));
        }
        INLINE numbers equal_of(numbers x, numbers y) { return truth(x == y, (x == x) & (y == y)); }
        INLINE numbers notEqual_of(numbers x, numbers y) { return truth(x != y, (x == x) & (y == y)); }
        INLINE numbers less_of(numbers x, numbers y) { return truth(x < y, (x == x) & (y == y)); }
        INLINE numbers lessOrEqual_of(numbers x, numbers y) { return truth(x <= y, (x == x) & (y == y)); }
        INLINE numbers and_of(numbers x, numbers y) { return choose((x == 0.0) | (y == 0.0), all(0), x * y); }
        INLINE numbers or_of(numbers x, numbers y) { return choose((x == 1.0) | (y == 1.0), all(1), x + y); }
        INLINE numbers select_of(numbers x, numbers y, numbers z) {
            return choose(x == 1.0, y, choose(x == 0.0, z, all(__builtin_nan(""))));
        }
        INLINE numbers sign_of(numbers x) { return choose(x > 0.0, all(1), choose(x < 0.0, all(-1), x)); }
        INLINE numbers min_of(numbers x, numbers y) { return choose((x < y) | (x != x), x, y); }
        INLINE numbers max_of(numbers x, numbers y) { return choose((x > y) | (x != x), x, y); }

        // What C has of no vectors: compilers do not always see that the same is done to each element.
        #if defined(__AVX512F__)
        #define ROUND "vrndscalepd"
        #elif defined(__AVX2__) && defined(__FMA__)
        #define ROUND "vroundpd"
        #endif
        #if defined(ROUND)
        #define ONE(name, number_of, text) INLINE numbers name(numbers x) { __asm__(text " %1, %0" : "=v"(x) : "v"(x)); return x; }
        #define THREE(name, number_of, text) INLINE numbers name(numbers x, numbers y, numbers z) { \
            __asm__(text " %2, %1, %0" : "+v"(x) : "v"(y), "v"(z)); \
            return x; \
        }
        #else
        #define ONE(name, number_of, text) INLINE numbers name(numbers x) { \
            for (int n = 0; n < width; n++) x[n] = number_of(x[n]); \
            return x; \
        }
        #define THREE(name, number_of, text) INLINE numbers name(numbers x, numbers y, numbers z) { \
            for (int n = 0; n < width; n++) x[n] = number_of(x[n], y[n], z[n]); \
            return x; \
        }
        #endif
        #if defined(ROUND) || defined(__ARM_FEATURE_FMA)
        enum { has_multiply_add = 1 };
        #else
        enum { has_multiply_add = 0 };
        #endif

        ONE(sqrt_of, __builtin_sqrt, "vsqrtpd")
        ONE(floor_of, __builtin_floor, ROUND " $9,")
        ONE(ceil_of, __builtin_ceil, ROUND " $10,")

        /// x y + z, x y - z and z - x y, rounded once.
        THREE(multiply_add, __builtin_fma, "vfmadd213pd")
        #define difference_of(x, y, z) __builtin_fma(x, y, -(z))
        THREE(multiply_subtract, difference_of, "vfmsub213pd")
        #define rest_of(x, y, z) __builtin_fma(-(x), y, z)
        THREE(subtract_product, rest_of, "vfnmadd213pd")

        /// Stands in a branch, which is then not computed together with the other one.
        #define SELDOM __asm__ volatile("")

        /// What is divided by: its size and sign, if multiplying by the reciprocal gives the same bits.
        typedef struct { numbers size, reciprocal; words sign; int multiplies; } divisor;

        INLINE divisor divisor_of(double c, int multiplies) {
            const double size = __builtin_fabs(c), z = 1 / size;
            const numbers rest = multiply_subtract(all(z), all(size), all(1));
            const int is_good = size >= 0x1p-60 && size <= 0x1p60 && __builtin_fabs(rest[0]) <= 0x1p-54;
            return (divisor){all(size), all(z), (words)all(c < 0 ? -0.0 : 0.0), multiplies && is_good};
        }

        /// A test of a dividend: whether it is 0 or far from the bounds of what is normal, or, which costs less, whether the second bit is not
        /// the third one, as it is of sizes from 2^-511 to below 2^513; where it is not, the sum with the third bit has no second one.
        INLINE words test_of(numbers x, int is_careful) {
            return is_careful ? (words)((x == 0.0) | ((abs_of(x) >= 0x1p-900) & (abs_of(x) <= 0x1p900)))
                : (words)x + ((uint64_t)1 << 61);
        }

        /// A quotient by a number of that size: the product with the reciprocal, mended by its exact rest.
        INLINE numbers quotient(numbers x, numbers size, numbers reciprocal, int is_careful, words *test) {
            const numbers first = x * reciprocal, rest = multiply_subtract(first, size, x);
            *test &= test_of(x, is_careful);
            return subtract_product(rest, reciprocal, first);
        }

        /// A quotient by a number of at most 49 binary digits, of which the reciprocal has two parts of the same sign.
        INLINE numbers short_quotient(numbers x, double high, double low, int is_careful, words *test) {
            *test &= test_of(x, is_careful);
            return multiply_add(x, all(high), x * all(low));
        }

        INLINE int is_good(words test, int is_careful) {
            uint64_t bits = ~(uint64_t)0;
            for (int n = 0; n < width; n++) bits &= test[n];
            return is_careful ? bits != 0 : bits >> 62 & 1;
        }

        INLINE int is_finite(numbers total) {
            const integers are_equal = total - total == 0.0;
            int64_t bits = -1;
            for (int n = 0; n < width; n++) bits &= are_equal[n];
            return bits != 0;
        }


        """#
}
