import Foundation
import ObserverBenchmarks

/// Foundation's `NotificationCenter`, with blocks and their tokens. Who receives a notification asks the object that
/// posted it for its value.
struct Notifications: Contestant {
    var name: String { "NotificationCenter" }

    var limit: Limit? { .million }

    /// An object that posts its changes.
    final class Station {
        static let valueDidChange = Notification.Name("StationValueDidChange")
        private let center: NotificationCenter
        private(set) var value = 0.0

        init(_ center: NotificationCenter) {
            self.center = center
        }

        @inline(__always)
        func set(_ new: Double) {
            guard new != value else { return }
            value = new
            center.post(name: Self.valueDidChange, object: self)
        }
    }

    final class Listener {
        let tally: Tally
        private let center: NotificationCenter
        private var tokens: [(token: any NSObjectProtocol, station: Station?)] = []

        init(_ center: NotificationCenter, _ tally: Tally = Tally()) {
            self.center = center
            self.tally = tally
        }

        deinit {
            stopObserving()
        }

        /// Observes a station, or all that post in the center.
        func observe(_ station: Station?) {
            // The block may be sent to other threads, but here it runs where the notification is posted.
            nonisolated(unsafe) let tally = tally
            let token = center.addObserver(forName: Station.valueDidChange, object: station, queue: nil) {
                guard let station = $0.object as? Station else { return }
                tally.add(station.value)
            }
            tokens.append((token, station))
        }

        func stopObserving() {
            for (token, station) in tokens {
                center.removeObserver(token, name: Station.valueDidChange, object: station)
            }
            tokens = []
        }
    }

    func fanOut(_ work: Work) -> Outcome? {
        let center = NotificationCenter()
        let station = Station(center)
        let listeners = Tally.row(of: work.count).map { Listener(center, $0) }
        let bytes = Heap.growth(per: work.count) { for listener in listeners { listener.observe(station) } }
        var stopwatch = Stopwatch()
        stopwatch.measure { for round in 1...work.rounds { station.set(Double(round)) } }
        return Outcome(
            Phase(
                .fanOut, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * work.count, bytes: bytes),
            received: Reception(listeners.map(\.tally)))
    }

    func churn(_ work: Work) -> Outcome? {
        let center = NotificationCenter()
        let station = Station(center)
        let listeners = Tally.row(of: work.count).map { Listener(center, $0) }
        for listener in listeners { listener.observe(station) }
        let positions = work.positions
        var stopwatch = Stopwatch()
        stopwatch.measure {
            for position in positions {
                listeners[position].stopObserving()
                listeners[position].observe(station)
            }
        }
        station.set(1)
        return Outcome(
            Phase(.churn, nanoseconds: stopwatch.nanoseconds, operations: positions.count),
            received: Reception(listeners.map(\.tally)))
    }

    /// Nothing waits: what the block sets is received before it goes on.
    func reentrant(_ work: Work) -> Outcome? {
        let center = NotificationCenter()
        let station = Station(center)
        nonisolated(unsafe) let tally = Tally()
        let count = work.count
        let token = center.addObserver(forName: Station.valueDidChange, object: station, queue: nil) { notification in
            guard let station = notification.object as? Station else { return }
            tally.add(station.value)
            guard station.value == -1 else { return }
            for number in 1...count { station.set(Double(number)) }
        }
        var stopwatch = Stopwatch()
        stopwatch.measure { for _ in 0..<work.rounds { station.set(-1) } }
        center.removeObserver(token)
        return Outcome(
            Phase(.reentrant, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * work.count),
            received: Reception([tally]))
    }
}
