import ArgumentParser
import ScenarioFiles
import Sweeps

struct SweepCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sweep",
        abstract: "Carries out many runs of a scenario, over values of its keys and with replicates.",
        discussion: """
            The block 'sweep:' of the scenario says what is varied; '--vary' says so too, or more. Runs that are complete are not \
            carried out again: a sweep that was stopped goes on where it was, and one to which values or replicates are added \
            carries out those. Several processes may carry out the same sweep at the same time, also on several machines that share \
            its directory. Runs that fail are told at the end, with exit status 1.
            """)

    @Argument(help: "The scenario file (YAML), or the directory of a sweep, with which to go on.")
    var file: String

    @Option(
        help: ArgumentHelp(
            "Values of a key, such as integrate.step=[0.1,0.2] or model.sir.infection={from:0,to:1,count:11}. Can be given several "
                + "times.", valueName: "key.path=values"))
    var vary: [String] = []

    @Option(help: ArgumentHelp("How many runs there are at each point, instead of what the file says.", valueName: "number"))
    var replicates: Int?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("Replaces a value of the scenario in all runs. Can be given several times.", valueName: "key.path=value"))
    var overrides: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The directory of the sweep. Unless given, one in 'Results' after the name of the file.", valueName: "directory"))
    var output: String?

    @Option(help: ArgumentHelp("How many runs are carried out at the same time; as many as there are cores unless given.", valueName: "number"))
    var jobs: Int?

    @Option(help: ArgumentHelp("Carry out only a part of the runs, such as 1/4 for the first of four.", valueName: "part/parts"))
    var shard: String?

    @Flag(help: "Begin no more runs after one has failed.")
    var failFast = false

    @Flag(help: "Try runs again that have failed.")
    var retryFailed = false

    @Option(
        help: ArgumentHelp("The time from one checkpoint of a run to the next; 0 for none.", valueName: "seconds"))
    var checkpointInterval = 60.0

    @Flag(name: .shortAndLong, help: "Show no progress.")
    var quiet = false

    func validate() throws {
        guard checkpointInterval >= 0, checkpointInterval.isFinite else {
            throw ValidationError("The time from one checkpoint to the next must be 0 or greater, and finite.")
        }
        guard jobs ?? 1 >= 1, jobs ?? 1 <= 4096 else { throw ValidationError("'--jobs' must be between 1 and 4096.") }
        guard replicates ?? 1 >= 1 else { throw ValidationError("'--replicates' must be 1 or greater.") }
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
            let sweep = try Sweep(
                contentsOf: file, in: output, overrides: overrides.map { Override($0) },
                varied: vary.map { Override($0, option: "--vary") }, replicates: replicates)
            for warning in sweep.warnings { writeError(warning.description) }
            var options = SweepOptions()
            options.jobs = jobs ?? SweepOptions.coreCount
            options.shard = try part()
            (options.failsFast, options.retriesFailed) = (failFast, retryFailed)
            options.checkpointInterval = checkpointInterval > 0 ? .seconds(checkpointInterval) : nil
            try carryOut(sweep, options)
        }
    }

    private func carryOut(_ sweep: Sweep, _ options: SweepOptions) throws {
        let report = SweepReport(of: sweep, isQuiet: quiet)
        let interruption = Interruption()
        let monitor = SweepMonitor(
            onRun: { report.show($0, $1, $2) }, shouldStop: interruption.wasRequestedOnAnyThread,
            onWarning: { report.warn(of: $0, $1) })
        let progress = try sweep.carryOut(options, monitor: monitor)
        try report.end(progress)
    }
}
