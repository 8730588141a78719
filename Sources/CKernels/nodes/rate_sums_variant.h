// What rates of change add to a state, for one instruction set.

static bool K(add_rates)(const double *restrict state, double step, double *restrict rates, int64_t count) {
    // What is not finite has an exponent of ones only: adding one to it carries into the sign's bit.
    uint64_t carries = 0;
    for (int64_t index = 0; index < count; index++) {
        // As with noise of the strength 0: a sum is never -0.
        const double sum = state[index] + step * rates[index] + 0.0;
        uint64_t bits;
        memcpy(&bits, &sum, sizeof bits);
        carries |= (bits & 0x7FF0000000000000) + 0x0010000000000000;
        rates[index] = sum;
    }
    return carries >> 63 == 0;
}
