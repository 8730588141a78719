// GSL's global pointers are shared mutable state to Swift 6; these functions return what they point at.
#ifndef OBSERVATORY_CGSL_SHIM_H
#define OBSERVATORY_CGSL_SHIM_H

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_version.h>

#endif
