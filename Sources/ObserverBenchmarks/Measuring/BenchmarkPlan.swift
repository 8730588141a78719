/// The workloads that are measured, at which counts, and how carefully.
public struct BenchmarkPlan: Sendable {
    /// The largest of the usual counts unless given, and if a rough result is enough.
    public static let (usualLargest, quickLargest) = (1_000_000, 10_000)

    /// How often everything is measured unless given, and if a rough result is enough.
    public static let (usualRuns, quickRuns) = (5, 3)

    /// The workloads, in their order.
    public var workloads: [Workload]

    /// The counts for all workloads, or none for those that are usual for each.
    public var counts: [Int]

    /// The largest of the usual counts.
    public var largest: Int

    /// How often everything is measured.
    public var runs: Int

    /// How long the timed part of a run takes at least, in nanoseconds.
    public var shortestRun: Double

    /// How many seconds a run may take at most, with all that it prepares. Where even one round would take longer, the
    /// library is left out.
    public var patience: Int

    /// From when on a run is not made longer, however short its timed part is, in nanoseconds.
    var longestRun: Double { 200 * shortestRun }

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - workloads: The workloads; all of them if there are none.
    ///   - counts: The counts; if there are none, those that are usual for each workload.
    ///   - largest: The largest of the usual counts.
    ///   - runs: How often everything is measured.
    ///   - patience: How many seconds a run may take at most.
    ///   - isQuick: True if a rough result is enough: fewer and shorter runs and smaller counts where none are given.
    public init(
        workloads: [Workload] = [], counts: [Int] = [], largest: Int? = nil, runs: Int? = nil, patience: Int = 60,
        isQuick: Bool = false
    ) {
        self.workloads = workloads.isEmpty ? Workload.allCases : workloads
        self.counts = counts
        self.largest = largest ?? (isQuick ? Self.quickLargest : Self.usualLargest)
        self.runs = max(1, runs ?? (isQuick ? Self.quickRuns : Self.usualRuns))
        self.patience = patience
        shortestRun = isQuick ? 0.2e6 : 5e6
    }

    /// The counts at which a workload is measured.
    public func counts(for workload: Workload) -> [Int] {
        counts.isEmpty ? workload.usualCounts(upTo: largest) : counts
    }
}
