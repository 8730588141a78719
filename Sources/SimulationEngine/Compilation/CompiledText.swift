/// What stands before the functions of a text in C, for GCC and Clang alike. The operations are those of `ek_run`, in its words.
enum CompiledText {
    static let beginning = #"""
        // Formulas, written by Observatory, which has them compiled to compute them faster, and with the same bits, than it does without. Each
        // function does several instructions of a program.
        #include <stdint.h>

        // Vectors are as wide as those of the processor. What C has of no vectors is said in the processor's words: compilers do not always see
        // that the same is done to each element.
        #if defined(__AVX512F__)
        enum { width = 8 };
        #define ROUND "vrndscalepd"
        #elif defined(__AVX2__) && defined(__FMA__)
        enum { width = 4 };
        #define ROUND "vroundpd"
        #else
        enum { width = 2 };
        #endif
        #if defined(ROUND) || defined(__ARM_FEATURE_FMA)
        enum { has_multiply_add = 1 };
        #else
        enum { has_multiply_add = 0 };
        #endif

        typedef double numbers __attribute__((vector_size(8 * width)));
        typedef double unaligned __attribute__((vector_size(8 * width), aligned(8), may_alias));
        typedef int64_t integers __attribute__((vector_size(8 * width)));
        typedef uint64_t words __attribute__((vector_size(8 * width)));
        enum { lanes = 8 };

        #define INLINE static inline __attribute__((always_inline, unused))

        #define SELDOM(condition) __builtin_expect(!!(condition), 0)
        /// Stands in a branch, which is then not computed together with the other one.
        #define APART __asm__ volatile("")

        typedef union { uint64_t bits; double number; } both;
        INLINE double number(uint64_t bits) { return (both){.bits = bits}.number; }
        INLINE numbers all(double number) { return number - (numbers){0}; }
        INLINE numbers load(const double *place) { return *(const unaligned *)place; }
        INLINE void store(double *place, numbers x) { *(unaligned *)place = x; }

        // MARK: Operations

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
        ONE(sqrt_of, __builtin_sqrt, "vsqrtpd")
        ONE(floor_of, __builtin_floor, ROUND " $9,")
        ONE(ceil_of, __builtin_ceil, ROUND " $10,")

        /// x y + z, x y - z and z - x y, rounded once.
        THREE(multiply_add, __builtin_fma, "vfmadd213pd")
        #define difference_of(x, y, z) __builtin_fma(x, y, -(z))
        THREE(multiply_subtract, difference_of, "vfmsub213pd")
        #define rest_of(x, y, z) __builtin_fma(-(x), y, z)
        THREE(subtract_product, rest_of, "vfnmadd213pd")

        // MARK: Quotients

        /// What all elements are divided by: the number, or what they are multiplied by.
        ///
        /// 1 / c has two parts of the same sign where c has at most 49 binary digits: x / c is then x high + x low, rounded twice. The two
        /// parts leave less than 2^-105 of it, and so does rounding x low. By less than 2^-104 of the quotient nothing is rounded to another
        /// number, since the middle of two neighbours is farther away: it has 54 digits, its product with c 103 at most, so that this is
        /// another number than x by more than 2^-103 of x. After N. Brisebarre, J.-M. Muller and S. K. Raina, "Accelerating correctly rounded
        /// floating-point division when the divisor is known in advance", IEEE Transactions on Computers 53 (2004) 1069,
        /// DOI 10.1109/TC.2004.37. Otherwise the quotient by the reciprocal is mended by its exact rest, as in the kernel.
        typedef struct {
            enum { dividing, mending, in_parts } way;
            double size, high, low;
            uint64_t sign;
        } divisor;

        INLINE divisor opposite_of(divisor d) {
            if (d.way == mending) return (divisor){d.way, d.size, d.high, d.low, d.sign ^ (uint64_t)1 << 63};
            return (divisor){d.way, d.size, -d.high, -d.low, d.sign};
        }

