// Vectors of eight numbers, which elementary functions take and give.
#include <stdint.h>

typedef double ek_v8 __attribute__((vector_size(64)));
typedef int64_t ek_i8 __attribute__((vector_size(64)));
typedef uint64_t ek_u8 __attribute__((vector_size(64)));

/// What they are made of is compiled into its caller, so that it does not matter how vectors would be handed over.
#define EK_INLINE static inline __attribute__((always_inline))
