extension Scenario {
    /// Runs the scenario and writes its results into a directory.
    ///
    /// The directory receives a file for each observation and, as `scenario.yml`, the scenario itself with all its
    /// overrides, all defaults written out, and copies of its data files: running that again gives the same bytes, also
    /// of `scenario.yml`.
    ///
    /// - Parameters:
    ///   - directory: An empty directory.
    ///   - monitor: Watches the run and may stop it.
    /// - Throws: `ResultError` or `RecordingError` if something cannot be written; what the simulation throws. What has
    ///   been recorded until then is in the directory.
    public func run(in directory: ResultDirectory, monitor: RunMonitor = RunMonitor()) throws {
        try directory.store(self)
        try experiment.run(in: directory, monitor: monitor)
    }
}
