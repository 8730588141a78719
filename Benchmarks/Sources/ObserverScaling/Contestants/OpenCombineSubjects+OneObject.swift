import ObserverBenchmarks
import OpenCombine

/// The workloads with one subject.
extension OpenCombineSubjects {
    func fanOut(_ work: Work) -> Outcome? {
        let subject = newSubject()
        let listeners = Tally.row(of: work.count).map { Listener($0) }
        let bytes = Heap.growth(per: work.count) { for listener in listeners { observe(subject, listener) } }
        let nanoseconds = timeOfRounds(work, subject)
        return Outcome(
            Phase(.fanOut, nanoseconds: nanoseconds, operations: work.rounds * work.count, bytes: bytes),
            received: reception(listeners.map(\.tally), initialCount: work.count))
    }

    func chain(_ work: Work) -> Outcome? {
        let (chained, plain) = (newSubject(), newSubject())
        let chainListeners = Tally.row(of: work.count).map { Listener($0) }
        let plainListeners = Tally.row(of: work.count).map { Listener($0) }
        for listener in chainListeners {
            chained.map { $0 * 2 }.filter { $0 > 0 }.map { $0 + 1 }
                .sink { [tally = listener.tally] in tally.add($0) }
                .store(in: &listener.cancellables)
        }
        for listener in plainListeners { observe(plain, listener) }
        let operations = work.rounds * work.count
        return Outcome(
            [
                Phase(.chain, nanoseconds: timeOfRounds(work, chained), operations: operations),
                Phase(.chainPlain, nanoseconds: timeOfRounds(work, plain), operations: operations),
            ],
            // The filter holds the initial value back.
            received: reception((chainListeners + plainListeners).map(\.tally), initialCount: work.count))
    }

    func churn(_ work: Work) -> Outcome? {
        let subject = newSubject()
        let tallies = Tally.row(of: work.count)
        var cancellables = tallies.map { tally in subject.sink { [tally] in tally.add($0) } }
        let positions = work.positions
        var stopwatch = Stopwatch()
        stopwatch.measure {
            for position in positions {
                cancellables[position].cancel()
                cancellables[position] = subject.sink { [tally = tallies[position]] in tally.add($0) }
            }
        }
        subject.send(1)
        cancellables = []
        return Outcome(
            Phase(.churn, nanoseconds: stopwatch.nanoseconds, operations: positions.count),
            received: reception(tallies, initialCount: work.count + positions.count))
    }

    /// Nothing waits: what the closure sends is received before it goes on.
    func reentrant(_ work: Work) -> Outcome? {
        let subject = newSubject()
        let listener = Listener()
        subject.sink { [tally = listener.tally, unowned subject, count = work.count] value in
            tally.add(value)
            guard value == -1 else { return }
            for number in 1...count { subject.send(Double(number)) }
        }.store(in: &listener.cancellables)
        var stopwatch = Stopwatch()
        stopwatch.measure { for _ in 0..<work.rounds { subject.send(-1) } }
        return Outcome(
            Phase(.reentrant, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * work.count),
            received: reception([listener.tally], initialCount: 1))
    }
}
