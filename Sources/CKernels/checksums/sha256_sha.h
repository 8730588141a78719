// The rounds of SHA-256 by the SHA extensions of x86: an instruction is two rounds, and three are four words of the schedule.
#include <cpuid.h>
#include <immintrin.h>

#define K_SHA __attribute__((target("sha,sse4.1,ssse3")))

bool k_has_sha(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_SHA)) return false;
    return __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1");
}

K_SHA static void sha256_sha(uint32_t *state, const uint8_t *bytes, int64_t block_count) {
    // The instructions want the words of the state as (f, e, b, a) and (h, g, d, c), from the lowest.
    __m128i *const halves = (__m128i *)state;
    const __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128(halves), 0xB1);
    const __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128(halves + 1), 0x1B);
    __m128i abef = _mm_alignr_epi8(badc, hgfe, 8), cdgh = _mm_blend_epi16(hgfe, badc, 0xF0);
    const __m128i order = _mm_set_epi64x(0x0C0D0E0F08090A0B, 0x0405060700010203);

    for (; block_count > 0; block_count--, bytes += k_sha256_block) {
        const __m128i abef_before = abef, cdgh_before = cdgh;
        __m128i schedule[4];
#pragma clang loop unroll(full)
        for (int t = 0; t < k_rounds / 4; t++) {
            __m128i *const words = &schedule[t % 4];
            if (t < 4) {
                *words = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)bytes + t), order);
            } else {
                const __m128i last = schedule[(t + 3) % 4];
                const __m128i middle = _mm_alignr_epi8(last, schedule[(t + 2) % 4], 4);
                *words = _mm_add_epi32(_mm_sha256msg1_epu32(*words, schedule[(t + 1) % 4]), middle);
                *words = _mm_sha256msg2_epu32(*words, last);
            }
            const __m128i sums = _mm_add_epi32(*words, _mm_loadu_si128((const __m128i *)k_constants + t));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sums);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sums, 0x0E));
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1B), dchg = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128(halves, _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128(halves + 1, _mm_alignr_epi8(dchg, feba, 8));
}
