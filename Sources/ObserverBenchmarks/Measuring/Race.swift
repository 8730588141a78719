/// Contestants that do one workload, at one count after the other.
///
///     find out who offers the workload
///     for each count:
///         for each contestant that will not take too long:
///             repeat the work more and more often until a run is long enough
///         as often as there are runs:
///             let each contestant do its work, and check what was received
///
/// Who fails at a count has no row there, which is told, and does not keep the others from theirs.
struct Race {
    /// The errors of measurements that should have been possible.
    private(set) var failures: [BenchmarkError] = []

    private let workload: Workload
    private let plan: BenchmarkPlan
    private let runner: any Runner
    private let showProgress: (String) -> Void
    private var entrants: [Entrant] = []

    init(
        _ workload: Workload, _ contestants: [any Contestant], plan: BenchmarkPlan, runner: any Runner,
        showProgress: @escaping (String) -> Void
    ) {
        self.workload = workload
        self.plan = plan
        self.runner = runner
        self.showProgress = showProgress
        for contestant in contestants where offersWorkload(contestant) { entrants.append(Entrant(contestant)) }
    }

    /// Measures all who take part at a count.
    mutating func figures(at count: Int) -> [Figure] {
        var rows: [Row] = []
        for index in entrants.indices where isAdmitted(entrants[index], at: count) {
            if let row = preparedRow(of: index, at: count) { rows.append(row) }
        }
        for number in 1...plan.runs {
            for index in rows.indices where rows[index].outcomes.count < number {
                guard let run = run(rows[index].work, by: rows[index].contestant) else { continue }
                rows[index].outcomes.append(run.outcome)
            }
            // Who failed is not measured further.
            rows.removeAll { $0.outcomes.count < number }
        }
        return rows.flatMap(\.figures)
    }

    private mutating func offersWorkload(_ contestant: any Contestant) -> Bool {
        do {
            if try runner.run(workload, Work(count: 1, rounds: 1), by: contestant) != nil { return true }
            showProgress("  without \(contestant.name), which does not offer this")
        } catch {
            note(error, of: contestant)
        }
        return false
    }

    private func isAdmitted(_ entrant: Entrant, at count: Int) -> Bool {
        if let limit = entrant.contestant.limit, count > limit.count {
            showProgress("  without \(entrant.name), which stops at \(limit.count) because \(limit.reason)")
            return false
        }
        if let seconds = entrant.expectedSeconds(at: count), seconds > Double(plan.patience) {
            showProgress("  without \(entrant.name), which would take \(Int(seconds)) s a run")
            return false
        }
        return true
    }

    /// Repeats the work more and more often until all that is timed takes long enough.
    private mutating func preparedRow(of index: Int, at count: Int) -> Row? {
        let contestant = entrants[index].contestant
        var rounds = 1
        while true {
            let work = Work(count: count, rounds: rounds)
            guard let run = run(work, by: contestant) else { return nil }
            if rounds == 1 { entrants[index].last = (count, run.nanoseconds) }
            // The parts that are not timed count here: preparing may take much longer than what is measured.
            let isLong = run.nanoseconds >= plan.longestRun
            let shortest = run.outcome.phases.map(\.nanoseconds).min() ?? plan.shortestRun
            if isLong || shortest >= plan.shortestRun {
                // A long run is as good as those that follow, and too expensive to be thrown away.
                return Row(contestant: contestant, work: work, outcomes: isLong ? [run.outcome] : [])
            }
            // A first run is cold and a short one inexact, so that the goal is approached in steps.
            let shortage = 1.2 * plan.shortestRun / max(1, shortest)
            let factor = max(2, min(100, shortage, plan.longestRun / max(1, run.nanoseconds)))
            rounds = Int((Double(rounds) * factor).rounded(.up))
        }
    }

    /// Does a run, if that goes well.
    private mutating func run(_ work: Work, by contestant: any Contestant) -> Run? {
        do {
            return try checkedRun(work, by: contestant)
        } catch {
            note(error, of: contestant)
            return nil
        }
    }

    private func checkedRun(_ work: Work, by contestant: any Contestant) throws(BenchmarkError) -> Run {
        guard let run = try runner.run(workload, work, by: contestant) else {
            throw .runFailed(
                library: contestant.name, workload: workload, count: work.count,
                reason: "it offered the workload before but does not any more")
        }
        let expected = workload.expectedReception(work)
        guard run.outcome.received == expected else {
            throw .wrongReception(
                library: contestant.name, workload: workload, count: work.count, received: run.outcome.received,
                expected: expected)
        }
        return run
    }

    /// Tells what went wrong, and remembers it unless the contestant was only slow.
    private mutating func note(_ error: BenchmarkError, of contestant: any Contestant) {
        if case .tookTooLong(_, _, let count, let seconds) = error {
            showProgress("  without \(contestant.name), which takes longer than \(seconds) s a run")
            guard let index = entrants.firstIndex(where: { $0.name == contestant.name }) else { return }
            entrants[index].last = (count, Double(seconds) * 1e9)
        } else {
            showProgress("  failed: \(error)")
            failures.append(error)
        }
    }
}

/// A contestant, and what it has needed so far.
private struct Entrant {
    let contestant: any Contestant

    /// The count of the last row, and the time of a run with one round.
    var last: (count: Int, nanoseconds: Double)?

    var name: String { contestant.name }

    init(_ contestant: any Contestant) {
        self.contestant = contestant
    }

    /// How long a run will take, if the last one lasted long enough to tell: in proportion to the count.
    func expectedSeconds(at count: Int) -> Double? {
        guard let last, last.nanoseconds >= 1e9, count > last.count else { return nil }
        return last.nanoseconds / 1e9 * Double(count) / Double(last.count)
    }
}

/// The work of a contestant at a count, and what came of it.
private struct Row {
    let contestant: any Contestant
    let work: Work
    var outcomes: [Outcome]

    /// A figure for each phase of the workload.
    var figures: [Figure] {
        (outcomes.first?.phases ?? []).map(\.row).map { row in
            let runs = outcomes.compactMap { outcome in outcome.phases.first { $0.row == row } }
            return Figure(library: contestant.name, count: work.count, row: row, runs: runs)
        }
    }
}
