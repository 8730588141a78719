import ArgumentParser
import Descriptions
import ScenarioFiles
import SimulationEngine
import Sweeps

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

struct SweepCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sweep",
        abstract: "Carries out many runs of a scenario, over values of its keys and with replicates.",
        discussion: """
            The block 'sweep:' of the scenario says what is varied; '--vary' says so too, or more. Runs that are complete are not \
            carried out again: a sweep that was stopped goes on where it was, and one to which values or replicates are added \
            carries out those. Several processes may carry out the same sweep at the same time, also on several machines that share \
            its directory. Runs that fail are told at the end, with exit status 1. What 'minimise' or 'find' has found is printed as \
            a table (CSV).
            """)

    @Argument(help: "The scenario file (YAML), or the directory of a sweep, with which to go on.")
    var file: String

    @Option(
        help: ArgumentHelp(
            "Values of a key, such as integrate.step=[0.1,0.2] or 'model.sir.infection={from: 0, to: 1, count: 11}'. Can be given several "
                + "times.", valueName: "key.path=values"))
    var vary: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many runs there are at each point, instead of what the file says.", valueName: "number")
    )
    var replicates: Int?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Replaces a value of the scenario in all runs. Can be given several times.", valueName: "key.path=value"))
    var overrides: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The directory of the sweep. Unless given, one in 'Results' after the name of the file.",
            valueName: "directory"))
    var output: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many runs are carried out at the same time; as many as there are cores unless given.",
            valueName: "number"))
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "Carry out only a part of the runs, such as 1/4 for the first of four.", valueName: "part/parts"))
    var shard: String?

    @Flag(help: "Begin no more runs after one has failed.")
    var failFast = false

    @Flag(help: "Try runs again that have failed.")
    var retryFailed = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The time from one checkpoint of a run to the next; 0 for none.", valueName: "seconds"))
    var checkpointInterval = 60.0

    @Flag(
        help: "Carry out nothing, but say how many runs there are and, by trial runs of a second, what they will take.")
    var dryRun = false

    @Flag(
        help: ArgumentHelp(
            "Carry out nothing, but print a script for the scheduler Slurm, an array of jobs that share the runs. Submit it again "
                + "if runs are missing when all jobs have ended: 'observatory status' says so."))
    var slurm = false

    @Option(parsing: .unconditional, help: ArgumentHelp("With --slurm: how many jobs there are.", valueName: "number"))
    var tasks: Int?

    @Flag(
        help: ArgumentHelp(
            "Has a compiler for C compile the arithmetic of equations, and keeps what it makes in ~/.cache. Results are the same bytes, in "
                + "less time."))
    var compile = false

    @Flag(name: .shortAndLong, help: "Show no progress.")
    var quiet = false

    func validate() throws {
        guard checkpointInterval >= 0, checkpointInterval.isFinite else {
            throw ValidationError("The time from one checkpoint to the next must be 0 or greater, and finite.")
        }
        guard jobs ?? 1 >= 1, jobs ?? 1 <= 4096 else { throw ValidationError("'--jobs' must be between 1 and 4096.") }
        guard replicates ?? 1 >= 1 else { throw ValidationError("'--replicates' must be 1 or greater.") }
        guard tasks == nil || slurm else { throw ValidationError("'--tasks' needs '--slurm'.") }
        let greatest = SlurmScript.greatestTaskCount
        guard 1...greatest ~= tasks ?? 1 else { throw ValidationError("'--tasks' must be between 1 and \(greatest).") }
        guard !dryRun || !slurm else { throw ValidationError("'--dry-run' and '--slurm' exclude each other.") }
        _ = try part()
    }

    private func part() throws -> (part: Int, of: Int)? {
        guard let shard else { return nil }
        let numbers = shard.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let part = numbers[0], let parts = numbers[1], 1 <= part, part <= parts else {
            throw ValidationError("'--shard' must be a part and how many there are, such as 1/4.")
        }
        return (part, parts)
    }

    func run() throws {
        try reportingErrors {
            let overrides = overrides.map { Override($0) }
            let varied = vary.map { Override($0, option: "--vary") }
            if dryRun {
                let sweep = try Sweep(checking: file, overrides: overrides, varied: varied, replicates: replicates)
                return writeOutput(try SweepEstimate(of: sweep, shard: part()).text)
            }
            let sweep = try Sweep(
                contentsOf: file, in: output, overrides: overrides, varied: varied, replicates: replicates)
            for warning in sweep.warnings { writeError(warning.description) }
            for problem in sweep.cornerProblems { writeError("some runs will fail:\n\(problem)") }
            if slurm { return writeOutput(try script(for: sweep)) }
            var options = SweepOptions()
            options.jobs = jobs ?? SweepOptions.coreCount
            options.shard = try part()
            (options.failsFast, options.retriesFailed) = (failFast, retryFailed)
            options.checkpointInterval = checkpointInterval > 0 ? .seconds(checkpointInterval) : nil
            try carryOut(sweep, options)
        }
    }

    /// Where this program lies.
    private static var programPath: String {
        #if os(Linux)
            "/proc/self/exe"
        #else
            CommandLine.arguments[0]
        #endif
    }

    private func script(for sweep: Sweep) throws -> String {
        let estimate = try SweepEstimate(of: sweep)
        return SlurmScript(
            of: sweep, program: absolutePath(of: Self.programPath), directory: absolutePath(of: sweep.path),
            tasks: tasks ?? max(1, min(16, sweep.plan.runCount)), threads: sweep.threadCount, compiling: compile,
            estimate
        ).description
    }

    private func carryOut(_ sweep: Sweep, _ options: SweepOptions) throws {
        let report = SweepReport(of: sweep, isQuiet: quiet)
        let interruption = Interruption()
        let monitor = SweepMonitor(
            onRun: { report.note($0, $1, $2) }, onFraction: { report.show($0) },
            shouldStop: interruption.wasRequestedOnAnyThread,
            onWarning: { report.warn(of: $0, $1) })
        let progress = try FormulaCompiler.$current.withValue(compile ? .working() : nil) {
            try sweep.carryOut(options, monitor: monitor)
        }
        try report.end(progress, found: try Sweep(reading: sweep.path).found)
    }
}

extension SweepEstimate {
    /// The estimate in words.
    fileprivate var text: String {
        """
        \(runCount) runs of up to \(nodeCount) nodes
        some \(rowCount.rounded().plain) rows in tables, \(Self.bytes(byteCount)) on the disk
        some \(Self.words(time)) one after the other; the longest \(Self.words(longestRun))
        up to \(Self.bytes(Double(memory))) of memory for each run at the same time
        """
    }

    private static func bytes(_ count: Double) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB", "PB"]
        var (number, unit) = (count, 0)
        while number >= 1000, unit + 1 < units.count { (number, unit) = (number / 1000, unit + 1) }
        return "\(((number * 10).rounded() / 10).plain) \(units[unit])"
    }

    private static func words(_ time: Duration) -> String {
        let seconds = time / .seconds(1)
        if seconds < 120 { return "\(((seconds * 100).rounded() / 100).plain) s" }
        if seconds < 7200 { return "\((seconds / 60).rounded().plain) min" }
        return "\((seconds / 3600).rounded().plain) h"
    }
}

/// The path from the root of the file system, without links.
private func absolutePath(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
}
