// What glibc's allocator tells about itself, and which Swift's Glibc module leaves out.
#ifndef OBSERVATORY_CHEAP_H
#define OBSERVATORY_CHEAP_H

#include <stdlib.h>

#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)

#include <malloc.h>

/// The bytes that are in use, with what the allocator adds to each piece; -1 where the allocator does not tell.
static inline long long cheap_bytes_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  // Large pieces are mapped one by one and counted on their own.
  return (long long)info.uordblks + (long long)info.hblkhd;
}

/// Gives free memory back to the system.
static inline void cheap_trim(void) { malloc_trim(0); }

#else

static inline long long cheap_bytes_in_use(void) { return -1; }
static inline void cheap_trim(void) {}

#endif
#endif
