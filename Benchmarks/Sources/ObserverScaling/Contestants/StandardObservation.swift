import Observation
import ObserverBenchmarks

/// The standard library's Observation: observable classes, and closures that are registered again in `onChange`, which
/// tells of one change only.
///
/// That closure is called before the change, when the object still has its old value; each change here adds 1. There is no
/// way to end a registration other than to let the closure do nothing, so that ending, churn and death are not offered.
struct StandardObservation: Contestant {
    var name: String { "Observation" }

    var limit: Limit? { .million }

    @Observable
    final class Station {
        var value: Double

        init(_ value: Double = 0) {
            self.value = value
        }
    }

    /// Sendable for the compiler only: `onChange` might be called anywhere, but here all is done by one thread.
    final class Listener: @unchecked Sendable {
        let tally: Tally

        init(_ tally: Tally = Tally()) {
            self.tally = tally
        }

        func observe(_ station: Station) {
            nonisolated(unsafe) let station = station
            withObservationTracking {
                _ = station.value
            } onChange: { [weak self] in
                guard let self else { return }
                tally.add(station.value + 1)
                observe(station)
            }
        }
    }

    func fanOut(_ work: Work) -> Outcome? {
        let station = Station()
        let listeners = Tally.row(of: work.count).map { Listener($0) }
        let bytes = Heap.growth(per: work.count) { for listener in listeners { listener.observe(station) } }
        var stopwatch = Stopwatch()
        stopwatch.measure { for round in 1...work.rounds { station.value = Double(round) } }
        return Outcome(
            Phase(
                .fanOut, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * work.count, bytes: bytes),
            received: Reception(listeners.map(\.tally)))
    }

    /// New objects and observers in each round, since the registrations of the round before cannot be ended.
    func population(_ work: Work) -> Outcome? {
        let tally = Tally()
        let count = work.groupCount * work.count
        var bytes: Double?
        var (begin, change) = (Stopwatch(), Stopwatch())
        for round in 1...work.rounds {
            let stations = (0..<count).map { _ in Station(Double(round - 1)) }
            let listeners = (0..<work.groupCount).map { _ in Listener(tally) }
            let growth = Heap.growth(per: count, if: round == 1) {
                begin.measure {
                    for (index, listener) in listeners.enumerated() {
                        for station in stations[index * work.count..<(index + 1) * work.count] {
                            listener.observe(station)
                        }
                    }
                }
            }
            bytes = bytes ?? growth
            change.measure { stations.visit { $0.value = Double(round) } }
            // The closures hold the listeners weakly.
            withExtendedLifetime(listeners) {}
        }
        return Outcome(
            [
                Phase(.populationBegin, nanoseconds: begin.nanoseconds, operations: work.rounds * count, bytes: bytes),
                Phase(.populationChange, nanoseconds: change.nanoseconds, operations: work.rounds * count),
            ],
            received: Reception([tally]))
    }

    func unobserved(_ work: Work) -> Outcome? {
        let (stations, bytes) = Heap.growth(making: work.count) { Station() }
        var stopwatch = Stopwatch()
        stopwatch.measure {
            for round in 1...work.rounds { stations.visit { $0.value = Double(round) } }
        }
        return Outcome(
            Phase(
                .unobserved, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * work.count, bytes: bytes),
            received: Reception(messages: 0, sum: stations.reduce(0) { $0 + $1.value }))
    }
}
