/// Measures contestants side by side.
///
///     for each workload, for each count:
///         find out how many rounds each contestant needs for a run that is long enough
///         as often as there are runs:
///             let each contestant do its work, and check what was received
///         tell the median of each contestant
///
/// The contestants take turns, so that a change of the machine's speed meets all alike.
public struct ObserverBenchmark {
    private let contestants: [any Contestant]
    private let plan: BenchmarkPlan
    private let showProgress: (String) -> Void

    /// Creates a benchmark.
    ///
    /// - Parameters:
    ///   - contestants: Who is measured, in the order of the rows.
    ///   - plan: What is measured.
    ///   - showProgress: Receives a line about what happens next or what is left out, and why.
    public init(
        _ contestants: [any Contestant], plan: BenchmarkPlan, showProgress: @escaping (String) -> Void
    ) {
        self.contestants = contestants
        self.plan = plan
        self.showProgress = showProgress
    }

    /// Measures everything and hands out the figures as they come.
    public func run(receive: (Figure) throws(BenchmarkError) -> Void) throws(BenchmarkError) {
        for workload in plan.workloads {
            let offering = contestantsThatOffer(workload)
            for count in plan.counts(for: workload) {
                showProgress("\(workload.rawValue), \(count)")
                let measured = offering.filter { isWithinLimit($0, workload, count) }
                for figure in try measure(measured, workload, count) { try receive(figure) }
            }
        }
    }

    private func contestantsThatOffer(_ workload: Workload) -> [any Contestant] {
        contestants.filter { contestant in
            let offers = contestant.perform(workload, Work(count: 1, rounds: 1)) != nil
            if !offers { showProgress("  without \(contestant.name), which does not offer this") }
            return offers
        }
    }

    private func isWithinLimit(_ contestant: any Contestant, _ workload: Workload, _ count: Int) -> Bool {
        guard let limit = contestant.limits[workload], count > limit.count else { return true }
        showProgress("  without \(contestant.name), which stops at \(limit.count) because \(limit.reason)")
        return false
    }

    private func measure(
        _ contestants: [any Contestant], _ workload: Workload, _ count: Int
    ) throws(BenchmarkError) -> [Figure] {
        var works: [Work] = []
        for contestant in contestants { works.append(try sufficientWork(contestant, workload, count)) }
        var outcomes: [[Outcome]] = contestants.map { _ in [] }
        for _ in 0..<plan.runs {
            for (index, contestant) in contestants.enumerated() {
                outcomes[index].append(try perform(workload, works[index], by: contestant))
            }
        }
        return zip(contestants, outcomes).flatMap { contestant, outcomes in
            (outcomes.first?.phases ?? []).map(\.row).map { row in
                let runs = outcomes.compactMap { outcome in outcome.phases.first { $0.row == row } }
                return Figure(library: contestant.name, count: count, row: row, runs: runs)
            }
        }
    }

    /// Repeats the work more and more often until all that is timed takes long enough.
    private func sufficientWork(
        _ contestant: any Contestant, _ workload: Workload, _ count: Int
    ) throws(BenchmarkError) -> Work {
        /// What is not timed counts here: preparing may take much longer than what is measured.
        let longestRun = 200 * plan.shortestRun
        var rounds = 1
        while true {
            let work = Work(count: count, rounds: rounds)
            let start = ContinuousClock.now
            let outcome = try perform(workload, work, by: contestant)
            let isLong = ContinuousClock.now - start > .nanoseconds(Int64(longestRun))
            let shortest = outcome.phases.map(\.nanoseconds).min() ?? plan.shortestRun
            if shortest >= plan.shortestRun || isLong { return work }
            // A first run is cold and a short one inexact, so that the goal is approached in steps.
            let factor = min(100, max(2, 1.2 * plan.shortestRun / max(1, shortest)))
            rounds = Int((Double(rounds) * factor).rounded(.up))
        }
    }

    private func perform(
        _ workload: Workload, _ work: Work, by contestant: any Contestant
    ) throws(BenchmarkError) -> Outcome {
        Heap.tidy()
        // Whether it offers the workload has been found out before.
        let outcome = contestant.perform(workload, work) ?? Outcome([], received: workload.expectedReception(work))
        let expected = workload.expectedReception(work)
        guard outcome.received == expected else {
            throw .wrongReception(
                library: contestant.name, workload: workload, count: work.count, received: outcome.received,
                expected: expected)
        }
        return outcome
    }
}
