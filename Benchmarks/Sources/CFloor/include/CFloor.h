// The floor of delivery: a loop over a contiguous array of functions with context.
#ifndef OBSERVATORY_BENCHMARKS_CFLOOR_H
#define OBSERVATORY_BENCHMARKS_CFLOOR_H

#include <stddef.h>

typedef struct {
  void (*function)(void *context, double old, double new_value);
  void *context;
} cfloor_handler;

/// Creates a handler that adds the new value to a sum of its own.
cfloor_handler cfloor_summing_handler(void);

/// The sum of a handler made by cfloor_summing_handler.
double cfloor_sum(cfloor_handler handler);

/// Frees the sum of a handler made by cfloor_summing_handler.
void cfloor_free(cfloor_handler handler);

/// Calls all handlers.
void cfloor_send(const cfloor_handler *handlers, size_t count, double old, double new_value);

#endif
