import ObserverCore

// In a file of its own, since the optimiser merges equal closures of a file, those at the end of both chains, and leads each
// message of either through a function more.
extension ObserverCoreContestant {
    /// The transform of `chain` with closures that the compiler cannot merge.
    public func capturingChain(_ work: Work) -> Outcome? {
        let variable = Var(0.0)
        let listeners = listeners(work.count)
        let (factor, bound, summand) = work.capturedNumbers
        let bytes = Heap.growth(per: work.count) {
            for listener in listeners {
                listener.observe(variable).map { $0.new * factor }.filter { $0 > bound }.map { $0 + summand }.receive {
                    [tally = listener.tally] in tally.add($0)
                }
            }
        }
        let nanoseconds = timeOfChanges(of: variable, work)
        return Outcome(
            Phase(
                .capturingChain, nanoseconds: nanoseconds, operations: work.rounds * work.count, bytes: bytes),
            received: Reception(listeners.map(\.tally)))
    }
}
