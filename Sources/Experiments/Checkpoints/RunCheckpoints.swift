import SimulationEngine

/// Writes the checkpoints of a run.
///
/// Who wants one asks for it at any time; it is written when the simulation is next at rest. Nothing is done for those
/// that nobody asks for.
final class RunCheckpoints<Model: SimulationModel> {
    private unowned let run: ObservedRun<Model>
    private let store: CheckpointStore
    private var identity: RunIdentity

    /// Is told what went wrong.
    private let warn: (String) -> Void

    /// True while the state can be stored, as far as is known.
    private var isPossible = true

    /// Why there was no checkpoint when one was last asked for.
    private var lastFailure: String?

    private var isWanted = false
    private var isKept = false

    /// The step of the last checkpoint.
    private(set) var lastStep: Int?

    init(of run: ObservedRun<Model>, identity: RunIdentity, in store: CheckpointStore, warn: @escaping (String) -> Void)
    {
        self.run = run
        self.store = store
        self.identity = identity
        self.warn = warn
    }

    /// Asks for a checkpoint of the present moment. There is none of a run that has been ended by the scenario, which has
    /// nothing to go on with.
    ///
    /// - Parameter isKept: True if it is kept when another one is written.
    func request(keeping isKept: Bool = false) {
        self.isKept = self.isKept || isKept
        guard isPossible, !isWanted, run.stopReason == nil, run.directory.opening != .nowhere else { return }
        isWanted = true
        run.simulation.onceAtRest { [unowned self] in
            isWanted = false
            defer { self.isKept = false }
            try write()
        }
    }

    /// Writes a checkpoint.
    ///
    /// - Throws: `RecordingError` if rows that belong to it cannot be written, ``ResultError/gone(path:)``. That there is no
    ///   checkpoint for another reason is none for a run to end, and is told once.
    private func write() throws {
        try run.directory.settle()
        try run.flush()
        do throws(CheckpointError) {
            let archive = StateArchive()
            try self.archive(in: archive)
            let moment = run.simulation.moment
            let name = CheckpointStore.fileName(of: moment, on: run.simulation.grid)
            try store.store(archive, keptAs: isKept ? name : nil)
            lastStep = moment.step
            lastFailure = nil
        } catch .notResumable(let what) {
            isPossible = false
            warn(
                "there are no checkpoints of this run: \(CheckpointError.notResumable(what: what)); "
                    + "'observatory resume' will run it from the beginning")
        } catch {
            let path = store.directory.path
            guard FileSystem.isFolder(path) else { throw ResultError.gone(path: path) }
            let failure = "no checkpoint was written: \(error)"
            if failure != lastFailure { warn(failure) }
            lastFailure = failure
        }
    }

    /// Takes the state of the run from a checkpoint.
    ///
    /// - Parameters:
    ///   - archive: The checkpoint.
    ///   - end: When the run is to end.
    /// - Throws: `CheckpointError`, ``ResumptionError``. No file has been changed then. `RecordingError`.
    func goOn(from archive: StateArchive, until end: Double) throws {
        try self.archive(in: archive)
        guard archive.remainingCount == 0 else {
            throw CheckpointError.damaged(reason: "\(archive.remainingCount) bytes are left over")
        }
        try identity.checkEnd(from: run.simulation.moment, end: end)
        lastStep = run.simulation.moment.step
        // Cuts off what was written after the checkpoint.
        try run.flush()
    }

    /// Takes over the checkpoints up to the present step that a run keeps of which this one is a branch. One that cannot be
    /// taken over is no reason for a run not to go on.
    func takeOverEarlier(of origin: CheckpointStore) {
        for name in origin.keptNames(upTo: run.simulation.moment) {
            do {
                let archive = try origin.archive(inFile: name)
                try archiveIdentity(in: archive)
                try store.store(copy(ofRestOf: archive), inFile: name)
            } catch {
                warn("the earlier checkpoint '\(name)' was not taken over: \(error)")
            }
        }
    }

    /// A checkpoint of this run, which may have another end, with the state in the rest of one that is being read.
    private func copy(ofRestOf archive: StateArchive) throws(CheckpointError) -> StateArchive {
        var state = [UInt8](repeating: 0, count: archive.remainingCount)
        for index in state.indices { try archive.value(&state[index]) }
        let copy = StateArchive()
        try archiveIdentity(in: copy)
        for index in state.indices { try copy.value(&state[index]) }
        return copy
    }

    private func archiveIdentity(in archive: StateArchive) throws(CheckpointError) {
        try archive.section("scenario") { () throws(CheckpointError) in try identity.archive(in: archive) }
    }

    private func archive(in archive: StateArchive) throws(CheckpointError) {
        try archiveIdentity(in: archive)
        // Nodes are pinned and driven by objects that are made anew. The state then says how they are held.
        try archive.section("interventions") { () throws(CheckpointError) in
            try run.archiveInterventions(in: archive)
        }
        try archive.section("simulation") { () throws(CheckpointError) in
            try archive.state(of: run.simulation, "the simulation")
        }
        try archive.section("observers") { () throws(CheckpointError) in try run.archiveObservers(in: archive) }
    }
}
