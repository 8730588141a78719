/// Watches a sweep from outside: hears of each run that ends, and can stop all of them.
///
/// Its closures are called on the threads that carry out runs, one at a time but for ``shouldStop``.
public struct SweepMonitor: Sendable {
    /// Is told of each run that has ended, and how, and of how far the sweep is.
    public var onRun: @Sendable (SweepRun, RunEnd, SweepProgress) -> Void

    /// Is told after each run which part of the work is done, by the times that runs of the same points have taken.
    public var onFraction: @Sendable (Double) -> Void

    /// Is asked after each step of each run whether to stop there. Should cost little.
    public var shouldStop: @Sendable () -> Bool

    /// Is told of what went wrong without ending a run.
    public var onWarning: @Sendable (SweepRun, String) -> Void

    /// Watches by closures, of which each may be left out.
    public init(
        onRun: @escaping @Sendable (SweepRun, RunEnd, SweepProgress) -> Void = { _, _, _ in },
        onFraction: @escaping @Sendable (Double) -> Void = { _ in },
        shouldStop: @escaping @Sendable () -> Bool = { false },
        onWarning: @escaping @Sendable (SweepRun, String) -> Void = { _, _ in }
    ) {
        (self.onRun, self.onFraction, self.shouldStop, self.onWarning) = (onRun, onFraction, shouldStop, onWarning)
    }
}

/// How a run of a sweep ended.
public enum RunEnd: Equatable, Sendable {
    /// It was complete already.
    case wasComplete

    /// It has been carried out.
    case completed

    /// It has failed, for this reason.
    case failed(String)

    /// It had failed before, and was not tried again.
    case hadFailed(String)

    /// Another process carries it out.
    case elsewhere

    /// It was stopped, and can go on.
    case stopped
}

/// How far a sweep is.
public struct SweepProgress: Equatable, Sendable {
    /// How many runs there are to carry out.
    public internal(set) var runCount: Int

    /// How many are complete that were before.
    public internal(set) var earlier = 0

    /// How many have been carried out.
    public internal(set) var completed = 0

    /// How many have failed, now or before.
    public internal(set) var failed = 0

    /// How many other processes carry out.
    public internal(set) var elsewhere = 0

    /// True if it was stopped before its end.
    public internal(set) var wasStopped = false

    /// How many are left.
    public var remaining: Int { runCount - earlier - completed - failed - elsewhere }

    /// True if all runs are complete.
    public var isComplete: Bool { earlier + completed == runCount }

    /// This, and what came before.
    func adding(_ other: SweepProgress) -> SweepProgress {
        var sum = self
        sum.runCount += other.runCount
        sum.earlier += other.earlier
        sum.completed += other.completed
        sum.failed += other.failed
        sum.elsewhere += other.elsewhere
        sum.wasStopped = wasStopped || other.wasStopped
        return sum
    }

    mutating func note(_ end: RunEnd) {
        switch end {
        case .wasComplete: earlier += 1
        case .completed: completed += 1
        case .failed, .hadFailed: failed += 1
        case .elsewhere: elsewhere += 1
        case .stopped: wasStopped = true
        }
    }
}
