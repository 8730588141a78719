import ArgumentParser
import ObserverBenchmarks

/// The arguments that say what is measured.
struct BenchmarkArguments: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(BenchmarkOptions.workloads, valueName: "workload"))
    var workloads: [Workload] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(BenchmarkOptions.counts, valueName: "count"))
    var counts: [Int] = []

    @Option(parsing: .unconditional, help: ArgumentHelp(BenchmarkOptions.largest(), valueName: "count"))
    var largest: Int?

    @Option(parsing: .unconditional, help: ArgumentHelp(BenchmarkOptions.runs, valueName: "number"))
    var runs: Int?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(BenchmarkOptions.output, valueName: "file"))
    var output: String?

    @Flag(name: .shortAndLong, help: ArgumentHelp(BenchmarkOptions.quick))
    var quick = false

    func validate() throws {
        let problem = BenchmarkOptions.problem(counts: counts, largest: largest, others: runs)
        if let problem { throw ValidationError(problem) }
    }

    var plan: BenchmarkPlan {
        BenchmarkPlan(workloads: workloads, counts: counts, largest: largest, runs: runs, isQuick: quick)
    }
}

extension Workload: ExpressibleByArgument {}
