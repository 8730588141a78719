#include "SignalLibraries.h"

#include "BoostSignals.hpp"
#include "SigcxxSignals.hpp"
#include "Workloads.hpp"

namespace {

/// Calls a function with the workloads of a library, if it is installed.
template <typename Function> signal_outcome with(signal_library library, Function function) {
  switch (library) {
#ifdef HAS_BOOST_SIGNALS
  case signal_library_boost: return function(Workloads<BoostSignals>());
#endif
#ifdef HAS_SIGCXX_SIGNALS
  case signal_library_sigcxx: return function(Workloads<SigcxxSignals>());
#endif
  default: return {};
  }
}

} // namespace

bool signal_library_is_installed(signal_library library) {
  switch (library) {
#ifdef HAS_BOOST_SIGNALS
  case signal_library_boost: return true;
#endif
#ifdef HAS_SIGCXX_SIGNALS
  case signal_library_sigcxx: return true;
#endif
  default: return false;
  }
}

signal_outcome signal_fan_out(signal_library library, signal_work work) {
  return with(library, [=](auto workloads) { return workloads.fan_out(work); });
}

signal_outcome signal_population(signal_library library, signal_work work) {
  return with(library, [=](auto workloads) { return workloads.population(work); });
}

signal_outcome signal_unobserved(signal_library library, signal_work work) {
  return with(library, [=](auto workloads) { return workloads.unobserved(work); });
}

signal_outcome signal_churn(signal_library library, signal_work work) {
  return with(library, [=](auto workloads) { return workloads.churn(work); });
}

signal_outcome signal_death(signal_library library, signal_work work) {
  return with(library, [=](auto workloads) { return workloads.death(work); });
}

signal_outcome signal_reentrant(signal_library library, signal_work work) {
  return with(library, [=](auto workloads) { return workloads.reentrant(work); });
}
