import ArgumentParser
import ObserverBenchmarks

/// The arguments that say what is measured.
struct BenchmarkArguments: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("What is measured. Unless given, everything.", valueName: "workload"))
    var workloads: [Workload] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("The counts for all workloads. Unless given, powers of ten.", valueName: "count"))
    var counts: [Int] = []

    @Option(
        help: ArgumentHelp(
            "The largest of the powers of ten. (default: 10000000, or 10000 if quick)", valueName: "count"))
    var largest: Int?

    @Option(help: ArgumentHelp("How often everything is measured. (default: 5, or 3 if quick)", valueName: "number"))
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
        help: ArgumentHelp("The CSV file to create, which must not exist.", valueName: "file"))
    var output: String?

    @Flag(name: .shortAndLong, help: "Take some seconds only, for a rough result.")
    var quick = false

    func validate() throws {
        if largest != nil, !counts.isEmpty { throw ValidationError("Give either '--counts' or '--largest'.") }
        for number in counts + [largest, runs, patience].compactMap({ $0 }) where !(1...100_000_000).contains(number) {
            throw ValidationError("\(number) is not a number to measure with. Give one from 1 to 100000000.")
        }
        do { _ = try Contestants.named(libraries) } catch { throw ValidationError("\(error)") }
    }

    var plan: BenchmarkPlan {
        BenchmarkPlan(
            workloads: workloads, counts: counts, largest: largest ?? (quick ? nil : 10_000_000), runs: runs,
            patience: patience, isQuick: quick)
    }
}

extension Workload: @retroactive ExpressibleByArgument {}
