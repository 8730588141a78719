// Expat, for graphs in XML.
#ifndef OBSERVATORY_CEXPAT_SHIM_H
#define OBSERVATORY_CEXPAT_SHIM_H

#include <expat.h>

#endif
