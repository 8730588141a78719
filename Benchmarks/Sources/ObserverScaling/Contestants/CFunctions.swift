import CFloor
import Foundation
import ObserverBenchmarks

/// The floor of all: loops in C over contiguous arrays of functions with context.
struct CFunctions: Contestant {
    var name: String { "C functions" }

    func fanOut(_ work: Work) -> Outcome? {
        let tallies = (0..<work.count).map { _ in cfloor_new_tally() }
        defer { for tally in tallies { free(tally) } }
        let handlers = tallies.map { cfloor_adding_handler($0) }
        var stopwatch = Stopwatch()
        stopwatch.measure {
            for round in 1...work.rounds { cfloor_send(handlers, work.count, Double(round - 1), Double(round)) }
        }
        return Outcome(
            Phase(.fanOut, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * work.count),
            received: reception(tallies))
    }

    /// Changes only: an observation begins and ends by setting a pointer.
    func population(_ work: Work) -> Outcome? {
        let tally = cfloor_new_tally()
        defer { free(tally) }
        let object = cfloor_object(value: 0, handler: cfloor_adding_handler(tally))
        var objects = Array(repeating: object, count: work.groupCount * work.count)
        let count = objects.count
        var stopwatch = Stopwatch()
        stopwatch.measure {
            for round in 1...work.rounds { cfloor_set_objects(&objects, count, Double(round)) }
        }
        return Outcome(
            Phase(.populationChange, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * count),
            received: reception([tally]))
    }

    /// The loop of ``population(_:)``.
    func populationLoop(_ work: Work) -> Outcome? {
        let tally = cfloor_new_tally()
        defer { free(tally) }
        var objects = Array(
            repeating: cfloor_object(value: 0, handler: cfloor_adding_handler(tally)), count: work.count)
        var stopwatch = Stopwatch()
        stopwatch.measure {
            for round in 1...work.rounds { cfloor_set_objects(&objects, work.count, Double(round)) }
        }
        return Outcome(
            Phase(.populationLoop, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * work.count),
            received: reception([tally]))
    }

    /// Each value has a pointer to the function and the context that all share.
    func collection(_ work: Work) -> Outcome? {
        let tally = cfloor_new_tally()
        defer { free(tally) }
        let member = cfloor_member(value: 0, handler: cfloor_adding_collection_handler(tally))
        var members = Array(repeating: member, count: work.count)
        var stopwatch = Stopwatch()
        stopwatch.measure {
            for round in 1...work.rounds { cfloor_set_members(&members, work.count, Double(round)) }
        }
        return Outcome(
            Phase(.collection, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * work.count),
            received: reception([tally]))
    }

    private func reception(_ tallies: [UnsafeMutablePointer<cfloor_tally>?]) -> Reception {
        Reception(
            messages: tallies.reduce(0) { $0 + ($1?.pointee.messages ?? 0) },
            sum: tallies.reduce(0) { $0 + ($1?.pointee.sum ?? 0) })
    }
}
