import ArgumentParser
import ScenarioFiles
import SimulationEngine

/// The arguments of all commands that carry out a run.
struct RunArguments: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The time from one checkpoint to the next; 0 for none. 'observatory resume' goes on from the last one.",
            valueName: "seconds"))
    var checkpointInterval = 60.0

    @Flag(
        help: ArgumentHelp(
            "Has a compiler for C compile the arithmetic of the scenario's equations, and keeps what it makes in ~/.cache. Results are the "
                + "same bytes, in less time."))
    var compile = false

    @Flag(name: .shortAndLong, help: "Show no progress.")
    var quiet = false

    func validate() throws {
        guard checkpointInterval >= 0, checkpointInterval.isFinite else {
            throw ValidationError("The time from one checkpoint to the next must be 0 or greater, and finite.")
        }
    }

    /// Reads scenarios whose equations are compiled, if that is asked for.
    func reading<Result>(_ body: () throws -> Result) throws -> Result {
        try FormulaCompiler.$current.withValue(compile ? .working() : nil, operation: body)
    }

    /// Carries out a run of a scenario, shows how far it is, and says where its results lie.
    func carryOut(
        _ scenario: Scenario, in directory: String, watched watch: WatchArguments? = nil,
        _ run: (RunMonitor) throws -> Void
    ) throws {
        let progress = quiet ? nil : ProgressLine(name: scenario.name)
        let interruption = Interruption()
        let clock = checkpointInterval > 0 ? CheckpointClock(interval: .seconds(checkpointInterval)) : nil
        let monitor = RunMonitor(
            onProgress: { progress?.show($0.fraction) }, shouldStop: { interruption.wasRequested },
            shouldStore: { clock?.isDue() ?? false },
            onWarning: { warning in
                progress?.clear()
                writeError("warning: \(warning)")
            })
        let stop = interruption.wasRequestedOnAnyThread
        let page = try watch?.serve(scenario, in: directory, shouldStop: stop)
        monitor.viewer = page?.session
        defer {
            page?.end(unless: stop)
            progress?.clear()
            // The records before a failure are worth looking at, too; not what was there before and is as it was.
            if monitor.hasBegun { tellPlace(of: scenario, directory) }
        }
        try run(monitor)
        progress?.clear()
        if let reason = monitor.stopReason, !quiet { writeError("stopped: \(reason)") }
        guard monitor.wasStopped else { return }
        let start = monitor.checkpointStep.map { "step \($0)" } ?? "the beginning"
        writeError("interrupted: the results end early; to go on from \(start): observatory resume \(directory)")
        throw ExitCode(130)
    }

    private func tellPlace(of scenario: Scenario, _ directory: String) {
        let place = "Results: \(directory)"
        if scenario.usesStandardOutput { writeError(place) } else { writeOutput(place) }
    }
}
