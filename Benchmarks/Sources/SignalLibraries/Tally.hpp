// Counts and sums what an observer receives, like ObserverBenchmarks' Tally.
#pragma once

struct Tally {
  double messages = 0;
  double sum = 0;

  void add(double value) {
    messages += 1;
    sum += value;
  }
};
