import Foundation
import ObserverBenchmarks

/// The workloads with many objects.
extension Notifications {
    func population(_ work: Work) -> Outcome? {
        let center = NotificationCenter()
        let tally = Tally()
        let groups = (0..<work.groupCount).map { _ in
            (listener: Listener(center, tally), stations: (0..<work.count).map { _ in Station(center) })
        }
        let stations = groups.flatMap(\.stations)
        var bytes: Double?
        var (begin, change, end) = (Stopwatch(), Stopwatch(), Stopwatch())
        for round in 1...work.rounds {
            let growth = Heap.growth(per: stations.count, if: round == 1) {
                begin.measure {
                    for group in groups { for station in group.stations { group.listener.observe(station) } }
                }
            }
            bytes = bytes ?? growth
            change.measure { stations.visit { $0.set(Double(round)) } }
            end.measure { for group in groups { group.listener.stopObserving() } }
        }
        stations.visit { $0.set(Double(work.rounds + 1)) }
        let operations = work.rounds * stations.count
        return Outcome(
            [
                Phase(.populationBegin, nanoseconds: begin.nanoseconds, operations: operations, bytes: bytes),
                Phase(.populationChange, nanoseconds: change.nanoseconds, operations: operations),
                Phase(.populationEnd, nanoseconds: end.nanoseconds, operations: operations),
            ],
            received: Reception([tally]))
    }

    func unobserved(_ work: Work) -> Outcome? {
        let center = NotificationCenter()
        let (stations, bytes) = Heap.growth(making: work.count) { Station(center) }
        var stopwatch = Stopwatch()
        stopwatch.measure {
            for round in 1...work.rounds { stations.visit { $0.set(Double(round)) } }
        }
        return Outcome(
            Phase(
                .unobserved, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * work.count, bytes: bytes),
            received: Reception(messages: 0, sum: stations.reduce(0) { $0 + $1.value }))
    }

    func death(_ work: Work) -> Outcome? {
        let tally = Tally()
        var stopwatch = Stopwatch()
        for _ in 0..<work.rounds {
            let center = NotificationCenter()
            var listeners: [Listener?] = (0..<work.groupCount).map { _ in Listener(center, tally) }
            let stations = (0..<listeners.count * work.count).map { _ in Station(center) }
            for (index, station) in stations.enumerated() { listeners[index / work.count]?.observe(station) }
            for station in stations { station.set(1) }
            stopwatch.measure { for index in listeners.indices { listeners[index] = nil } }
            for station in stations { station.set(2) }
        }
        return Outcome(
            Phase(
                .death, nanoseconds: stopwatch.nanoseconds,
                operations: work.rounds * work.groupCount * work.count),
            received: Reception([tally]))
    }

    /// An observer of the name, whatever object posts it.
    func collection(_ work: Work) -> Outcome? {
        let center = NotificationCenter()
        let stations = (0..<work.count).map { _ in Station(center) }
        let listener = Listener(center)
        listener.observe(nil)
        var stopwatch = Stopwatch()
        stopwatch.measure {
            for round in 1...work.rounds { stations.visit { $0.set(Double(round)) } }
        }
        return Outcome(
            Phase(.collection, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * work.count),
            received: Reception([listener.tally]))
    }
}