        INLINE divisor divisor_of(double c, int is_same) {
            const both size = {.number = __builtin_fabs(c)};
            divisor d = {dividing, size.number, 1 / size.number, 0, 0};
            if (!has_multiply_add || !is_same || !(size.number >= 0x1p-60 && size.number <= 0x1p60)) return d;
            const double rest = __builtin_fma(-d.high, size.number, 1);
            if (size.bits & 15) {
                if (__builtin_fabs(rest) <= 0x1p-54) d.way = mending;
            } else {
                d.way = in_parts;
                if (rest < 0) d.high = number((both){.number = d.high}.bits - 1);
                d.low = __builtin_fma(-d.high, size.number, 1) / size.number;
            }
            return c < 0 ? opposite_of(d) : d;
        }

        /// Whether the second bit of all words is set.
        INLINE int is_good(words test) {
            const words bit = {0};
            int is_set = 1;
        #if defined(__AVX512F__)
            __asm__("vptestnmq %2, %1, %%k1\n\tkortestw %%k1, %%k1" : "=@ccz"(is_set) : "v"(test), "v"(bit + ((uint64_t)1 << 62)) : "k1");
        #elif defined(ROUND)
            __asm__("vptest %2, %1" : "=@ccc"(is_set) : "v"(test), "v"(bit + ((uint64_t)1 << 62)));
        #else
            for (int n = 0; n < width; n++) is_set &= test[n] >> 62 & 1;
        #endif
            return is_set;
        }

        /// Quotients by c, which is d. Where all elements are multiplied they must be 0, or far from the bounds of what is normal.
        ///
        /// It costs less to see whether the second bit of them is not the third one, as it is of sizes from 2^-511 to below 2^513: where it is
        /// not, the sum with the third bit has no second one.
        INLINE numbers quotient(numbers x, numbers c, divisor d, int is_quick, words *test) {
            if (d.way == dividing) {
                APART;
                return x / c;
            }
            const numbers turned = (numbers)((words)x ^ d.sign), high = all(d.high), first = turned * high;
            const numbers q = d.way == in_parts ? multiply_add(turned, high, turned * d.low)
                : subtract_product(multiply_subtract(first, all(d.size), turned), high, first);
            if (is_quick) {
                *test &= (words)x + ((uint64_t)1 << 61);
            } else if (!is_good((words)((x == 0.0) | ((abs_of(x) >= 0x1p-900) & (abs_of(x) <= 0x1p900))))) {
                APART;
                return x / c;
            }
            return q;
        }

        // MARK: What is read and written

        typedef struct { double *numbers; int32_t step, is_full; const double *base; } slot;

        typedef struct { const double *numbers; int64_t step; } source;

        INLINE source source_of(const slot *slot) { return (source){slot->numbers, slot->step ? width : 0}; }

        INLINE numbers next(source *source) {
            const numbers x = load(source->numbers);
            source->numbers += source->step;
            return x;
        }

        typedef struct { double *numbers; int64_t step; const double *base; numbers total; } target;

        /// Of the same numbers for all comes the same number for all, which is computed once.
        INLINE target target_of(slot *slot, int64_t step) {
            const int is_own = step || slot->is_full;
            slot->step = is_own ? lanes : 0;
            return (target){slot->numbers, is_own ? width : 0, slot->base, all(0)};
        }

        INLINE void put(target *target, numbers x, double factor) {
            if (target->base) {
                x = load(target->base) + factor * x + 0.0;
                target->total += x;
                target->base += width;
            }
            store(target->numbers, x);
            target->numbers += target->step;
        }

        /// Writes a number that is the same for all elements as often as others read it, and returns whether all sums are finite, which they are
        /// if their total is.
        INLINE int finish(const target *target) {
            if (!target->step) for (int n = width; n < lanes; n += width) store(target->numbers + n, load(target->numbers));
            const integers are_equal = target->total - target->total == 0.0;
            int64_t bits = -1;
            for (int n = 0; n < width; n++) bits &= are_equal[n];
            return bits != 0;
        }

        """#
}
