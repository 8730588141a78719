#ifndef OBSERVATORY_CCOMMIT_H
#define OBSERVATORY_CCOMMIT_H

/// The commit that the program was built from; empty unless `.ci/package` built it.
const char *observatory_commit(void);

#endif
