// Counts and sums what an observer receives, like ObserverBenchmarks' Tally.
#pragma once

struct Tally {
  /// Makes it as large as an object of Swift, since it is not a part of what is compared.
  const void *header[2] = {};
  double messages = 0;
  double sum = 0;

  void add(double value) {
    messages += 1;
    sum += value;
  }
};
