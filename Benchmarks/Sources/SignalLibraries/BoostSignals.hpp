// Boost.Signals2 as its tutorial has it: an observer connects lambdas and holds scoped connections.
#pragma once

#if __has_include(<boost/signals2.hpp>)
#define HAS_BOOST_SIGNALS 1

#include <boost/signals2.hpp>
#include <vector>

#include "Tally.hpp"

struct BoostSignals {
  using Signal = boost::signals2::signal<void(double, double)>;

  class Listener {
    Tally *tally;
    std::vector<boost::signals2::scoped_connection> connections;

  public:
    explicit Listener(Tally *tally) : tally(tally) {}

    void observe(Signal &signal) {
      connections.emplace_back(signal.connect([tally = tally](double, double value) { tally->add(value); }));
    }

    void stop_observing() { connections.clear(); }
  };
};

#endif
