#include "NumberLibraries.h"

#include <charconv>
#include <cstdio>
#include <unistd.h>

namespace {

template <typename Write> int writeRows(const double *numbers, size_t count, int descriptor, Write write) {
  static constexpr size_t bufferSize = 1 << 16;
  char buffer[bufferSize + 64];
  size_t length = 0;
  for (size_t index = 0; index < count; index++) {
    length += write(buffer + length, numbers[index]);
    buffer[length++] = index % 3 == 2 ? '\n' : ',';
    if (length < bufferSize && index + 1 < count) continue;
    if (::write(descriptor, buffer, length) != static_cast<ssize_t>(length)) return -1;
    length = 0;
  }
  return 0;
}

} // namespace

int number_libraries_to_chars(const double *numbers, size_t count, int descriptor) {
  return writeRows(numbers, count, descriptor, [](char *target, double number) {
    return std::to_chars(target, target + 64, number).ptr - target;
  });
}

int number_libraries_printf(const double *numbers, size_t count, int descriptor) {
  return writeRows(numbers, count, descriptor,
                   [](char *target, double number) { return std::snprintf(target, 64, "%.17g", number); });
}
