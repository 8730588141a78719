import SimulationEngine

/// A run that was interrupted, and that can go on such that its files are, byte for byte, those of a run that was not.
///
///     let run = try UnfinishedRun(in: "Results/galaxy")
///     try run.goOn()
///
/// It goes on from its last checkpoint: what its files hold beyond is cut off. What was written to the standard output
/// cannot be taken back; there it goes on with what comes after the checkpoint. Without a checkpoint the run begins
/// again, and its files are replaced.
///
/// No other process can carry on the same run for as long as this object exists.
public final class UnfinishedRun {
    /// The scenario, as it lies in the directory.
    package let scenario: Scenario

    /// The step from which the run goes on is that of this checkpoint, a file of the directory; `nil` if there is none.
    package let checkpoint: String?

    /// Where the results lie.
    package let path: String

    private let lock: RunLock

    /// Opens a directory of results.
    ///
    /// - Parameters:
    ///   - path: The directory.
    ///   - checkpoint: The name of a checkpoint in it; the last one unless given.
    /// - Throws: `ResumptionError` if there is nothing to go on with; `ScenarioError` if the scenario in the directory
    ///   cannot be read.
    public init(in path: String, from checkpoint: String? = nil) throws {
        self.path = path
        let directory = ResultDirectory(of: path, opening: .resuming)
        guard FileSystem.exists(directory.path(of: ResultDirectory.scenarioFile)) else {
            let isMarked = FileSystem.exists(directory.path(of: RunLock.fileName))
            throw isMarked && ResultDirectory.isFree(path)
                ? ResumptionError.hasNotBegun(path: path) : ResumptionError.noResults(path: path)
        }
        if let checkpoint, ResultManifest.exists(in: directory) {
            throw ResumptionError.needsAnotherDirectory(path: path, checkpoint: checkpoint)
        }
        let last = CheckpointStore(directory: directory).exists ? CheckpointStore.fileName : nil
        self.checkpoint = checkpoint ?? last
        let isMarked = FileSystem.exists(directory.path(of: RunLock.fileName))
        guard self.checkpoint != nil || isMarked || ResultManifest.exists(in: directory) else {
            throw ResumptionError.mayHaveEnded(path: path)
        }
        lock = try RunLock(takingOver: directory)
        scenario = try Scenario(contentsOf: directory.path(of: ResultDirectory.scenarioFile))
    }

    /// Carries the run on to its end.
    ///
    /// - Parameter monitor: Watches the run and may stop it, after which it can go on again.
    /// - Throws: `CheckpointError` if the checkpoint is damaged or not one of this run, or a file of the directory is
    ///   missing or shorter than it was: nothing has been changed then. Otherwise as
    ///   `Scenario.run(in:monitor:)`.
    public func goOn(monitor: RunMonitor = RunMonitor()) throws {
        let directory = ResultDirectory(of: path, opening: checkpoint == nil ? .replacing : .resuming)
        let start = try checkpoint.map {
            RunStart(archive: try CheckpointStore(directory: directory).archive(inFile: $0))
        }
        try scenario.carryOut(in: directory, from: start, holding: lock, monitor: monitor)
    }

    /// Carries the run out from its beginning, whatever has been done of it.
    ///
    /// - Parameter monitor: Watches the run and may stop it.
    /// - Throws: As ``goOn(monitor:)``.
    package func beginAgain(monitor: RunMonitor = RunMonitor()) throws {
        let directory = ResultDirectory(of: path, opening: .replacing)
        // The other one may have been moved already.
        let scenario = try Scenario(contentsOf: directory.path(of: ResultDirectory.scenarioFile))
        try scenario.carryOut(in: directory, from: nil, holding: lock, monitor: monitor)
    }
}
