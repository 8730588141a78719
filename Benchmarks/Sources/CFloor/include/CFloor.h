// The floor of delivery: loops over contiguous arrays of functions with context.
#ifndef OBSERVATORY_BENCHMARKS_CFLOOR_H
#define OBSERVATORY_BENCHMARKS_CFLOOR_H

#include <stddef.h>

/// Counts and sums what a handler receives, like ObserverBenchmarks' Tally.
typedef struct {
  /// Makes it as large as an object of Swift, since it is not a part of what is compared.
  const void *header[2];
  double messages;
  double sum;
} cfloor_tally;

typedef struct {
  void (*function)(void *context, double old, double new_value);
  void *context;
} cfloor_handler;

/// A value with a handler of its changes.
typedef struct {
  double value;
  cfloor_handler handler;
} cfloor_object;

typedef struct {
  void (*function)(void *context, size_t position, double old, double new_value);
  void *context;
} cfloor_collection_handler;

/// One of many values that have the same handler of their changes.
typedef struct {
  double value;
  cfloor_collection_handler handler;
} cfloor_member;

/// A new tally on the heap, which the caller frees.
cfloor_tally *cfloor_new_tally(void);

/// A handler that adds to a tally.
cfloor_handler cfloor_adding_handler(cfloor_tally *tally);

/// A handler of many values that adds to a tally.
cfloor_collection_handler cfloor_adding_collection_handler(cfloor_tally *tally);

/// Calls all handlers.
void cfloor_send(const cfloor_handler *handlers, size_t count, double old, double new_value);

/// Sets the values of all objects.
void cfloor_set_objects(cfloor_object *objects, size_t count, double value);

/// Sets the values of all members of a collection.
void cfloor_set_members(cfloor_member *members, size_t count, double value);

#endif
