import ArgumentParser
import Sweeps
import Synchronization

/// Tells on standard error how far a sweep is, and what has failed. Runs end on several threads.
final class SweepReport: Sendable {
    private struct State {
        let line: ProgressLine?
        var failures: [(run: SweepRun, reason: String)] = []
        var otherFailureCount = 0
        var progress: SweepProgress?

        mutating func note(_ run: SweepRun, _ reason: String) {
            if failures.count < shownFailures { failures.append((run, reason)) } else { otherFailureCount += 1 }
        }
    }

    /// Of how many runs it is told at the end why they have failed.
    private static let shownFailures = 10

    private let sweep: Sweep
    private let isQuiet: Bool
    private let state: Mutex<State>

    init(of sweep: Sweep, isQuiet: Bool) {
        (self.sweep, self.isQuiet) = (sweep, isQuiet)
        state = Mutex(State(line: isQuiet ? nil : ProgressLine(name: sweep.name)))
    }

    /// A run has ended.
    func note(_ run: SweepRun, _ end: RunEnd, _ progress: SweepProgress) {
        state.withLock { state in
            if case .failed(let reason) = end { state.note(run, reason) }
            if case .hadFailed(let reason) = end { state.note(run, reason) }
            state.progress = progress
        }
    }

    /// Shows which part of the work is done.
    func show(_ fraction: Double) {
        state.withLock { state in state.line?.show(fraction, state.progress.map(Self.counts) ?? "") }
    }

    private static func counts(_ progress: SweepProgress) -> String {
        let failed = progress.failed == 0 ? "" : "\(progress.failed) failed, "
        return "\(progress.earlier + progress.completed) of \(progress.runCount) runs, \(failed)"
    }

    /// Something went wrong without ending a run.
    func warn(of run: SweepRun, _ warning: String) {
        state.withLock { state in
            state.line?.clear()
            writeError("warning: \(name(of: run)): \(warning)")
        }
    }

    /// Says how the sweep has ended, and what it has found if it has looked for something.
    ///
    /// - Throws: `ExitCode` unless all runs are complete or left to others.
    func end(_ progress: SweepProgress, found: String?) throws {
        let (failures, others) = state.withLock { state in
            state.line?.clear()
            return (state.failures, state.otherFailureCount)
        }
        for (run, reason) in failures { writeError("\(name(of: run)) has failed:\n\(reason.indented)") }
        if others > 0 { writeError("\(others) more runs have failed: '\(sweep.path)/failures' says why") }
        if !isQuiet { writeError(Self.summary(progress)) }
        if progress.wasStopped { writeError("interrupted; to go on: observatory sweep \(sweep.path)") }
        if let found { try writeBytes(Array(found.utf8)) }
        writeOutput("Results: \(sweep.path)")
        if progress.wasStopped { throw ExitCode(130) }
        if progress.failed > 0 { throw ExitCode(1) }
    }

    private static func summary(_ progress: SweepProgress) -> String {
        let parts = [
            (progress.earlier, "complete before"), (progress.completed, "carried out"), (progress.failed, "failed"),
            (progress.elsewhere, "left to other processes"), (progress.remaining, "not begun or not ended"),
        ]
        return "\(progress.runCount) runs: "
            + parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }

    private func name(of run: SweepRun) -> String {
        let values = zip(sweep.plan.keys, run.values).map { "\($0)=\($1)" }
        let replicate = sweep.plan.replicates > 1 ? ["replicate \(run.replicate)"] : []
        return "run \(run.name.prefix(8)) (\((values + replicate).joined(separator: ", ")))"
    }
}

extension String {
    /// The text with two spaces before each line.
    fileprivate var indented: String { split(separator: "\n").map { "  \($0)" }.joined(separator: "\n") }
}
