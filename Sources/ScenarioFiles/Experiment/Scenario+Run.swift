extension Scenario {
    /// Runs the scenario and writes its results into a directory.
    ///
    /// The directory receives a file for each observation and, as `scenario.yml`, the scenario itself with all its
    /// overrides, all defaults written out, and copies of its data files: running that again gives the same bytes, also
    /// of `scenario.yml`. If the scenario declares units, `units.json` has those of each column.
    ///
    /// - Parameters:
    ///   - directory: An empty directory.
    ///   - monitor: Watches the run and may stop it.
    /// - Throws: `ResultError` or `RecordingError` if something cannot be written; what the simulation throws. What has
    ///   been recorded until then is in the directory.
    public func run(in directory: ResultDirectory, monitor: RunMonitor = RunMonitor()) throws {
        try directory.store(self)
        guard let units, let dimensions = experiment.dimensions else {
            return try experiment.run(in: directory, monitor: monitor)
        }
        var directory = directory
        directory.sidecar = UnitSidecar(units, dimensions: dimensions)
        do {
            try experiment.run(in: directory, monitor: monitor)
        } catch {
            // What has been recorded is worth its units; why the run failed is worth more than why they are not there.
            try? directory.storeUnits()
            throw error
        }
        try directory.storeUnits()
    }
}
