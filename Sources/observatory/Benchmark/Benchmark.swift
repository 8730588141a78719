import ArgumentParser
import ObserverBenchmarks

struct Benchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmark",
        abstract: "Measures what Observatory is built on.",
        subcommands: [BenchmarkObservers.self])
}

struct BenchmarkObservers: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "observers",
        abstract: "Measures how observation scales, beside arrays of Swift closures.",
        discussion: """
            The result is CSV: the library, what was measured, how many observers, objects or messages there were, the \
            nanoseconds of one operation (median of the runs), the bytes of one observation or object, and the spread of \
            the runs as a part of the median. All messages are counted and summed; if one is wrong, the benchmark fails.

            It takes about two minutes, and with '--largest 10000000' a quarter of an hour and some gigabytes. The \
            program 'observer-scaling' in the folder 'Benchmarks' does the same with other libraries beside.
            """)

    @OptionGroup var arguments: BenchmarkArguments

    func run() throws {
        try reportingErrors {
            let output = try BenchmarkOutput(path: arguments.output)
            let contestants: [any Contestant] = [SwiftClosures(), ObserverCoreContestant()]
            let benchmark = ObserverBenchmark(contestants, plan: arguments.plan, showProgress: writeError)
            try benchmark.run { figure throws(BenchmarkError) in try output.write(figure) }
        }
    }
}
