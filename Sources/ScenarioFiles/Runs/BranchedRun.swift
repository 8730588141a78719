import Recording
import SimulationEngine

/// A run that goes on in a directory of its own from a checkpoint of another one, which stays as it is: from an earlier
/// moment, or to a later end.
///
///     let run = try BranchedRun(of: "Results/galaxy", from: "checkpoint-4000", until: "20", in: "Results/galaxy-longer")
///     try run.goOn()
///
/// Its files become, byte for byte, those of a run to that end from the beginning, with the earlier checkpoints that this
/// keeps.
public final class BranchedRun {
    /// The scenario, as it lies in the directory of the other run but for its end.
    package let scenario: Scenario

    /// Where the results lie.
    package let path: String

    private let archive: StateArchive
    private let checkpoint: String
    private let origin: ResultDirectory

    /// Keeps the other run from being carried on until its files have been copied.
    private var lock: RunLock?

    /// Reads what is needed of another run.
    ///
    /// - Parameters:
    ///   - origin: The directory of the other run.
    ///   - checkpoint: The name of a checkpoint in it; the last one unless given.
    ///   - end: When the run is to end, in YAML; when the other one does unless given.
    ///   - path: The directory to create, which must not exist, nor lie in that of the other run.
    /// - Throws: `ResumptionError`, `CheckpointError` if there is nothing to go on from; `ScenarioError` if the scenario
    ///   cannot be read or the end is none; `ResultError`. Nothing has been written then.
    public init(of origin: String, from checkpoint: String?, until end: String?, in path: String) throws {
        try ResultDirectory.checkIsFree(path)
        guard !FileSystem.isPath(path, in: origin) else {
            throw ResultError.cannotCreate(path: path, reason: "it would lie in '\(origin)', which stays as it is")
        }
        self.path = path
        self.checkpoint = checkpoint ?? CheckpointStore.fileName
        self.origin = ResultDirectory(of: origin, opening: .resuming)
        guard FileSystem.exists(self.origin.path(of: ResultDirectory.scenarioFile)) else {
            throw ResumptionError.noResults(path: origin)
        }
        lock = ResultManifest.exists(in: self.origin) ? nil : try RunLock(takingOver: self.origin)
        archive = try CheckpointStore(directory: self.origin).archive(inFile: self.checkpoint)
        scenario = try Scenario(
            contentsOf: self.origin.path(of: ResultDirectory.scenarioFile),
            overrides: end.map { [Override("integrate.until=\($0)")] } ?? [])
    }

    /// Carries the run on to its end.
    ///
    /// - Parameter monitor: Watches the run and may stop it, after which it is an ``UnfinishedRun``.
    /// - Throws: As ``UnfinishedRun/goOn(monitor:)``; there is no directory then if the run could not go on.
    public func goOn(monitor: RunMonitor = RunMonitor()) throws {
        _ = try ResultDirectory(creating: path)
        let directory = ResultDirectory(of: path, opening: .resuming)
        do {
            let lock = try RunLock(beginningIn: directory)
            try directory.store(scenario)
            try directory.copyRecords(from: origin)
            try directory.copy(checkpoint, from: origin, as: CheckpointStore.fileName)
            self.lock = nil
            let start = RunStart(archive: archive, earlier: CheckpointStore(directory: origin))
            try scenario.carryOut(in: directory, from: start, holding: lock, monitor: monitor)
        } catch {
            if !monitor.hasBegun { try? FileSystem.remove(path) }
            throw error
        }
    }
}

extension ResultDirectory {
    /// Copies what a run has recorded into another directory.
    func copyRecords(from other: ResultDirectory) throws(ResultError) {
        let tables = (TableFormat.all.map(\.ending) + [NodeObservation.xyz]).map { ".\($0)" }
        let endings = tables + [".csv.gz", ".graphml", ".graphml.gz"]
        let names = FileSystem.names(in: other.path) ?? []
        for name in names.sorted() where !name.hasPrefix(".") && endings.contains(where: { name.hasSuffix($0) }) {
            try copy(name, from: other, as: name)
        }
    }

    /// Copies what stands in a file.
    fileprivate func copy(_ name: String, from other: ResultDirectory, as newName: String) throws(ResultError) {
        do {
            try InputFile(other.path(of: name)).copy(to: path(of: newName))
        } catch {
            throw .cannotCreate(path: path(of: newName), reason: error.reason)
        }
    }
}
