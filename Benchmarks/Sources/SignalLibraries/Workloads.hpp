// The workloads for any library that has a signal and a listener.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "SignalLibraries.h"
#include "Tally.hpp"

template <typename Work> double nanoseconds(Work work) {
  auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

template <typename Library> class Workloads {
  using Signal = typename Library::Signal;
  using Listener = typename Library::Listener;

  /// A value that tells of its changes.
  struct Object {
    double value = 0;
    Signal changed;

    void set(double new_value) {
      double old = value;
      if (new_value == old) return;
      value = new_value;
      changed(old, new_value);
    }
  };

  /// An observer and its tally, both in memory of their own.
  struct Observer {
    std::unique_ptr<Tally> tally;
    std::unique_ptr<Listener> listener;
  };

  /// What one observer observes.
  struct Group {
    std::vector<Object> objects;
    Observer observer;

    explicit Group(size_t count) : objects(count), observer(std::move(observers(1).front())) {}

    void begin() {
      for (auto &object : objects) observer.listener->observe(object.changed);
    }

    void set(double value) {
      for (auto &object : objects) object.set(value);
    }
  };

  /// Observers whose tallies are made first, so that these lie in memory as with the other libraries.
  static std::vector<Observer> observers(size_t count) {
    std::vector<Observer> observers(count);
    for (auto &observer : observers) observer.tally = std::make_unique<Tally>();
    for (auto &observer : observers) observer.listener = std::make_unique<Listener>(observer.tally.get());
    return observers;
  }

  static void add(signal_outcome &outcome, const Tally &tally) {
    outcome.messages += tally.messages;
    outcome.sum += tally.sum;
  }

  static std::vector<Group> groups(signal_work work) {
    std::vector<Group> groups;
    groups.reserve(work.group_count);
    for (size_t index = 0; index < work.group_count; index++) groups.emplace_back(work.count);
    return groups;
  }

public:
  static signal_outcome fan_out(signal_work work) {
    signal_outcome outcome = {};
    Object object;
    auto observers = Workloads::observers(work.count);
    double before = work.bytes_in_use();
    for (auto &observer : observers) observer.listener->observe(object.changed);
    outcome.bytes = work.bytes_in_use() - before;
    outcome.nanoseconds = nanoseconds([&] {
      for (size_t round = 1; round <= work.rounds; round++) object.set(double(round));
    });
    for (auto &observer : observers) add(outcome, *observer.tally);
    return outcome;
  }

  static signal_outcome population(signal_work work) {
    signal_outcome outcome = {};
    auto groups = Workloads::groups(work);
    for (size_t round = 1; round <= work.rounds; round++) {
      // Weighing empties the caches, so that it is done once.
      double before = round == 1 ? work.bytes_in_use() : 0;
      outcome.nanoseconds += nanoseconds([&] {
        for (auto &group : groups) group.begin();
      });
      if (round == 1) outcome.bytes = work.bytes_in_use() - before;
      outcome.change_nanoseconds += nanoseconds([&] {
        for (auto &group : groups) group.set(double(round));
      });
      outcome.end_nanoseconds += nanoseconds([&] {
        for (auto &group : groups) group.observer.listener->stop_observing();
      });
    }
    for (auto &group : groups) {
      group.set(double(work.rounds + 1));
      add(outcome, *group.observer.tally);
    }
    return outcome;
  }

  static signal_outcome unobserved(signal_work work) {
    signal_outcome outcome = {};
    double before = work.bytes_in_use();
    std::vector<Object> objects(work.count);
    outcome.bytes = work.bytes_in_use() - before;
    outcome.nanoseconds = nanoseconds([&] {
      for (size_t round = 1; round <= work.rounds; round++)
        for (auto &object : objects) object.set(double(round));
    });
    for (auto &object : objects) outcome.sum += object.value;
    return outcome;
  }

  static signal_outcome churn(signal_work work) {
    signal_outcome outcome = {};
    Object object;
    auto observers = Workloads::observers(work.count);
    for (auto &observer : observers) observer.listener->observe(object.changed);
    outcome.nanoseconds = nanoseconds([&] {
      for (size_t index = 0; index < work.position_count; index++) {
        auto &listener = *observers[work.positions[index]].listener;
        listener.stop_observing();
        listener.observe(object.changed);
      }
    });
    object.set(1);
    for (auto &observer : observers) add(outcome, *observer.tally);
    return outcome;
  }

  static signal_outcome death(signal_work work) {
    signal_outcome outcome = {};
    for (size_t round = 0; round < work.rounds; round++) {
      auto groups = Workloads::groups(work);
      for (auto &group : groups) {
        group.begin();
        group.set(1);
      }
      outcome.nanoseconds += nanoseconds([&] {
        for (auto &group : groups) group.observer.listener.reset();
      });
      for (auto &group : groups) {
        group.set(2);
        add(outcome, *group.observer.tally);
      }
    }
    return outcome;
  }

  static signal_outcome reentrant(signal_work work) {
    signal_outcome outcome = {};
    Object object;
    Tally tally;
    object.changed.connect([&tally, &object, count = work.count](double, double value) {
      tally.add(value);
      if (value != -1) return;
      for (size_t number = 1; number <= count; number++) object.set(double(number));
    });
    outcome.nanoseconds = nanoseconds([&] {
      for (size_t round = 0; round < work.rounds; round++) object.set(-1);
    });
    add(outcome, tally);
    return outcome;
  }
};
