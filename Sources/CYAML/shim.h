// libyaml, for scenarios.
#ifndef OBSERVATORY_CYAML_SHIM_H
#define OBSERVATORY_CYAML_SHIM_H

#include <yaml.h>

#endif
