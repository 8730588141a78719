/// Where runs are done: in this process or in others.
public protocol Runner {
    /// Does a run of a workload.
    ///
    /// - Returns: `nil` if the contestant does not offer the workload.
    /// - Throws: ``BenchmarkError/tookTooLong(library:workload:count:seconds:)`` or
    ///   ``BenchmarkError/runFailed(library:workload:count:reason:)``.
    func run(_ workload: Workload, _ work: Work, by contestant: any Contestant) throws(BenchmarkError) -> Run?
}

/// Does all runs in this process. What a run leaves behind in memory meets the ones after it, which is fair only among
/// contestants that leave nothing.
public struct InProcessRunner: Runner {
    /// Creates the runner.
    public init() {}

    /// Does a run, for which memory is made as free as it can be.
    public func run(_ workload: Workload, _ work: Work, by contestant: any Contestant) -> Run? {
        Heap.tidy()
        var outcome: Outcome?
        var stopwatch = Stopwatch()
        stopwatch.measure { outcome = contestant.perform(workload, work) }
        return outcome.map { Run($0, nanoseconds: stopwatch.nanoseconds) }
    }
}
