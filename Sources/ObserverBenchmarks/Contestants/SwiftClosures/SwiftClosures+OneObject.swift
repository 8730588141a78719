import ObserverCore

/// The workloads with one array of closures.
extension SwiftClosures {
    /// A loop over closures.
    public func fanOut(_ work: Work) -> Outcome? {
        let tallies = Tally.row(of: work.count)
        var handlers: [Handler] = []
        let bytes = Heap.growth(per: work.count) {
            for tally in tallies { handlers.append(handler(adding: tally)) }
        }
        return Outcome(
            Phase(
                .fanOut, nanoseconds: timeOfRounds(work, handlers), operations: work.rounds * work.count, bytes: bytes),
            received: Reception(tallies))
    }

    /// Closures that call closures.
    public func chain(_ work: Work) -> Outcome? {
        let chainTallies = Tally.row(of: work.count)
        let plainTallies = Tally.row(of: work.count)
        let operations = work.rounds * work.count
        let chain = timeOfRounds(work, chainTallies.map(nestedHandler))
        let plain = timeOfRounds(work, plainTallies.map(handler))
        return Outcome(
            [
                Phase(.chain, nanoseconds: chain, operations: operations),
                Phase(.chainPlain, nanoseconds: plain, operations: operations),
            ],
            received: Reception(chainTallies + plainTallies))
    }

    /// Closures that call closures, and capture numbers besides.
    public func capturingChain(_ work: Work) -> Outcome? {
        let tallies = Tally.row(of: work.count)
        let (factor, bound, summand) = work.capturedNumbers
        let handlers: [Handler] = tallies.map { tally in
            let increment: (Double) -> Void = { tally.add($0 + summand) }
            let filter: (Double) -> Void = { if $0 > bound { increment($0) } }
            return { filter($0.new * factor) }
        }
        let nanoseconds = timeOfRounds(work, handlers)
        return Outcome(
            Phase(.capturingChain, nanoseconds: nanoseconds, operations: work.rounds * work.count),
            received: Reception(tallies))
    }

    private func nestedHandler(_ tally: Tally) -> Handler {
        let increment: (Double) -> Void = { tally.add($0 + 1) }
        let filter: (Double) -> Void = { if $0 > 0 { increment($0) } }
        return { filter($0.new * 2) }
    }

    /// The last closure takes the place of the one that is removed, so that their order is not kept.
    public func churn(_ work: Work) -> Outcome? {
        let tallies = Tally.row(of: work.count)
        var handlers = tallies.map(handler)
        let positions = work.positions
        var stopwatch = Stopwatch()
        stopwatch.measure {
            for position in positions {
                handlers.swapAt(position, handlers.count - 1)
                handlers.removeLast()
                handlers.append(handler(adding: tallies[position]))
            }
        }
        for handler in handlers { handler(Update(0, 1)) }
        return Outcome(
            Phase(.churn, nanoseconds: stopwatch.nanoseconds, operations: positions.count),
            received: Reception(tallies))
    }

    /// Nothing waits: what the closure sets is received before it goes on.
    public func reentrant(_ work: Work) -> Outcome? {
        let tally = Tally()
        let value = PlainValue()
        value.handlers.append { [tally, unowned value, count = work.count] update in
            tally.add(update.new)
            guard update.new == -1 else { return }
            for number in 1...count { value.set(Double(number)) }
        }
        var stopwatch = Stopwatch()
        stopwatch.measure { for _ in 0..<work.rounds { value.set(-1) } }
        return Outcome(
            Phase(.reentrant, nanoseconds: stopwatch.nanoseconds, operations: work.rounds * work.count),
            received: Reception([tally]))
    }
}
