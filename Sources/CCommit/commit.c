#include "commit.h"

const char *observatory_commit(void) { return OBSERVATORY_COMMIT; }
