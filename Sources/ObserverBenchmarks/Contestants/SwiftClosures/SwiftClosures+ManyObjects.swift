import ObserverCore

/// The workloads with many values.
extension SwiftClosures {
    /// Values in one array, and the closure for each of them in another.
    public func population(_ work: Work) -> Outcome? {
        let tally = Tally()
        let size = work.groupCount * work.count
        var values = Array(repeating: 0.0, count: size)
        var handlers: [Handler] = []
        var bytes: Double?
        var (begin, change, end) = (Stopwatch(), Stopwatch(), Stopwatch())
        for round in 1...work.rounds {
            let growth = Heap.growth(per: size, if: round == 1) {
                begin.measure { for _ in 0..<size { handlers.append(handler(adding: tally)) } }
            }
            bytes = bytes ?? growth
            change.measure { set(&values, to: Double(round)) { handlers[$0]($1) } }
            end.measure { handlers.removeAll() }
        }
        let operations = work.rounds * size
        return Outcome(
            [
                Phase(.populationBegin, nanoseconds: begin.nanoseconds, operations: operations, bytes: bytes),
                Phase(.populationChange, nanoseconds: change.nanoseconds, operations: operations),
                Phase(.populationEnd, nanoseconds: end.nanoseconds, operations: operations),
            ],
            received: Reception([tally]))
    }

    /// The values of ``population(_:)``.
    public func populationLoop(_ work: Work) -> Outcome? {
        let tally = Tally()
        var values = Array(repeating: 0.0, count: work.count)
        let handlers = (0..<work.count).map { _ in handler(adding: tally) }
        var stopwatch = Stopwatch()
        stopwatch.measure {
            for round in 1...work.rounds { set(&values, to: Double(round)) { handlers[$0]($1) } }
        }
        return Outcome(
            Phase(.populationLoop, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * work.count),
            received: Reception([tally]))
    }

    /// Objects with a value and an empty array of closures.
    public func unobserved(_ work: Work) -> Outcome? {
        let (values, bytes) = Heap.growth(making: work.count) { PlainValue() }
        var stopwatch = Stopwatch()
        stopwatch.measure {
            for round in 1...work.rounds {
                values.visit { $0.set(Double(round)) }
            }
        }
        return Outcome(
            Phase(
                .unobserved, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * work.count, bytes: bytes),
            received: Reception(messages: 0, sum: values.reduce(0) { $0 + $1.value }))
    }

    /// Values in one array, and in another the closure for each of them, which is the same for all.
    public func collection(_ work: Work) -> Outcome? {
        let tally = Tally()
        let handlers = Array(repeating: collectionHandler(adding: tally), count: work.count)
        var values = Array(repeating: 0.0, count: work.count)
        var stopwatch = Stopwatch()
        stopwatch.measure {
            for round in 1...work.rounds { set(&values, to: Double(round)) { handlers[$0]($0, $1) } }
        }
        return Outcome(
            Phase(.collection, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * work.count),
            received: Reception([tally]))
    }

    @inline(__always)
    private func set(_ values: inout [Double], to new: Double, _ receive: (Int, Update<Double>) -> Void) {
        for index in values.indices {
            let update = Update(values[index], new)
            guard update.isChange else { continue }
            values[index] = new
            receive(index, update)
        }
    }

    /// Not inlined, since the closure has to be called as one that comes from elsewhere.
    @inline(never)
    private func collectionHandler(adding tally: Tally) -> (Int, Update<Double>) -> Void {
        { [tally] _, update in tally.add(update.new) }
    }
}

/// A value and the closures that want to know of its changes.
final class PlainValue {
    private(set) var value = 0.0
    var handlers: [(Update<Double>) -> Void] = []

    @inline(__always)
    func set(_ new: Double) {
        let old = value
        guard new != old else { return }
        value = new
        for handler in handlers { handler(Update(old, new)) }
    }
}
