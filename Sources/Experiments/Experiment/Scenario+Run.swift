import SimulationEngine

extension Scenario {
    /// Runs the scenario and writes its results into a directory.
    ///
    /// The directory receives a file for each observation and, as `scenario.yml`, the scenario itself with all its
    /// overrides, all defaults written out, and copies of its data files: running that again gives the same bytes, also
    /// of `scenario.yml`. If the scenario declares units, `units.json` has those of each column.
    ///
    /// Until the run has ended there is a file `unfinished`, and a file `checkpoint` once one has been written; an
    /// `UnfinishedRun` goes on from there. What says that it has ended is `manifest.json`, which is written last.
    ///
    /// - Parameters:
    ///   - directory: An empty directory, or one in which a run was stopped before it had begun.
    ///   - monitor: Watches the run and may stop it.
    /// - Throws: `ResultError` or `RecordingError` if something cannot be written; what the simulation throws. What has
    ///   been recorded until then is in the directory.
    public func run(in directory: ResultDirectory, monitor: RunMonitor = RunMonitor()) throws {
        monitor.noteBeginning()
        let lock = try directory.isHeld ? nil : RunLock(beginningIn: directory)
        try directory.store(self)
        try carryOut(in: directory, from: nil, holding: lock, monitor: monitor)
    }

    /// Runs the scenario from a checkpoint, or from the beginning, in a directory that has a copy of it.
    package func carryOut(
        in directory: ResultDirectory, from start: RunStart?, holding lock: RunLock?, monitor: RunMonitor
    ) throws {
        var identity = try RunIdentity(of: self, in: directory)
        if let other = start?.other { try identity.accept(other) }
        let units = columnUnits
        do {
            try experiment.run(in: directory, as: identity, from: start, monitor: monitor)
            if monitor.wasStopped { try directory.settle() }
        } catch {
            // The tables that were recorded are worth their units; why the run failed is worth more than why they are not there.
            if let units, monitor.hasBegun { try? directory.store(units) }
            throw error
        }
        if let units { try directory.store(units) }
        guard !monitor.wasStopped, let moment = monitor.lastMoment else { return }
        let end = ResultManifest.End(step: moment.step, time: moment.time, stopped: monitor.stopReason)
        try directory.storeManifest(of: self, end: end, warnings: monitor.warnings)
        guard !directory.isHeld else { return }
        CheckpointStore(directory: directory).removeLast()
        directory.removeParts()
        (lock ?? directory.tables.held?.lock)?.runHasEnded()
    }
}
