// zlib, for files that are packed by gzip.
#ifndef OBSERVATORY_CZLIB_SHIM_H
#define OBSERVATORY_CZLIB_SHIM_H

#include <zlib.h>

#endif
