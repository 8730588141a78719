import ScenarioFiles
import SimulationEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The cost of a sweep, by trial runs of the beginning of three of its runs: the first, one in the middle, and the last.
public struct SweepEstimate: Sendable {
    /// How many runs there are, at most where values are looked for.
    public let runCount: Int

    /// The number of nodes of a trial run, the greatest.
    public let nodeCount: Int

    /// The time of all runs, one after the other.
    public let time: Duration

    /// That of the longest trial run, were it not stopped.
    public let longestRun: Duration

    /// How many bytes there will be on the disk.
    public let byteCount: Double

    /// How many rows there will be in all tables.
    public let rowCount: Double

    /// The bytes of memory that this process had at most while it tried.
    public let memory: Int

    /// Tries runs.
    ///
    /// - Parameters:
    ///   - sweep: The sweep.
    ///   - shard: Of so many parts of it, counted from 1; all unless given.
    ///   - trialTime: After which time a trial run is stopped.
    /// - Throws: `ScenarioError` if one of the runs cannot be, what a run throws, ``SweepError``.
    public init(
        of sweep: Sweep, shard: (part: Int, of: Int)? = nil, trialTime: Duration = .seconds(1)
    ) throws {
        let plan = sweep.plan
        let indices = Set([0, plan.runCount / 2, plan.runCount - 1]).sorted()
        let trials = try indices.map { try Trial(of: plan.scenario(ofRun: $0), trialTime) }
        let count = Double(trials.count)
        runCount = SweepOptions.count(of: shard, among: plan.greatestRunCount)
        nodeCount = trials.map(\.nodeCount).max() ?? 0
        let runs = Double(runCount)
        time = trials.map(\.time).reduce(.zero, +) / count * runs
        longestRun = trials.map(\.time).max() ?? .zero
        byteCount = trials.reduce(0) { $0 + $1.bytes } / count * runs
        rowCount = trials.reduce(0) { $0 + $1.rows } / count * runs
        memory = Self.greatestMemory
    }

    private static var greatestMemory: Int {
        var usage = rusage()
        #if canImport(Glibc)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return usage.ru_maxrss * 1024
        #else
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss
        #endif
    }
}

/// The beginning of a run, from which the whole is told.
private struct Trial {
    let nodeCount: Int
    let time: Duration
    let bytes: Double
    let rows: Double

    init(of scenario: Scenario, _ limit: Duration) throws {
        let folder = try FileSystem.createTemporaryFolder()
        defer { try? FileSystem.remove(folder) }
        let start = ContinuousClock.now
        var fraction = 0.0
        let monitor = RunMonitor(
            onProgress: { fraction = $0.fraction }, shouldStop: { ContinuousClock.now - start >= limit })
        let path = "\(folder)/run"
        var directory = try ResultDirectory(creating: path)
        directory.isDurable = false
        try scenario.run(in: directory, monitor: monitor)
        // What one step takes is known even if it takes longer than a trial.
        let part = monitor.wasStopped ? max(fraction, 1e-9) : 1
        let names = (FileSystem.names(in: path) ?? []).filter { !FileSystem.isFolder("\(path)/\($0)") }
        let tables = try names.map { ($0, try InputFile("\(path)/\($0)").bytes()) }
        nodeCount = scenario.nodeCount
        time = (ContinuousClock.now - start) / part
        bytes = tables.reduce(0) { $0 + Double($1.1.count) } / part
        rows =
            tables.filter { $0.0.hasSuffix(".csv") }.reduce(0) { sum, table in
                sum + Double(table.1.count { $0 == UInt8(ascii: "\n") } - 1)
            } / part
    }
}
