// Rows of three numbers as text, as the standard libraries of C and C++ write it.
#ifndef NUMBER_LIBRARIES_H
#define NUMBER_LIBRARIES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Writes the shortest decimals that read back as the same doubles (`std::to_chars`).
///
/// Returns 0, or -1 if the file cannot be written.
int number_libraries_to_chars(const double *numbers, size_t count, int descriptor);

/// Writes 17 digits (`snprintf` with "%.17g").
///
/// Returns 0, or -1 if the file cannot be written.
int number_libraries_printf(const double *numbers, size_t count, int descriptor);

#ifdef __cplusplus
}
#endif

#endif
