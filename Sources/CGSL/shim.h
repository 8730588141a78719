// GSL's global pointers are shared mutable state to Swift 6; these functions return what they point at.
#ifndef OBSERVATORY_CGSL_SHIM_H
#define OBSERVATORY_CGSL_SHIM_H

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_fft_complex.h>
#include <gsl/gsl_fft_real.h>
#include <gsl/gsl_histogram.h>
#include <gsl/gsl_histogram2d.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_min.h>
#include <gsl/gsl_multimin.h>
#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_qrng.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_roots.h>
#include <gsl/gsl_rstat.h>
#include <gsl/gsl_version.h>

static inline const char *cgsl_version(void) { return gsl_version; }

static inline const gsl_odeiv2_step_type *cgsl_step_rk2(void) { return gsl_odeiv2_step_rk2; }
static inline const gsl_odeiv2_step_type *cgsl_step_rk4(void) { return gsl_odeiv2_step_rk4; }
static inline const gsl_odeiv2_step_type *cgsl_step_rkf45(void) { return gsl_odeiv2_step_rkf45; }
static inline const gsl_odeiv2_step_type *cgsl_step_rkck(void) { return gsl_odeiv2_step_rkck; }
static inline const gsl_odeiv2_step_type *cgsl_step_rk8pd(void) { return gsl_odeiv2_step_rk8pd; }
static inline const gsl_odeiv2_step_type *cgsl_step_msadams(void) { return gsl_odeiv2_step_msadams; }
static inline const gsl_odeiv2_step_type *cgsl_step_msbdf(void) { return gsl_odeiv2_step_msbdf; }
static inline const gsl_odeiv2_step_type *cgsl_step_bsimp(void) { return gsl_odeiv2_step_bsimp; }
static inline const gsl_odeiv2_step_type *cgsl_step_rk4imp(void) { return gsl_odeiv2_step_rk4imp; }

static inline const gsl_qrng_type *cgsl_qrng_sobol(void) { return gsl_qrng_sobol; }
static inline const gsl_qrng_type *cgsl_qrng_halton(void) { return gsl_qrng_halton; }

static inline const gsl_root_fsolver_type *cgsl_root_fsolver_brent(void) { return gsl_root_fsolver_brent; }
static inline const gsl_min_fminimizer_type *cgsl_min_fminimizer_brent(void) { return gsl_min_fminimizer_brent; }

static inline const gsl_multimin_fminimizer_type *cgsl_multimin_nmsimplex2(void) {
    return gsl_multimin_fminimizer_nmsimplex2;
}
static inline const gsl_multimin_fdfminimizer_type *cgsl_multimin_vector_bfgs2(void) {
    return gsl_multimin_fdfminimizer_vector_bfgs2;
}
static inline const gsl_multimin_fdfminimizer_type *cgsl_multimin_conjugate_fr(void) {
    return gsl_multimin_fdfminimizer_conjugate_fr;
}
static inline const gsl_multimin_fdfminimizer_type *cgsl_multimin_conjugate_pr(void) {
    return gsl_multimin_fdfminimizer_conjugate_pr;
}

#endif
