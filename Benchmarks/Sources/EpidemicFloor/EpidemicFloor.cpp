#include "EpidemicFloor.h"

#include <cmath>
#include <limits>
#include <queue>
#include <vector>

namespace {

struct Event {
  double time;
  int32_t vertex;
  bool isRecovery;

  bool operator<(const Event &other) const { return time > other.time; }
};

/// xorshift64*: S. Vigna, ACM Transactions on Mathematical Software 42 (2016) 30, DOI 10.1145/2845077.
class Waiting {
public:
  explicit Waiting(uint64_t seed) : state(seed * 0x9E3779B97F4A7C15 + 1) {}

  double operator()(double rate) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    const uint64_t word = state * 0x2545F4914F6CDD1D;
    return -std::log((double)((word >> 11) + 1) * 0x1p-53) / rate;
  }

private:
  uint64_t state;
};

} // namespace

int64_t epidemic_floor_run(
    const uint32_t *offsets, const int32_t *neighbours, int64_t vertex_count, double infection,
    const int32_t *infected, int64_t infected_count, uint64_t seed) {
  Waiting waiting(seed);
  std::priority_queue<Event> events;
  std::vector<double> contacts(vertex_count, std::numeric_limits<double>::infinity());
  std::vector<bool> isSusceptible(vertex_count, true);
  for (int64_t index = 0; index < infected_count; index++) {
    contacts[infected[index]] = 0;
    events.push({0, infected[index], false});
  }
  int64_t count = -infected_count;
  while (!events.empty()) {
    const Event event = events.top();
    events.pop();
    if (event.isRecovery) {
      count++;
      continue;
    }
    if (!isSusceptible[event.vertex]) continue;
    isSusceptible[event.vertex] = false;
    count++;
    const double recovery = event.time + waiting(1);
    events.push({recovery, event.vertex, true});
    for (uint32_t index = offsets[event.vertex]; index < offsets[event.vertex + 1]; index++) {
      const int32_t neighbour = neighbours[index];
      if (!isSusceptible[neighbour]) continue;
      const double time = event.time + waiting(infection);
      if (time >= recovery || time >= contacts[neighbour]) continue;
      contacts[neighbour] = time;
      events.push({time, neighbour, false});
    }
  }
  return count;
}
