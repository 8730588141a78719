// libsigc++ as its tutorial has it: an observer connects lambdas and keeps the connections.
//
// Deriving from sigc::trackable would be shorter, but each of its callbacks is searched for when it is removed, so that the
// death of an observer of many objects would take hours.
#pragma once

#if __has_include(<sigc++/sigc++.h>)
#define HAS_SIGCXX_SIGNALS 1

#include <list>
#include <sigc++/sigc++.h>

#include "Tally.hpp"

struct SigcxxSignals {
  using Signal = sigc::signal<void, double, double>;

  class Listener {
    Tally *tally;
    // Unlike a vector, a list does not copy them when it grows, which is expensive.
    std::list<sigc::connection> connections;

  public:
    explicit Listener(Tally *tally) : tally(tally) {}

    ~Listener() { stop_observing(); }

    void observe(Signal &signal) {
      connections.emplace_back(signal.connect([tally = tally](double, double value) { tally->add(value); }));
    }

    void stop_observing() {
      for (auto &connection : connections) connection.disconnect();
      connections.clear();
    }
  };
};

#endif
