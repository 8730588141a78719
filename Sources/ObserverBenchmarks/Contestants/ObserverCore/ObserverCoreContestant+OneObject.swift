import ObserverCore

/// The workloads with one observed object.
extension ObserverCoreContestant {
    /// Each observer has an observation of its own.
    public func fanOut(_ work: Work) -> Outcome? {
        let variable = Var(0.0)
        let listeners = listeners(work.count)
        let bytes = Heap.growth(per: work.count) {
            for listener in listeners { beginPlainObservation(of: variable, by: listener) }
        }
        let nanoseconds = timeOfChanges(of: variable, work)
        return Outcome(
            Phase(.fanOut, nanoseconds: nanoseconds, operations: work.rounds * work.count, bytes: bytes),
            received: Reception(listeners.map(\.tally)))
    }

    /// An ad hoc transform with three steps.
    public func chain(_ work: Work) -> Outcome? {
        let chained = Var(0.0)
        let plain = Var(0.0)
        let chainListeners = listeners(work.count)
        let plainListeners = listeners(work.count)
        let chainBytes = Heap.growth(per: work.count) {
            for listener in chainListeners {
                listener.observe(chained).map { $0.new * 2 }.filter { $0 > 0 }.map { $0 + 1 }.receive {
                    [tally = listener.tally] in tally.add($0)
                }
            }
        }
        let plainBytes = Heap.growth(per: work.count) {
            for listener in plainListeners { beginPlainObservation(of: plain, by: listener) }
        }
        let operations = work.rounds * work.count
        return Outcome(
            [
                Phase(
                    .chain, nanoseconds: timeOfChanges(of: chained, work), operations: operations, bytes: chainBytes),
                Phase(
                    .chainPlain, nanoseconds: timeOfChanges(of: plain, work), operations: operations,
                    bytes: plainBytes),
            ],
            received: Reception((chainListeners + plainListeners).map(\.tally)))
    }

    /// An observer at some position stops and begins to observe.
    public func churn(_ work: Work) -> Outcome? {
        let variable = Var(0.0)
        let listeners = listeners(work.count)
        for listener in listeners { beginPlainObservation(of: variable, by: listener) }
        let positions = work.positions
        var stopwatch = Stopwatch()
        stopwatch.measure {
            for position in positions {
                let listener = listeners[position]
                listener.stopObserving(variable)
                beginPlainObservation(of: variable, by: listener)
            }
        }
        variable.value = 1
        return Outcome(
            Phase(.churn, nanoseconds: stopwatch.nanoseconds, operations: positions.count),
            received: Reception(listeners.map(\.tally)))
    }

    /// Messages that the closure sends wait until the message that they answer has reached everyone.
    public func reentrant(_ work: Work) -> Outcome? {
        let variable = Var(0.0)
        let listener = Listener()
        listener.observe(variable) { [tally = listener.tally, unowned variable, count = work.count] update in
            tally.add(update.new)
            guard update.new == -1 else { return }
            for value in 1...count { variable.value = Double(value) }
        }
        var stopwatch = Stopwatch()
        stopwatch.measure { for _ in 0..<work.rounds { variable.value = -1 } }
        return Outcome(
            Phase(.reentrant, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * work.count),
            received: Reception([listener.tally]))
    }

    /// Not inlined, since the optimiser would merge the copies of the closure, and lead each message through two functions
    /// more.
    @inline(never)
    private func beginPlainObservation(of variable: Var<Double>, by listener: Listener) {
        listener.observe(variable) { [tally = listener.tally] update in tally.add(update.new) }
    }

    func timeOfChanges(of variable: Var<Double>, _ work: Work) -> Double {
        var stopwatch = Stopwatch()
        stopwatch.measure { for round in 1...work.rounds { variable.value = Double(round) } }
        return stopwatch.nanoseconds
    }
}
