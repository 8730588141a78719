#include "CFloor.h"

#include <stdlib.h>

static void add(void *context, double old, double new_value) {
  (void)old;
  cfloor_tally *tally = context;
  tally->messages += 1;
  tally->sum += new_value;
}

static void add_of_many(void *context, size_t position, double old, double new_value) {
  (void)position;
  add(context, old, new_value);
}

cfloor_tally *cfloor_new_tally(void) { return calloc(1, sizeof(cfloor_tally)); }

cfloor_handler cfloor_adding_handler(cfloor_tally *tally) {
  cfloor_handler handler = {add, tally};
  return handler;
}

cfloor_collection_handler cfloor_adding_collection_handler(cfloor_tally *tally) {
  cfloor_collection_handler handler = {add_of_many, tally};
  return handler;
}

void cfloor_send(const cfloor_handler *handlers, size_t count, double old, double new_value) {
  for (size_t index = 0; index < count; index++) handlers[index].function(handlers[index].context, old, new_value);
}

void cfloor_set_objects(cfloor_object *objects, size_t count, double value) {
  for (size_t index = 0; index < count; index++) {
    cfloor_object *object = &objects[index];
    double old = object->value;
    if (value == old) continue;
    object->value = value;
    object->handler.function(object->handler.context, old, value);
  }
}

void cfloor_set_members(cfloor_member *members, size_t count, double value) {
  for (size_t index = 0; index < count; index++) {
    cfloor_member *member = &members[index];
    double old = member->value;
    if (value == old) continue;
    member->value = value;
    member->handler.function(member->handler.context, index, old, value);
  }
}
