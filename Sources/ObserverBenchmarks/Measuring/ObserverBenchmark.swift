/// Measures contestants side by side.
///
/// The contestants take turns: the first run of all, the second run of all and so on, so that a change of the machine's
/// speed meets all alike.
public struct ObserverBenchmark {
    private let contestants: [any Contestant]
    private let plan: BenchmarkPlan
    private let runner: any Runner
    private let showProgress: (String) -> Void

    /// Creates a benchmark.
    ///
    /// - Parameters:
    ///   - contestants: Who is measured, in the order of the rows.
    ///   - plan: The plan.
    ///   - runner: Where it is measured.
    ///   - showProgress: Receives a line about what happens next or what is left out, and why.
    public init(
        _ contestants: [any Contestant], plan: BenchmarkPlan, runner: any Runner = InProcessRunner(),
        showProgress: @escaping (String) -> Void
    ) {
        self.contestants = contestants
        self.plan = plan
        self.runner = runner
        self.showProgress = showProgress
    }

    /// Measures everything and hands out the figures as they come.
    ///
    /// - Throws: Errors of `receive`, at once; ``BenchmarkError/incomplete(_:)`` at the end, if some could not be measured.
    public func run(receive: (Figure) throws(BenchmarkError) -> Void) throws(BenchmarkError) {
        let steps = plan.workloads.reduce(0) { $0 + plan.counts(for: $1).count }
        var step = 0
        var failures: [BenchmarkError] = []
        for workload in plan.workloads {
            var race = Race(workload, contestants, plan: plan, runner: runner, showProgress: showProgress)
            for count in plan.counts(for: workload) {
                step += 1
                showProgress("\(workload.rawValue), \(count) (\(step) of \(steps))")
                for figure in race.figures(at: count) { try receive(figure) }
            }
            failures += race.failures
        }
        guard failures.isEmpty else { throw .incomplete(failures) }
    }
}
