#include "CFloor.h"

#include <stdlib.h>

static void add(void *context, double old, double new_value) {
  (void)old;
  *(double *)context += new_value;
}

cfloor_handler cfloor_summing_handler(void) {
  cfloor_handler handler = {add, calloc(1, sizeof(double))};
  return handler;
}

double cfloor_sum(cfloor_handler handler) { return *(double *)handler.context; }

void cfloor_free(cfloor_handler handler) { free(handler.context); }

void cfloor_send(const cfloor_handler *handlers, size_t count, double old, double new_value) {
  for (size_t index = 0; index < count; index++) handlers[index].function(handlers[index].context, old, new_value);
}
