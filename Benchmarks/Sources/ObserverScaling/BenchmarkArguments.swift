import ArgumentParser
import ObserverBenchmarks

/// The arguments that say what is measured.
struct BenchmarkArguments: ParsableArguments {
    private static let usualLargest = 10_000_000

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(BenchmarkOptions.workloads, valueName: "workload"))
    var workloads: [Workload] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(BenchmarkOptions.counts, valueName: "count"))
    var counts: [Int] = []

    @Option(help: ArgumentHelp(BenchmarkOptions.largest(unlessGiven: Self.usualLargest), valueName: "count"))
    var largest: Int?

    @Option(help: ArgumentHelp(BenchmarkOptions.runs, valueName: "number"))
    var runs: Int?

    @Option(
        help: ArgumentHelp(
            "How long a run may take at most; where a library takes longer, it is left out.", valueName: "seconds"))
    var patience = 60

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Who is measured, such as 'ObserverCore'. Unless given, all.", valueName: "library"))
    var libraries: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(BenchmarkOptions.output, valueName: "file"))
    var output: String?

    @Flag(name: .shortAndLong, help: ArgumentHelp(BenchmarkOptions.quick))
    var quick = false

    func validate() throws {
        let problem = BenchmarkOptions.problem(counts: counts, largest: largest, others: runs, patience)
        if let problem { throw ValidationError(problem) }
        do { _ = try Contestants.named(libraries) } catch { throw ValidationError("\(error)") }
    }

    var plan: BenchmarkPlan {
        BenchmarkPlan(
            workloads: workloads, counts: counts, largest: largest ?? (quick ? nil : Self.usualLargest), runs: runs,
            patience: patience, isQuick: quick)
    }
}

extension Workload: @retroactive ExpressibleByArgument {}
