import SimulationEngine

/// A run of which there is a directory, carried out once more for somebody who looks at its moments, in any order. Nothing is
/// written.
package struct ShownRun {
    private let origin: ResultDirectory
    private let file: String

    /// Finds the scenario of a run.
    ///
    /// - Parameters:
    ///   - path: The directory of the run.
    ///   - name: The name of the scenario in the directory that is carried out, if it is there, instead of the one that is stored.
    /// - Throws: `ResumptionError.noResults(path:)`.
    package init(of path: String, preferring name: String) throws {
        origin = ResultDirectory(of: path, opening: .nowhere)
        let files = [name, ResultDirectory.scenarioFile].map(origin.path(of:))
        guard let file = files.first(where: FileSystem.exists) else { throw ResumptionError.noResults(path: path) }
        self.file = file
    }

    /// Reads the scenario. A run moves its model.
    ///
    /// - Throws: `ScenarioError`.
    package func scenario() throws -> Scenario { try Scenario(contentsOf: file) }

    /// Carries the run out from the last moment before a step of which it has kept a checkpoint, or from its beginning.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - monitor: Watches the run and may stop it.
    /// - Throws: `ScenarioError`; what the simulation throws.
    package func carryOut(before step: Int, monitor: RunMonitor) throws {
        do {
            try carryOut(from: try start(before: step), monitor)
        } catch let error as CheckpointError where !monitor.hasBegun {
            monitor.warn("the run is shown from its beginning: \(error)")
            try carryOut(from: nil, monitor)
        }
    }

    private func carryOut(from start: RunStart?, _ monitor: RunMonitor) throws {
        let scenario = try scenario()
        let identity = try RunIdentity(of: scenario, in: origin)
        try scenario.experiment.run(in: origin, as: identity, from: start, monitor: monitor)
    }

    private func start(before step: Int) throws -> RunStart? {
        // Checkpoints are those of the scenario that is stored.
        guard file == origin.path(of: ResultDirectory.scenarioFile) else { return nil }
        let store = CheckpointStore(directory: origin)
        let name = store.keptNames(upTo: Moment(step: step - 1, time: .infinity)).last
        return try name.map { RunStart(archive: try store.archive(inFile: $0)) }
    }
}
